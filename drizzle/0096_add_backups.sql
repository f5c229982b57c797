CREATE TABLE `export_changes` (
	`sequence` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `exports` (
	`export_id` text PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`read_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `restore_pass` (
	`id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `restores` (
	`id` integer PRIMARY KEY NOT NULL,
	`restore_id` text NOT NULL,
	`phase` text NOT NULL,
	`header` text NOT NULL,
	`has_keys` integer NOT NULL,
	`lines` integer NOT NULL,
	`place` text NOT NULL,
	`triggers` text NOT NULL,
	`initial` text NOT NULL,
	`expected` text,
	`comparison` text,
	`started_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
