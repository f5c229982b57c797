ALTER TABLE `audience_versions` ADD `publish_at` integer;--> statement-breakpoint
ALTER TABLE `audience_versions` ADD `requested_by` text;
