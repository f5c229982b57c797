-- The same blocks, with their columns in the order in which most questions need them: SQLite reads the pages of a row up to
-- the last column that it needs. Each quarter is a statement of its own, because D1 gives a statement 30 seconds.
CREATE TABLE `new_session_blocks` (
	`page_id` text NOT NULL,
	`is_removed` integer NOT NULL,
	`first_at` integer NOT NULL,
	`part` integer NOT NULL,
	`last_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`count` integer NOT NULL,
	`sums` text,
	`flags` text NOT NULL,
	`clicks` text NOT NULL,
	`questions` text NOT NULL,
	`country` text NOT NULL,
	`country_sums` text,
	`device` text NOT NULL,
	`device_sums` text,
	`browser` text NOT NULL,
	`browser_sums` text,
	`page` text NOT NULL,
	`page_sums` text,
	`scroll_depth` text NOT NULL,
	`engaged_ms` text NOT NULL,
	`utm_source` text NOT NULL,
	`utm_source_sums` text,
	`utm_medium` text NOT NULL,
	`utm_medium_sums` text,
	`utm_campaign` text NOT NULL,
	`utm_campaign_sums` text,
	`page_link_id` text DEFAULT '[]' NOT NULL,
	`page_link_id_sums` text,
	`audience_id` text NOT NULL,
	`audience_id_sums` text,
	`started_at` text NOT NULL,
	`landing_path` text NOT NULL,
	`landing_path_sums` text,
	`referrer` text NOT NULL,
	`referrer_sums` text,
	`utm_content` text NOT NULL,
	`utm_content_sums` text,
	`utm_term` text NOT NULL,
	`utm_term_sums` text,
	`active_ms` text NOT NULL,
	`account_id` text DEFAULT '[]' NOT NULL,
	`account_id_sums` text,
	`person_id` text DEFAULT '[]' NOT NULL,
	`person_id_sums` text,
	`recipient_account_id` text DEFAULT '[]' NOT NULL,
	`recipient_account_id_sums` text,
	`recipient_person_id` text DEFAULT '[]' NOT NULL,
	`recipient_person_id_sums` text,
	PRIMARY KEY(`page_id`, `is_removed`, `first_at`, `part`)
);
--> statement-breakpoint
INSERT INTO new_session_blocks
  SELECT page_id, is_removed, first_at, part, last_at, ends_at, count, sums, flags, clicks, questions, country, country_sums, device, device_sums, browser, browser_sums, page, page_sums, scroll_depth, engaged_ms, utm_source, utm_source_sums, utm_medium, utm_medium_sums, utm_campaign, utm_campaign_sums, page_link_id, page_link_id_sums, audience_id, audience_id_sums, started_at, landing_path, landing_path_sums, referrer, referrer_sums, utm_content, utm_content_sums, utm_term, utm_term_sums, active_ms, account_id, account_id_sums, person_id, person_id_sums, recipient_account_id, recipient_account_id_sums, recipient_person_id, recipient_person_id_sums
  FROM session_blocks WHERE rowid <= (SELECT max(rowid) / 4 FROM session_blocks);
--> statement-breakpoint
INSERT INTO new_session_blocks
  SELECT page_id, is_removed, first_at, part, last_at, ends_at, count, sums, flags, clicks, questions, country, country_sums, device, device_sums, browser, browser_sums, page, page_sums, scroll_depth, engaged_ms, utm_source, utm_source_sums, utm_medium, utm_medium_sums, utm_campaign, utm_campaign_sums, page_link_id, page_link_id_sums, audience_id, audience_id_sums, started_at, landing_path, landing_path_sums, referrer, referrer_sums, utm_content, utm_content_sums, utm_term, utm_term_sums, active_ms, account_id, account_id_sums, person_id, person_id_sums, recipient_account_id, recipient_account_id_sums, recipient_person_id, recipient_person_id_sums
  FROM session_blocks WHERE rowid > (SELECT max(rowid) / 4 FROM session_blocks) AND rowid <= 2 * (SELECT max(rowid) / 4 FROM session_blocks);
--> statement-breakpoint
INSERT INTO new_session_blocks
  SELECT page_id, is_removed, first_at, part, last_at, ends_at, count, sums, flags, clicks, questions, country, country_sums, device, device_sums, browser, browser_sums, page, page_sums, scroll_depth, engaged_ms, utm_source, utm_source_sums, utm_medium, utm_medium_sums, utm_campaign, utm_campaign_sums, page_link_id, page_link_id_sums, audience_id, audience_id_sums, started_at, landing_path, landing_path_sums, referrer, referrer_sums, utm_content, utm_content_sums, utm_term, utm_term_sums, active_ms, account_id, account_id_sums, person_id, person_id_sums, recipient_account_id, recipient_account_id_sums, recipient_person_id, recipient_person_id_sums
  FROM session_blocks WHERE rowid > 2 * (SELECT max(rowid) / 4 FROM session_blocks) AND rowid <= 3 * (SELECT max(rowid) / 4 FROM session_blocks);
--> statement-breakpoint
INSERT INTO new_session_blocks
  SELECT page_id, is_removed, first_at, part, last_at, ends_at, count, sums, flags, clicks, questions, country, country_sums, device, device_sums, browser, browser_sums, page, page_sums, scroll_depth, engaged_ms, utm_source, utm_source_sums, utm_medium, utm_medium_sums, utm_campaign, utm_campaign_sums, page_link_id, page_link_id_sums, audience_id, audience_id_sums, started_at, landing_path, landing_path_sums, referrer, referrer_sums, utm_content, utm_content_sums, utm_term, utm_term_sums, active_ms, account_id, account_id_sums, person_id, person_id_sums, recipient_account_id, recipient_account_id_sums, recipient_person_id, recipient_person_id_sums
  FROM session_blocks WHERE rowid > 3 * (SELECT max(rowid) / 4 FROM session_blocks);
--> statement-breakpoint
DROP TABLE session_blocks;
--> statement-breakpoint
ALTER TABLE new_session_blocks RENAME TO session_blocks;
