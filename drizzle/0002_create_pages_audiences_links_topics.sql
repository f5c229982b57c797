CREATE TABLE `audience_versions` (
	`audience_id` text NOT NULL,
	`version_number` integer NOT NULL,
	`version_id` text NOT NULL,
	`status` text NOT NULL,
	`is_new_page_agent` integer NOT NULL,
	`created_at` integer NOT NULL,
	`became_draft_at` integer,
	`queued_at` integer,
	`processing_at` integer,
	`published_at` integer,
	`cancelled_at` integer,
	`obsolete_at` integer,
	`archived_at` integer,
	`cancel_reason` text,
	`transition_id` text NOT NULL,
	`publish_order` integer,
	`sweep_at` integer,
	`failure` text,
	`supplementary_context` text,
	`frozen` text,
	`snapshot` text,
	PRIMARY KEY(`audience_id`, `version_number`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `audience_versions_version_id` ON `audience_versions` (`version_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `audience_versions_live` ON `audience_versions` (`audience_id`) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX `audience_versions_in_flight` ON `audience_versions` (`audience_id`) WHERE sweep_at is not null;--> statement-breakpoint
CREATE INDEX `audience_versions_sweep` ON `audience_versions` (`sweep_at`) WHERE sweep_at is not null;--> statement-breakpoint
CREATE TABLE `audiences` (
	`page_id` text NOT NULL,
	`audience_id` text NOT NULL,
	`audience_number` integer NOT NULL,
	`person_id` text,
	`custom_name` text,
	`action_form_id_override` text,
	`action_form_instructions_override` text,
	`action_url_override` text,
	`metadata_override` text NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`archived_at` integer,
	PRIMARY KEY(`page_id`, `audience_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `audiences_audience_id` ON `audiences` (`audience_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `audiences_person` ON `audiences` (`person_id`,`page_id`) WHERE person_id is not null;--> statement-breakpoint
CREATE TABLE `operation_keys` (
	`operation_key` text PRIMARY KEY NOT NULL,
	`version_id` text NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `page_link_counts` (
	`tenant_domain_id` text NOT NULL,
	`target_type` text NOT NULL,
	`page_id` text NOT NULL,
	`links` integer NOT NULL,
	PRIMARY KEY(`tenant_domain_id`, `target_type`, `page_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `page_links` (
	`seq` integer PRIMARY KEY NOT NULL,
	`page_link_id` text NOT NULL,
	`tenant_domain_id` text,
	`path` text NOT NULL,
	`search_path` text NOT NULL,
	`target_type` text NOT NULL,
	`page_id` text NOT NULL,
	`audience_id` text,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `page_links_page_link_id` ON `page_links` (`page_link_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `page_links_path` ON `page_links` (`path`) WHERE tenant_domain_id is null and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX `page_links_domain_path` ON `page_links` (`tenant_domain_id`,`path`) WHERE tenant_domain_id is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `page_links_domain` ON `page_links` (`tenant_domain_id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `page_links_type` ON `page_links` (`tenant_domain_id`,`target_type`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `page_links_page` ON `page_links` (`tenant_domain_id`,`page_id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `page_links_page_type` ON `page_links` (`tenant_domain_id`,`page_id`,`target_type`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `tenant_domains` (
	`tenant_domain_id` text PRIMARY KEY NOT NULL,
	`domain` text NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `tenant_domains_domain` ON `tenant_domains` (`domain`);--> statement-breakpoint
CREATE TABLE `pages` (
	`page_id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`url` text NOT NULL,
	`metadata` text NOT NULL,
	`audiences_count` integer NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `pages_url` ON `pages` (`url`);--> statement-breakpoint
CREATE TABLE `topic_entries` (
	`topic_id` text NOT NULL,
	`topic_entry_id` text NOT NULL,
	`sort_order` real NOT NULL,
	`type` text NOT NULL,
	`content` text NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	PRIMARY KEY(`topic_id`, `topic_entry_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `topic_entries_order` ON `topic_entries` (`topic_id`,`sort_order`,`topic_entry_id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `topics` (
	`topic_id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`purpose` text NOT NULL,
	`sort_order` real NOT NULL,
	`is_default` integer NOT NULL,
	`entries_count` integer NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `topics_order` ON `topics` (`sort_order`,`topic_id`) WHERE deleted_at is null;