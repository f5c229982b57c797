CREATE TABLE `audience_names` (
	`seq` integer PRIMARY KEY NOT NULL,
	`audience_id` text NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audience_names_audience_id` ON `audience_names` (`audience_id`);
