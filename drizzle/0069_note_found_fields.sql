CREATE TABLE `found_fields` (
	`page_id` text PRIMARY KEY NOT NULL,
	`days` text NOT NULL,
	`revision` integer NOT NULL
) WITHOUT ROWID;
