CREATE TABLE `sign_in_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`scopes` text NOT NULL,
	`expires_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sign_in_codes_end` ON `sign_in_codes` (`expires_at`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `last_used_at` integer;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `is_sign_in` integer;--> statement-breakpoint
CREATE INDEX `api_keys_sign_in_end` ON `api_keys` (`expires_at`) WHERE is_sign_in = 1;
--> statement-breakpoint
-- Only keys of sign-ins are deleted.
CREATE TRIGGER api_keys_deleted AFTER DELETE ON api_keys BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'api_keys';
END;
