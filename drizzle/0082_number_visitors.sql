CREATE TABLE `visitor_ids` (
	`generation` integer NOT NULL,
	`kind` text NOT NULL,
	`part` integer NOT NULL,
	`ids` text NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`generation`, `kind`, `part`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `visitor_numbers` (
	`first_at` integer NOT NULL,
	`part` integer NOT NULL,
	`count` integer NOT NULL,
	`generation` integer NOT NULL,
	`is_stale` integer NOT NULL,
	`recipient_account_id` text NOT NULL,
	`recipient_person_id` text NOT NULL,
	PRIMARY KEY(`first_at`, `part`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `visitor_numbers_generation` ON `visitor_numbers` (`generation`,`first_at`);--> statement-breakpoint
CREATE INDEX `visitor_numbers_stale` ON `visitor_numbers` (`generation`) WHERE is_stale = 1;--> statement-breakpoint
ALTER TABLE `session_seal` ADD `numbered_at` integer DEFAULT -1 NOT NULL;
--> statement-breakpoint
CREATE TRIGGER session_blocks_updated AFTER UPDATE ON session_blocks WHEN old.page_id = '' AND old.is_removed = 0 BEGIN
  UPDATE visitor_numbers SET is_stale = 1 WHERE first_at = old.first_at AND part = old.part AND is_stale = 0;
END;
--> statement-breakpoint
CREATE TRIGGER session_blocks_deleted AFTER DELETE ON session_blocks WHEN old.page_id = '' AND old.is_removed = 0 BEGIN
  UPDATE visitor_numbers SET is_stale = 1 WHERE first_at = old.first_at AND part = old.part AND is_stale = 0;
END;
--> statement-breakpoint
-- A block that comes among others is numbered too.
CREATE TRIGGER session_blocks_inserted AFTER INSERT ON session_blocks WHEN new.page_id = '' AND new.is_removed = 0 BEGIN
  UPDATE session_seal SET numbered_at = new.first_at - 1 WHERE id = 1 AND numbered_at >= new.first_at;
END;
