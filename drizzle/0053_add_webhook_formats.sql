ALTER TABLE `webhooks` ADD `format` text DEFAULT 'json' NOT NULL;--> statement-breakpoint
ALTER TABLE `webhooks` ADD `console_origin` text;
