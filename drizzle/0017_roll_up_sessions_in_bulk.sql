DROP TRIGGER IF EXISTS persons_deleted_sessions;
--> statement-breakpoint
DROP TRIGGER IF EXISTS session_changes_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS audience_sessions_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS audience_sessions_updated;
--> statement-breakpoint
DROP TRIGGER IF EXISTS audience_sessions_moved;
--> statement-breakpoint
DROP TRIGGER IF EXISTS audience_sessions_removing;
--> statement-breakpoint
DROP VIEW IF EXISTS session_facts;
--> statement-breakpoint
DROP VIEW IF EXISTS session_changes;
--> statement-breakpoint
CREATE TABLE `removed_sessions` (
	`page_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`number` integer NOT NULL,
	`audience_id` text,
	`sums` text NOT NULL,
	`values` text NOT NULL,
	PRIMARY KEY(`page_id`, `started_at`, `number`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `rollups` (
	`page_id` text NOT NULL,
	`audience_id` text NOT NULL,
	`grouping` text NOT NULL,
	`level` text NOT NULL,
	`start` integer NOT NULL,
	`part` integer NOT NULL,
	`totals` text NOT NULL,
	`quarters` text,
	PRIMARY KEY(`page_id`, `audience_id`, `grouping`, `level`, `start`, `part`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `session_corrections` (
	`page_id` text NOT NULL,
	`analytics_session_id` text NOT NULL,
	`counted` text,
	PRIMARY KEY(`page_id`, `analytics_session_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `session_tails` (
	`page_id` text PRIMARY KEY NOT NULL,
	`rolled_at` integer NOT NULL,
	`rolled_id` text NOT NULL,
	`check_at` integer,
	`oldest_at` integer NOT NULL,
	`write_id` text
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `session_tails_check` ON `session_tails` (`check_at`) WHERE check_at is not null;--> statement-breakpoint
CREATE INDEX `session_tails_oldest` ON `session_tails` (`oldest_at`);--> statement-breakpoint
-- The numbers of removed sessions, in parts, because D1 limits the time of a statement. Most
-- starts are whole seconds, so the number of parts is a prime.
INSERT INTO removed_sessions (page_id, started_at, number, audience_id, sums, "values")
SELECT page_id, start, row_number() OVER (PARTITION BY page_id, start) - 1, nullif(audience_id, ''),
  json_array(sessions, 0, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth,
    scrolled, engaged_ms, timed),
  json_array(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
FROM session_rollups WHERE hours = 0 AND start % 11 = 0;
--> statement-breakpoint
INSERT INTO removed_sessions (page_id, started_at, number, audience_id, sums, "values")
SELECT page_id, start, row_number() OVER (PARTITION BY page_id, start) - 1, nullif(audience_id, ''),
  json_array(sessions, 0, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth,
    scrolled, engaged_ms, timed),
  json_array(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
FROM session_rollups WHERE hours = 0 AND start % 11 = 1;
--> statement-breakpoint
INSERT INTO removed_sessions (page_id, started_at, number, audience_id, sums, "values")
SELECT page_id, start, row_number() OVER (PARTITION BY page_id, start) - 1, nullif(audience_id, ''),
  json_array(sessions, 0, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth,
    scrolled, engaged_ms, timed),
  json_array(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
FROM session_rollups WHERE hours = 0 AND start % 11 = 2;
--> statement-breakpoint
INSERT INTO removed_sessions (page_id, started_at, number, audience_id, sums, "values")
SELECT page_id, start, row_number() OVER (PARTITION BY page_id, start) - 1, nullif(audience_id, ''),
  json_array(sessions, 0, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth,
    scrolled, engaged_ms, timed),
  json_array(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
FROM session_rollups WHERE hours = 0 AND start % 11 = 3;
--> statement-breakpoint
INSERT INTO removed_sessions (page_id, started_at, number, audience_id, sums, "values")
SELECT page_id, start, row_number() OVER (PARTITION BY page_id, start) - 1, nullif(audience_id, ''),
  json_array(sessions, 0, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth,
    scrolled, engaged_ms, timed),
  json_array(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
FROM session_rollups WHERE hours = 0 AND start % 11 = 4;
--> statement-breakpoint
INSERT INTO removed_sessions (page_id, started_at, number, audience_id, sums, "values")
SELECT page_id, start, row_number() OVER (PARTITION BY page_id, start) - 1, nullif(audience_id, ''),
  json_array(sessions, 0, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth,
    scrolled, engaged_ms, timed),
  json_array(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
FROM session_rollups WHERE hours = 0 AND start % 11 = 5;
--> statement-breakpoint
INSERT INTO removed_sessions (page_id, started_at, number, audience_id, sums, "values")
SELECT page_id, start, row_number() OVER (PARTITION BY page_id, start) - 1, nullif(audience_id, ''),
  json_array(sessions, 0, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth,
    scrolled, engaged_ms, timed),
  json_array(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
FROM session_rollups WHERE hours = 0 AND start % 11 = 6;
--> statement-breakpoint
INSERT INTO removed_sessions (page_id, started_at, number, audience_id, sums, "values")
SELECT page_id, start, row_number() OVER (PARTITION BY page_id, start) - 1, nullif(audience_id, ''),
  json_array(sessions, 0, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth,
    scrolled, engaged_ms, timed),
  json_array(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
FROM session_rollups WHERE hours = 0 AND start % 11 = 7;
--> statement-breakpoint
INSERT INTO removed_sessions (page_id, started_at, number, audience_id, sums, "values")
SELECT page_id, start, row_number() OVER (PARTITION BY page_id, start) - 1, nullif(audience_id, ''),
  json_array(sessions, 0, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth,
    scrolled, engaged_ms, timed),
  json_array(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
FROM session_rollups WHERE hours = 0 AND start % 11 = 8;
--> statement-breakpoint
INSERT INTO removed_sessions (page_id, started_at, number, audience_id, sums, "values")
SELECT page_id, start, row_number() OVER (PARTITION BY page_id, start) - 1, nullif(audience_id, ''),
  json_array(sessions, 0, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth,
    scrolled, engaged_ms, timed),
  json_array(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
FROM session_rollups WHERE hours = 0 AND start % 11 = 9;
--> statement-breakpoint
INSERT INTO removed_sessions (page_id, started_at, number, audience_id, sums, "values")
SELECT page_id, start, row_number() OVER (PARTITION BY page_id, start) - 1, nullif(audience_id, ''),
  json_array(sessions, 0, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth,
    scrolled, engaged_ms, timed),
  json_array(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
FROM session_rollups WHERE hours = 0 AND start % 11 = 10;
--> statement-breakpoint
-- Nothing is rolled up yet: the cron begins at once.
INSERT INTO session_tails (page_id, rolled_at, rolled_id, check_at, oldest_at)
SELECT page_id, -1, '', 0, coalesce((SELECT min(session_started_at) FROM audience_sessions
  WHERE audience_sessions.page_id = pages.page_id), 253402300800000)
FROM pages
WHERE EXISTS (SELECT 1 FROM audience_sessions WHERE audience_sessions.page_id = pages.page_id)
  OR EXISTS (SELECT 1 FROM removed_sessions WHERE removed_sessions.page_id = pages.page_id);
--> statement-breakpoint
INSERT INTO counters (name, value) VALUES ('rollup_writes', 0);
--> statement-breakpoint
DROP TABLE `page_session_counts`;--> statement-breakpoint
DROP TABLE `session_rollups`;--> statement-breakpoint
DROP INDEX `audience_sessions_pending`;--> statement-breakpoint
DROP INDEX `audience_sessions_started`;--> statement-breakpoint
ALTER TABLE `audience_sessions` ADD `referrer` text;--> statement-breakpoint
ALTER TABLE `audience_sessions` ADD `country` text;--> statement-breakpoint
ALTER TABLE `audience_sessions` ADD `device` text;--> statement-breakpoint
ALTER TABLE `audience_sessions` ADD `browser` text;--> statement-breakpoint
ALTER TABLE `audience_sessions` ADD `landing_path` text GENERATED ALWAYS AS (iif(page_url is null, null, coalesce(nullif(substr(substr(substr(page_url, 1, instr(page_url || '#', '#') - 1), 1, instr(substr(page_url, 1, instr(page_url || '#', '#') - 1) || '?', '?') - 1), 8 + instr(substr(substr(substr(page_url, 1, instr(page_url || '#', '#') - 1), 1, instr(substr(page_url, 1, instr(page_url || '#', '#') - 1) || '?', '?') - 1), 9) || '/', '/')), ''), '/'))) VIRTUAL;--> statement-breakpoint
ALTER TABLE `audience_sessions` DROP COLUMN `is_bounce_eligible`;--> statement-breakpoint
ALTER TABLE `audience_sessions` DROP COLUMN `is_bounce`;--> statement-breakpoint
CREATE INDEX `audiences_archived` ON `audiences` (`page_id`,`audience_id`) WHERE archived_at is not null;
--> statement-breakpoint
-- A session keeps its numbers. It loses the form that the person submitted, even if it is linked to another person.
-- It also loses the page and campaign fields, which may name the person.
CREATE TRIGGER persons_deleted_sessions AFTER DELETE ON persons BEGIN
  UPDATE audience_sessions
    SET person_id = nullif(person_id, old.person_id), form_submission_email = NULL, form_submission_phone = NULL,
      form_submission_identifier = NULL, form_submission_identifier_type = NULL, page_title = NULL,
      page_url = NULL, utm_campaign = NULL, utm_content = NULL, utm_medium = NULL, utm_source = NULL,
      utm_term = NULL, referrer = NULL
    WHERE analytics_session_id IN (
      SELECT analytics_session_id FROM audience_sessions WHERE person_id = old.person_id
      UNION SELECT analytics_session_id FROM audience_sessions WHERE form_submission_email = old.email
      UNION SELECT analytics_session_id FROM audience_sessions WHERE form_submission_phone = old.phone_number
      UNION SELECT analytics_session_id FROM audience_sessions
        WHERE form_submission_identifier IN (old.email, old.phone_number, old.linkedin_identity)
    );
END;
--> statement-breakpoint
-- The first session that waits makes the cron look at its page a day later. Of a hundred sessions about one makes it
-- look an hour later: a page with many visits is then rolled up more often, and a visit does not count anything.
CREATE TRIGGER audience_sessions_inserted AFTER INSERT ON audience_sessions BEGIN
  INSERT INTO session_tails (page_id, rolled_at, rolled_id, check_at, oldest_at)
  VALUES (new.page_id, -1, '',
    new.session_started_at + iif(new.session_started_at % 100 = 99, 3600000, 90000000), new.session_started_at)
  ON CONFLICT DO UPDATE SET
    check_at = min(coalesce(check_at, excluded.check_at), excluded.check_at),
    oldest_at = min(oldest_at, excluded.oldest_at)
  WHERE check_at IS NULL OR oldest_at > excluded.oldest_at
    OR new.session_started_at % 100 = 99 AND check_at > excluded.check_at;
  INSERT INTO session_corrections (page_id, analytics_session_id)
  SELECT page_id, new.analytics_session_id FROM session_tails
  WHERE page_id = new.page_id AND (new.session_started_at < rolled_at OR new.session_started_at = rolled_at AND new.analytics_session_id <= rolled_id);
END;
--> statement-breakpoint
-- Only the first change after the roll-up is noted: it has what the rollups count. The cron looks at the page an hour
-- later, if it would not look at all.
CREATE TRIGGER audience_sessions_updated AFTER UPDATE ON audience_sessions
WHEN json_array(old.analytics_session_id, old.session_started_at, old.audience_id, old.active_ms, old.computation_status, iif(old.failure IS NULL, NULL, 1), old.engaged_ms, old.max_scroll_depth, old.total_clicks_count, old.questions_asked_count, old.form_state, old.has_conversion, old.utm_source, old.utm_medium, old.utm_campaign, old.utm_term, old.utm_content, old.referrer, old.country, old.device, old.browser, old.landing_path)
  IS NOT json_array(new.analytics_session_id, new.session_started_at, new.audience_id, new.active_ms, new.computation_status, iif(new.failure IS NULL, NULL, 1), new.engaged_ms, new.max_scroll_depth, new.total_clicks_count, new.questions_asked_count, new.form_state, new.has_conversion, new.utm_source, new.utm_medium, new.utm_campaign, new.utm_term, new.utm_content, new.referrer, new.country, new.device, new.browser, new.landing_path)
BEGIN
  INSERT INTO session_corrections (page_id, analytics_session_id, counted)
  SELECT page_id, new.analytics_session_id, iif((old.session_started_at < rolled_at OR old.session_started_at = rolled_at AND old.analytics_session_id <= rolled_id),
    json_array(old.analytics_session_id, old.session_started_at, old.audience_id, old.active_ms, old.computation_status, iif(old.failure IS NULL, NULL, 1), old.engaged_ms, old.max_scroll_depth, old.total_clicks_count, old.questions_asked_count, old.form_state, old.has_conversion, old.utm_source, old.utm_medium, old.utm_campaign, old.utm_term, old.utm_content, old.referrer, old.country, old.device, old.browser, old.landing_path), NULL)
  FROM session_tails WHERE page_id = new.page_id AND (new.session_started_at < rolled_at OR new.session_started_at = rolled_at AND new.analytics_session_id <= rolled_id)
  ON CONFLICT DO NOTHING;
  UPDATE session_tails SET
    oldest_at = min(oldest_at, new.session_started_at),
    check_at = iif((new.session_started_at < rolled_at OR new.session_started_at = rolled_at AND new.analytics_session_id <= rolled_id), coalesce(check_at, unixepoch() * 1000 + 3600000), check_at)
  WHERE page_id = new.page_id
    AND (oldest_at > new.session_started_at OR check_at IS NULL AND (new.session_started_at < rolled_at OR new.session_started_at = rolled_at AND new.analytics_session_id <= rolled_id));
END;
