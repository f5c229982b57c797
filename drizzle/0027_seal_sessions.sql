DROP TRIGGER IF EXISTS audience_sessions_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS audience_sessions_updated;
--> statement-breakpoint
CREATE TABLE `session_blocks` (
	`page_id` text NOT NULL,
	`is_removed` integer NOT NULL,
	`first_at` integer NOT NULL,
	`part` integer NOT NULL,
	`last_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`count` integer NOT NULL,
	`sums` text,
	`started_at` text NOT NULL,
	`flags` text NOT NULL,
	`clicks` text NOT NULL,
	`questions` text NOT NULL,
	`scroll_depth` text NOT NULL,
	`engaged_ms` text NOT NULL,
	`active_ms` text NOT NULL,
	`audience_id` text NOT NULL,
	`page` text NOT NULL,
	`utm_source` text NOT NULL,
	`utm_medium` text NOT NULL,
	`utm_campaign` text NOT NULL,
	`utm_term` text NOT NULL,
	`utm_content` text NOT NULL,
	`referrer` text NOT NULL,
	`country` text NOT NULL,
	`device` text NOT NULL,
	`browser` text NOT NULL,
	`landing_path` text NOT NULL,
	PRIMARY KEY(`page_id`, `is_removed`, `first_at`, `part`)
);
--> statement-breakpoint
CREATE TABLE `session_seal` (
	`id` integer PRIMARY KEY NOT NULL,
	`sealed_at` integer NOT NULL,
	`sealed_id` text NOT NULL,
	`revision` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audience_sessions_started` ON `audience_sessions` (`session_started_at`,`analytics_session_id`);
--> statement-breakpoint
CREATE TRIGGER audience_sessions_inserted AFTER INSERT ON audience_sessions WHEN (new.session_started_at, new.analytics_session_id) <= (SELECT sealed_at, sealed_id FROM session_seal WHERE id = 1) BEGIN
  INSERT INTO session_corrections (page_id, analytics_session_id)
  VALUES (new.page_id, new.analytics_session_id);
END;
--> statement-breakpoint
-- Only the first change is noted: it has what the blocks have.
CREATE TRIGGER audience_sessions_updated AFTER UPDATE ON audience_sessions
WHEN ((old.session_started_at, old.analytics_session_id) <= (SELECT sealed_at, sealed_id FROM session_seal WHERE id = 1) OR (new.session_started_at, new.analytics_session_id) <= (SELECT sealed_at, sealed_id FROM session_seal WHERE id = 1))
  AND json_array(old.analytics_session_id, old.session_started_at, old.active_ms, coalesce(old.engaged_ms + 1, 0), coalesce(old.max_scroll_depth + 1, 0), old.total_clicks_count, old.questions_asked_count, ((old.computation_status = 'pending') * 1 + (old.failure IS NOT NULL) * 2 + (old.form_state > 0) * 4 + (old.has_conversion > 0) * 8), old.audience_id, old.page_id, old.utm_source, old.utm_medium, old.utm_campaign, old.utm_term, old.utm_content, old.referrer, old.country, old.device, old.browser, old.landing_path)
  IS NOT json_array(new.analytics_session_id, new.session_started_at, new.active_ms, coalesce(new.engaged_ms + 1, 0), coalesce(new.max_scroll_depth + 1, 0), new.total_clicks_count, new.questions_asked_count, ((new.computation_status = 'pending') * 1 + (new.failure IS NOT NULL) * 2 + (new.form_state > 0) * 4 + (new.has_conversion > 0) * 8), new.audience_id, new.page_id, new.utm_source, new.utm_medium, new.utm_campaign, new.utm_term, new.utm_content, new.referrer, new.country, new.device, new.browser, new.landing_path)
BEGIN
  INSERT INTO session_corrections (page_id, analytics_session_id, counted)
  VALUES (new.page_id, new.analytics_session_id, iif((old.session_started_at, old.analytics_session_id) <= (SELECT sealed_at, sealed_id FROM session_seal WHERE id = 1),
    json_array(old.analytics_session_id, old.session_started_at, old.active_ms, coalesce(old.engaged_ms + 1, 0), coalesce(old.max_scroll_depth + 1, 0), old.total_clicks_count, old.questions_asked_count, ((old.computation_status = 'pending') * 1 + (old.failure IS NOT NULL) * 2 + (old.form_state > 0) * 4 + (old.has_conversion > 0) * 8), old.audience_id, old.page_id, old.utm_source, old.utm_medium, old.utm_campaign, old.utm_term, old.utm_content, old.referrer, old.country, old.device, old.browser, old.landing_path), NULL))
  ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- All sessions that exist wait to be sealed. Corrections of rollups have no meaning any more.
DELETE FROM session_corrections;
--> statement-breakpoint
DELETE FROM counters WHERE name = 'rollup_writes';
--> statement-breakpoint
-- Of removed sessions, their sums and values stay, by the day. A session that had failed counts neither as completed nor
-- as a bounce. Columns are JSON arrays, which blocks may have as well.
CREATE VIEW removed_facts AS SELECT page_id, started_at / 86400000 AS day, started_at, number, audience_id, "values",
  (coalesce(sums ->> 2, 0) = 0 AND (sums ->> 11 OR sums ->> 4 OR sums ->> 5 OR sums ->> 7)) * 2
    + (coalesce(sums ->> 5, 0) > 0) * 4 + (coalesce(sums ->> 4, 0) > 0) * 8 AS flags,
  iif(sums ->> 6, coalesce(sums ->> 7, 0), 0) AS clicks,
  iif(sums ->> 6, 0, coalesce(sums ->> 7, 0)) AS questions,
  iif(sums ->> 9, coalesce(sums ->> 8, 0) + 1, 0) AS scroll_depth,
  iif(sums ->> 11, coalesce(sums ->> 10, 0) + 1, 0) AS engaged_ms
FROM removed_sessions;
--> statement-breakpoint
INSERT INTO session_blocks (page_id, is_removed, first_at, part, last_at, ends_at, count, sums, started_at, flags, clicks, questions, scroll_depth, engaged_ms, active_ms, audience_id, page, utm_source, utm_medium, utm_campaign, utm_term, utm_content, referrer, country, device, browser, landing_path)
SELECT page_id, 1, noon, place / 250, noon, 0, count(*), NULL, '=0', json_group_array(flags), json_group_array(clicks), json_group_array(questions), json_group_array(scroll_depth), json_group_array(engaged_ms), '=0', json_group_array(audience_id), json_group_array(page_id), json_group_array("values" ->> 0), json_group_array("values" ->> 1), json_group_array("values" ->> 2), json_group_array("values" ->> 3), json_group_array("values" ->> 4), json_group_array("values" ->> 5), json_group_array("values" ->> 6), json_group_array("values" ->> 7), json_group_array("values" ->> 8), json_group_array("values" ->> 9)
FROM (
  SELECT *, day * 86400000 + 43200000 AS noon, row_number() OVER (PARTITION BY page_id, day ORDER BY started_at, number) - 1 AS place
  FROM removed_facts
)
GROUP BY page_id, day, place / 250;
--> statement-breakpoint
INSERT INTO session_blocks (page_id, is_removed, first_at, part, last_at, ends_at, count, sums, started_at, flags, clicks, questions, scroll_depth, engaged_ms, active_ms, audience_id, page, utm_source, utm_medium, utm_campaign, utm_term, utm_content, referrer, country, device, browser, landing_path)
SELECT '', 1, noon, place / 250, noon, 0, count(*), NULL, '=0', json_group_array(flags), json_group_array(clicks), json_group_array(questions), json_group_array(scroll_depth), json_group_array(engaged_ms), '=0', json_group_array(audience_id), json_group_array(page_id), json_group_array("values" ->> 0), json_group_array("values" ->> 1), json_group_array("values" ->> 2), json_group_array("values" ->> 3), json_group_array("values" ->> 4), json_group_array("values" ->> 5), json_group_array("values" ->> 6), json_group_array("values" ->> 7), json_group_array("values" ->> 8), json_group_array("values" ->> 9)
FROM (
  SELECT *, day * 86400000 + 43200000 AS noon, row_number() OVER (PARTITION BY day ORDER BY started_at, number) - 1 AS place
  FROM removed_facts
)
GROUP BY day, place / 250;
--> statement-breakpoint
DROP VIEW removed_facts;
