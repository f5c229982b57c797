CREATE TABLE `refused_origins` (
	`day` integer NOT NULL,
	`origin` text NOT NULL,
	`requests_count` integer NOT NULL,
	`last_refused_at` integer NOT NULL,
	`write_id` text NOT NULL,
	PRIMARY KEY(`day`, `origin`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `websites` (
	`website_id` text PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `websites_origin` ON `websites` (`origin`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `websites_live` ON `websites` (`website_id`) WHERE deleted_at is null;
--> statement-breakpoint
INSERT INTO counters (name, value) VALUES ('websites', 0);
--> statement-breakpoint
CREATE TRIGGER websites_inserted AFTER INSERT ON websites BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'websites';
END;
--> statement-breakpoint
-- A deleted website keeps its row, with the time of the deletion.
CREATE TRIGGER websites_deleted AFTER UPDATE OF deleted_at ON websites
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'websites';
END;

