CREATE TABLE `unknown_pages` (
	`day` integer NOT NULL,
	`page_id` text NOT NULL,
	`requests_count` integer NOT NULL,
	`last_refused_at` integer NOT NULL,
	`write_id` text NOT NULL,
	PRIMARY KEY(`day`, `page_id`)
) WITHOUT ROWID;
