CREATE TABLE `annotations` (
	`annotation_id` text PRIMARY KEY NOT NULL,
	`page_id` text,
	`text` text NOT NULL,
	`happened_at` integer NOT NULL,
	`author` text NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `annotations_happened` ON `annotations` (`happened_at`,`annotation_id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `annotations_page` ON `annotations` (`page_id`,`happened_at`,`annotation_id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `views` (
	`view_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`address` text NOT NULL,
	`author` text NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `views_name` ON `views` (`name_key`) WHERE deleted_at is null;
--> statement-breakpoint
INSERT INTO counters (name, value) VALUES ('views', 0);
--> statement-breakpoint
CREATE TRIGGER views_inserted AFTER INSERT ON views BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'views';
END;
--> statement-breakpoint
-- A deleted view keeps its row, with the time of the deletion.
CREATE TRIGGER views_deleted AFTER UPDATE OF deleted_at ON views
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'views';
END;
