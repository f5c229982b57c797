ALTER TABLE `alerts` ADD `updated_by` text;--> statement-breakpoint
ALTER TABLE `event_settings` ADD `updated_by` text;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `updated_by` text;
