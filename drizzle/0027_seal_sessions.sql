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
-- Before 0017, the removed sessions of an audience that began in the same millisecond had one row of sums. It becomes a
-- row for each session, with the same sums in all. First come the bounces, then other sessions that may count as one
-- (`closed`), then the rest. Conversions, forms, clicks and questions go to those that are no bounces, one after the
-- other, so that as many as possible did something. Each of the others that are closed has 10 seconds.
CREATE VIEW removed_together AS
SELECT *, max(0, min(closed - bounces - conversions - form_submits - interactions, timed - bounces, engaged_ms / 10000)) AS idle
FROM (
  SELECT page_id, started_at, number, audience_id, "values", sums ->> 0 AS sessions,
    coalesce(sums ->> 2, 0) AS closed, min(coalesce(sums ->> 3, 0), coalesce(sums ->> 2, 0), coalesce(sums ->> 11, 0)) AS bounces,
    coalesce(sums ->> 4, 0) AS conversions, coalesce(sums ->> 5, 0) AS form_submits, coalesce(sums ->> 6, 0) AS cta_sessions,
    coalesce(sums ->> 7, 0) AS interactions, coalesce(sums ->> 8, 0) AS scroll_depth, coalesce(sums ->> 9, 0) AS scrolled,
    coalesce(sums ->> 10, 0) AS engaged_ms, coalesce(sums ->> 11, 0) AS timed
  FROM removed_sessions WHERE sums ->> 0 > 1
);
--> statement-breakpoint
-- `item` numbers the sessions of a row, `place` those of them that are no bounces.
CREATE VIEW removed_apart AS
SELECT *,
  place >= 0 AND place < conversions AS has_conversion,
  place >= 0 AND (place - conversions + others) % others < form_submits AS has_form,
  place >= 0 AND (place - (conversions + form_submits) % others + others) % others < cta_sessions AS has_click,
  iif(place < 0, -1, (place - (conversions + form_submits + cta_sessions) % others + others) % others) AS turn,
  place >= first_idle AND place < first_idle + idle AS is_idle,
  place - iif(place < first_idle, 0, idle) AS turn_of_time
FROM (
  SELECT removed_together.*, item.key AS item, item.key - bounces AS place, sessions - bounces AS others,
    closed - bounces - idle AS first_idle, timed - bounces - idle AS others_timed, interactions - cta_sessions AS more
  FROM removed_together
    CROSS JOIN json_each('[0' || replace(hex(zeroblob(sessions - 1)), '00', ',0') || ']') AS item
);
--> statement-breakpoint
INSERT INTO removed_sessions (page_id, started_at, number, audience_id, sums, "values")
SELECT page_id, started_at, 1000000 * (number + 1) + item, audience_id,
  json_array(1, 0, item < closed, item < bounces, has_conversion, has_form, has_click,
    has_click + (turn >= 0 AND turn < more) + iif(turn = 0, max(0, more - others), 0),
    iif(item = 0, scroll_depth, 0), item < scrolled,
    CASE
      WHEN is_idle THEN iif(place = first_idle, engaged_ms - 10000 * (idle - 1), 10000)
      WHEN place >= 0 THEN iif(idle = 0 AND others_timed > 0 AND turn_of_time = 0, engaged_ms, 0)
      WHEN idle = 0 AND others_timed = 0 THEN engaged_ms / bounces + (item < engaged_ms % bounces)
      ELSE 0
    END,
    place < 0 OR is_idle OR turn_of_time < others_timed),
  "values"
FROM removed_apart;
--> statement-breakpoint
DELETE FROM removed_sessions WHERE sums ->> 0 > 1;
--> statement-breakpoint
DROP VIEW removed_apart;
--> statement-breakpoint
DROP VIEW removed_together;
--> statement-breakpoint
-- What blocks have of a removed session, from its sums. One that is not `closed` although it did something, or has a
-- time, had failed: it counts neither as completed nor as a bounce. Each is in the blocks of its page (`sequence`), and in
-- those of the workspace. A block has 1,000 of them, or some 400,000 bytes.
CREATE VIEW removed_facts AS
SELECT sequence, started_at / 86400000 AS day, page_id, started_at, number, audience_id, "values",
  (NOT closed AND (timed OR conversions OR form_submits OR interactions)) * 2 + form_submits * 4 + conversions * 8 AS flags,
  iif(cta_sessions, interactions, 0) AS clicks,
  iif(cta_sessions, 0, interactions) AS questions,
  iif(scrolled, scroll_depth + 1, 0) AS scroll_depth,
  iif(timed, engaged_ms + 1, 0) AS engaged_ms,
  max(400, 60 + octet_length(page_id) + coalesce(octet_length(audience_id), 0) + octet_length("values")) AS bytes
FROM (
  SELECT *, coalesce(sums ->> 2, 0) AS closed, coalesce(sums ->> 4, 0) AS conversions,
    coalesce(sums ->> 5, 0) AS form_submits, coalesce(sums ->> 6, 0) AS cta_sessions, coalesce(sums ->> 7, 0) AS interactions,
    coalesce(sums ->> 8, 0) AS scroll_depth, coalesce(sums ->> 9, 0) AS scrolled, coalesce(sums ->> 10, 0) AS engaged_ms,
    coalesce(sums ->> 11, 0) AS timed
  FROM (SELECT page_id AS sequence, * FROM removed_sessions UNION ALL SELECT '', * FROM removed_sessions)
);
--> statement-breakpoint
CREATE TABLE removed_parts (part integer PRIMARY KEY);
--> statement-breakpoint
-- Columns are JSON arrays, which blocks may have as well. The sessions of a day begin at its noon.
CREATE TRIGGER removed_parts_inserted AFTER INSERT ON removed_parts BEGIN
  INSERT INTO session_blocks (page_id, is_removed, first_at, part, last_at, ends_at, count, sums, started_at, flags, clicks, questions, scroll_depth, engaged_ms, active_ms, audience_id, page, utm_source, utm_medium, utm_campaign, utm_term, utm_content, referrer, country, device, browser, landing_path)
  SELECT sequence, 1, day * 86400000 + 43200000, before / 400000, day * 86400000 + 43200000, 0, count(*), NULL, '=0',
    json_group_array(flags), json_group_array(clicks), json_group_array(questions), json_group_array(scroll_depth), json_group_array(engaged_ms),
    '=0', json_group_array(audience_id), json_group_array(page_id),
    json_group_array("values" ->> 0), json_group_array("values" ->> 1), json_group_array("values" ->> 2), json_group_array("values" ->> 3), json_group_array("values" ->> 4),
    json_group_array("values" ->> 5), json_group_array("values" ->> 6), json_group_array("values" ->> 7), json_group_array("values" ->> 8), json_group_array("values" ->> 9)
  FROM (
    SELECT *, sum(bytes) OVER (PARTITION BY sequence, day ORDER BY started_at, page_id, number) - bytes AS before
    FROM removed_facts WHERE day % 11 = new.part
  )
  GROUP BY sequence, day, before / 400000;
END;
--> statement-breakpoint
-- In parts, because D1 limits the time of a statement.
INSERT INTO removed_parts (part) VALUES (0);
--> statement-breakpoint
INSERT INTO removed_parts (part) VALUES (1);
--> statement-breakpoint
INSERT INTO removed_parts (part) VALUES (2);
--> statement-breakpoint
INSERT INTO removed_parts (part) VALUES (3);
--> statement-breakpoint
INSERT INTO removed_parts (part) VALUES (4);
--> statement-breakpoint
INSERT INTO removed_parts (part) VALUES (5);
--> statement-breakpoint
INSERT INTO removed_parts (part) VALUES (6);
--> statement-breakpoint
INSERT INTO removed_parts (part) VALUES (7);
--> statement-breakpoint
INSERT INTO removed_parts (part) VALUES (8);
--> statement-breakpoint
INSERT INTO removed_parts (part) VALUES (9);
--> statement-breakpoint
INSERT INTO removed_parts (part) VALUES (10);
--> statement-breakpoint
DROP TABLE removed_parts;
--> statement-breakpoint
DROP VIEW removed_facts;
