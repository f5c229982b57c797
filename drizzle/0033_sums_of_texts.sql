ALTER TABLE `session_blocks` ADD `audience_id_sums` text;--> statement-breakpoint
ALTER TABLE `session_blocks` ADD `page_sums` text;--> statement-breakpoint
ALTER TABLE `session_blocks` ADD `utm_source_sums` text;--> statement-breakpoint
ALTER TABLE `session_blocks` ADD `utm_medium_sums` text;--> statement-breakpoint
ALTER TABLE `session_blocks` ADD `utm_campaign_sums` text;--> statement-breakpoint
ALTER TABLE `session_blocks` ADD `utm_term_sums` text;--> statement-breakpoint
ALTER TABLE `session_blocks` ADD `utm_content_sums` text;--> statement-breakpoint
ALTER TABLE `session_blocks` ADD `referrer_sums` text;--> statement-breakpoint
ALTER TABLE `session_blocks` ADD `country_sums` text;--> statement-breakpoint
ALTER TABLE `session_blocks` ADD `device_sums` text;--> statement-breakpoint
ALTER TABLE `session_blocks` ADD `browser_sums` text;--> statement-breakpoint
ALTER TABLE `session_blocks` ADD `landing_path_sums` text;
