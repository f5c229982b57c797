-- WITHOUT ROWID is added by hand (drizzle-kit has no word for it): such a row costs one row written, not two.
CREATE TABLE `accounts` (
	`account_id` text PRIMARY KEY NOT NULL,
	`domain` text NOT NULL,
	`name` text NOT NULL,
	`linked_persons_count` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`latest_activity_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_domain` ON `accounts` (`domain`);--> statement-breakpoint
CREATE INDEX `accounts_empty` ON `accounts` (`account_id`) WHERE linked_persons_count = 0;--> statement-breakpoint
CREATE TABLE `api_keys` (
	`api_key_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `account_log_counts` (
	`account_id` text NOT NULL,
	`source` text NOT NULL,
	`type` text NOT NULL,
	`logs` integer NOT NULL,
	PRIMARY KEY(`account_id`, `source`, `type`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `account_logs` (
	`account_id` text NOT NULL,
	`account_log_id` text NOT NULL,
	`source` text NOT NULL,
	`type` text NOT NULL,
	`payload` text NOT NULL,
	`idempotency_key` text,
	`fingerprint` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `account_log_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `account_logs_kind` ON `account_logs` (`account_id`,`source`,`type`,`account_log_id`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`resource` text NOT NULL,
	`key_hash` text NOT NULL,
	`owner_id` text NOT NULL,
	`log_id` text NOT NULL,
	`request_digest` text NOT NULL,
	`created_owner` integer NOT NULL,
	`source` text NOT NULL,
	`type` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`resource`, `key_hash`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `person_log_counts` (
	`person_id` text NOT NULL,
	`source` text NOT NULL,
	`type` text NOT NULL,
	`logs` integer NOT NULL,
	PRIMARY KEY(`person_id`, `source`, `type`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `person_logs` (
	`person_id` text NOT NULL,
	`person_log_id` text NOT NULL,
	`source` text NOT NULL,
	`type` text NOT NULL,
	`payload` text NOT NULL,
	`idempotency_key` text,
	`fingerprint` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`person_id`, `person_log_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `person_logs_kind` ON `person_logs` (`person_id`,`source`,`type`,`person_log_id`);--> statement-breakpoint
CREATE TABLE `erasures` (
	`person_id` text PRIMARY KEY NOT NULL,
	`erasure_id` text NOT NULL,
	`erased_logs_count` integer NOT NULL,
	`erased_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `persons` (
	`seq` integer PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`search_name` text NOT NULL,
	`email` text,
	`search_email` text,
	`search_domain` text,
	`email_domain` text,
	`domain` text,
	`phone_number` text,
	`linkedin_profile_url` text,
	`account_domain` text GENERATED ALWAYS AS (coalesce(domain, email_domain)) VIRTUAL,
	`slug` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `persons_person_id` ON `persons` (`person_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `persons_slug` ON `persons` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `persons_email` ON `persons` (`email`) WHERE email is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `persons_phone_number` ON `persons` (`phone_number`) WHERE phone_number is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `persons_linkedin_profile_url` ON `persons` (`linkedin_profile_url`) WHERE linkedin_profile_url is not null;