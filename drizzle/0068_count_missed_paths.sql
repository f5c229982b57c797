CREATE TABLE `missed_paths` (
	`day` integer NOT NULL,
	`outcome` text NOT NULL,
	`requests_count` integer NOT NULL,
	`last_refused_at` integer NOT NULL,
	`write_id` text NOT NULL,
	PRIMARY KEY(`day`, `outcome`)
) WITHOUT ROWID;
