ALTER TABLE `api_keys` ADD `shared_path` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `shared_by` text;--> statement-breakpoint
CREATE INDEX `api_keys_shared_end` ON `api_keys` (`expires_at`) WHERE shared_path is not null;
