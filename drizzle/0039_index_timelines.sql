ALTER TABLE `account_logs` ADD `happened_at` integer GENERATED ALWAYS AS (coalesce(occurred_at, created_at)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `account_logs_happened` ON `account_logs` (`account_id`,`source`,`type`,`happened_at`,`account_log_id`);--> statement-breakpoint
ALTER TABLE `person_logs` ADD `happened_at` integer GENERATED ALWAYS AS (coalesce(occurred_at, created_at)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `person_logs_happened` ON `person_logs` (`person_id`,`source`,`type`,`happened_at`,`person_log_id`);--> statement-breakpoint
CREATE INDEX `audience_versions_published` ON `audience_versions` (`audience_id`,`published_at`,`version_id`) WHERE published_at is not null;--> statement-breakpoint
CREATE INDEX `persons_account` ON `persons` (`account_domain`) WHERE account_domain is not null;
