CREATE TABLE `form_submits` (
	`address_hash` text NOT NULL,
	`form_hash` text NOT NULL,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`address_hash`, `form_hash`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `form_submits_received_at` ON `form_submits` (`received_at`);--> statement-breakpoint
CREATE TABLE `erased_identifiers` (
	`identifier_hash` text PRIMARY KEY NOT NULL,
	`erased_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `erased_identifiers_erased_at` ON `erased_identifiers` (`erased_at`);--> statement-breakpoint
DROP INDEX `persons_linkedin_profile_url`;--> statement-breakpoint
ALTER TABLE `persons` ADD `linkedin_key` text;--> statement-breakpoint
ALTER TABLE `persons` ADD `linkedin_identity` text GENERATED ALWAYS AS (coalesce(linkedin_key, linkedin_profile_url)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `persons` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `persons` ADD `write_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `persons_linkedin_identity` ON `persons` (`linkedin_identity`) WHERE linkedin_identity is not null;--> statement-breakpoint
ALTER TABLE `accounts` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `accounts` ADD `write_id` text DEFAULT '' NOT NULL;