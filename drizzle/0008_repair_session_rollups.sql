-- Brings every database that 0005 made, as it stood in any commit, to one state; and takes completed sessions of
-- which nothing is known (imported ones without a time) out of those that may count as bounces. The column is_closed
-- stays: until the new version is deployed, the one before reads it.
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
DROP TRIGGER IF EXISTS persons_deleted_sessions;
--> statement-breakpoint
DROP VIEW IF EXISTS session_changes;
--> statement-breakpoint
DROP VIEW IF EXISTS session_facts;
--> statement-breakpoint
ALTER TABLE `audience_sessions` DROP COLUMN `is_bounce`;
--> statement-breakpoint
ALTER TABLE `audience_sessions` ADD `is_bounce` integer GENERATED ALWAYS AS (computation_status = 'completed' and engaged_ms is not null and engaged_ms < 10000
        and total_clicks_count = 0 and questions_asked_count = 0 and form_state = 0 and has_conversion = 0) VIRTUAL;
--> statement-breakpoint
ALTER TABLE `audience_sessions` ADD `is_bounce_eligible` integer GENERATED ALWAYS AS (computation_status = 'completed' and (engaged_ms is not null or total_clicks_count > 0
        or questions_asked_count > 0 or form_state > 0 or has_conversion > 0)) VIRTUAL;
--> statement-breakpoint
-- The first 0005 did not count what it removed by time, and had no spans of 120 hours.
INSERT OR IGNORE INTO counters (name, value)
SELECT 'sessions_removed_before', coalesce(max(start) + 1, 0) FROM session_rollups
WHERE hours = 0 AND NOT EXISTS (SELECT 1 FROM counters WHERE name = 'sessions_removed_before');
--> statement-breakpoint
INSERT INTO session_rollups (page_id, audience_id, hours, start, sessions, kept, closed, bounces, conversions,
  form_submits, cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed)
SELECT page_id, audience_id, 120, start / 120 * 120, sum(sessions), sum(kept), sum(closed), sum(bounces),
  sum(conversions), sum(form_submits), sum(cta_sessions), sum(interactions), sum(scroll_depth), sum(scrolled),
  sum(engaged_ms), sum(timed)
FROM session_rollups
WHERE hours = 24 AND NOT EXISTS (SELECT 1 FROM session_rollups WHERE hours = 120)
GROUP BY page_id, audience_id, start / 120 * 120;
--> statement-breakpoint
INSERT INTO page_session_counts (page_id, hours, start, kept)
SELECT page_id, 120, start / 120 * 120, sum(kept)
FROM page_session_counts
WHERE hours = 24 AND NOT EXISTS (SELECT 1 FROM page_session_counts WHERE hours = 120)
GROUP BY page_id, start / 120 * 120;
--> statement-breakpoint
-- What a session adds to the sums of its audience and time.
CREATE VIEW session_facts AS
SELECT page_id, coalesce(audience_id, '') AS audience_id, session_started_at, analytics_session_id,
  1 AS sessions,
  1 AS kept,
  is_bounce_eligible AS closed,
  is_bounce AS bounces,
  has_conversion AS conversions,
  form_state > 0 AS form_submits,
  total_clicks_count > 0 AS cta_sessions,
  total_clicks_count + questions_asked_count AS interactions,
  coalesce(max_scroll_depth, 0) AS scroll_depth,
  max_scroll_depth IS NOT NULL AS scrolled,
  coalesce(engaged_ms, 0) AS engaged_ms,
  engaged_ms IS NOT NULL AS timed
FROM audience_sessions;
--> statement-breakpoint
-- A change of the sums is written by inserting it here: 1 for one session more, -1 for one less.
-- `removed` is 1 for the sums of a session that is gone, which are kept by millisecond.
CREATE VIEW session_changes AS
SELECT page_id, audience_id, session_started_at, 0 AS removed, sessions, kept, closed, bounces, conversions,
  form_submits, cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed
FROM session_facts;
--> statement-breakpoint
CREATE TRIGGER session_changes_inserted INSTEAD OF INSERT ON session_changes BEGIN
  INSERT INTO session_rollups (page_id, audience_id, hours, start, sessions, kept, closed, bounces, conversions,
    form_submits, cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed)
  SELECT new.page_id, new.audience_id, hours,
    iif(hours = 0, new.session_started_at, new.session_started_at / 3600000 / hours * hours),
    new.sessions, new.kept, new.closed, new.bounces, new.conversions, new.form_submits, new.cta_sessions,
    new.interactions, new.scroll_depth, new.scrolled, new.engaged_ms, new.timed
  FROM (SELECT column1 AS hours FROM (VALUES (0), (1), (6), (24), (120), (720)))
  WHERE (hours = 0) = new.removed
  ON CONFLICT DO UPDATE SET
    sessions = sessions + excluded.sessions,
    kept = kept + excluded.kept,
    closed = closed + excluded.closed,
    bounces = bounces + excluded.bounces,
    conversions = conversions + excluded.conversions,
    form_submits = form_submits + excluded.form_submits,
    cta_sessions = cta_sessions + excluded.cta_sessions,
    interactions = interactions + excluded.interactions,
    scroll_depth = scroll_depth + excluded.scroll_depth,
    scrolled = scrolled + excluded.scrolled,
    engaged_ms = engaged_ms + excluded.engaged_ms,
    timed = timed + excluded.timed;
  INSERT INTO page_session_counts (page_id, hours, start, kept)
  SELECT new.page_id, hours, new.session_started_at / 3600000 / hours * hours, new.kept
  FROM (SELECT column1 AS hours FROM (VALUES (1), (6), (24), (120), (720)))
  WHERE new.kept <> 0
  ON CONFLICT DO UPDATE SET kept = kept + excluded.kept;
END;
--> statement-breakpoint
CREATE TRIGGER audience_sessions_inserted AFTER INSERT ON audience_sessions BEGIN
  INSERT INTO session_changes
  SELECT page_id, audience_id, session_started_at, 0, sessions, kept, closed, bounces, conversions, form_submits,
    cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed
  FROM session_facts WHERE analytics_session_id = new.analytics_session_id;
END;
--> statement-breakpoint
-- One that stays in its hour moves its sums by the difference.
CREATE TRIGGER audience_sessions_updated AFTER UPDATE ON audience_sessions
WHEN old.audience_id IS new.audience_id
  AND old.session_started_at / 3600000 = new.session_started_at / 3600000
  AND (old.computation_status, old.is_bounce, old.has_conversion, old.form_state > 0, old.total_clicks_count,
      old.questions_asked_count, old.max_scroll_depth, old.engaged_ms)
    IS NOT (new.computation_status, new.is_bounce, new.has_conversion, new.form_state > 0, new.total_clicks_count,
      new.questions_asked_count, new.max_scroll_depth, new.engaged_ms)
BEGIN
  INSERT INTO session_changes VALUES (
    new.page_id, coalesce(new.audience_id, ''), new.session_started_at, 0, 0, 0,
    new.is_bounce_eligible - old.is_bounce_eligible,
    new.is_bounce - old.is_bounce,
    new.has_conversion - old.has_conversion,
    (new.form_state > 0) - (old.form_state > 0),
    (new.total_clicks_count > 0) - (old.total_clicks_count > 0),
    new.total_clicks_count + new.questions_asked_count - old.total_clicks_count - old.questions_asked_count,
    coalesce(new.max_scroll_depth, 0) - coalesce(old.max_scroll_depth, 0),
    (new.max_scroll_depth IS NOT NULL) - (old.max_scroll_depth IS NOT NULL),
    coalesce(new.engaged_ms, 0) - coalesce(old.engaged_ms, 0),
    (new.engaged_ms IS NOT NULL) - (old.engaged_ms IS NOT NULL)
  );
END;
--> statement-breakpoint
-- One that moves to another hour or audience takes its sums along.
CREATE TRIGGER audience_sessions_moved AFTER UPDATE ON audience_sessions
WHEN old.audience_id IS NOT new.audience_id
  OR old.session_started_at / 3600000 <> new.session_started_at / 3600000
BEGIN
  INSERT INTO session_changes VALUES (
    old.page_id, coalesce(old.audience_id, ''), old.session_started_at, 0, -1, -1, -old.is_bounce_eligible,
    -old.is_bounce, -old.has_conversion, -(old.form_state > 0), -(old.total_clicks_count > 0),
    -old.total_clicks_count - old.questions_asked_count, -coalesce(old.max_scroll_depth, 0),
    -(old.max_scroll_depth IS NOT NULL), -coalesce(old.engaged_ms, 0), -(old.engaged_ms IS NOT NULL)
  );
  INSERT INTO session_changes
  SELECT page_id, audience_id, session_started_at, 0, sessions, kept, closed, bounces, conversions, form_submits,
    cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed
  FROM session_facts WHERE analytics_session_id = new.analytics_session_id;
END;
--> statement-breakpoint
-- Only retention removes sessions: they are counted on, but not listed.
CREATE TRIGGER audience_sessions_removing BEFORE DELETE ON audience_sessions BEGIN
  INSERT INTO session_changes
  SELECT page_id, audience_id, session_started_at, 1, sessions, 0, closed, bounces, conversions, form_submits,
    cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed
  FROM session_facts WHERE analytics_session_id = old.analytics_session_id;
  INSERT INTO session_changes VALUES (
    old.page_id, coalesce(old.audience_id, ''), old.session_started_at, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  );
END;
--> statement-breakpoint
-- What a person wrote into a form goes with the person, whoever the session is linked to, and so does what its
-- page and campaign say. The session stays, with its numbers.
CREATE TRIGGER persons_deleted_sessions AFTER DELETE ON persons BEGIN
  UPDATE audience_sessions
    SET person_id = nullif(person_id, old.person_id), form_submission_email = NULL, form_submission_phone = NULL,
      form_submission_identifier = NULL, form_submission_identifier_type = NULL, page_title = NULL,
      page_url = NULL, utm_campaign = NULL, utm_content = NULL, utm_medium = NULL, utm_source = NULL,
      utm_term = NULL
    WHERE analytics_session_id IN (
      SELECT analytics_session_id FROM audience_sessions WHERE person_id = old.person_id
      UNION SELECT analytics_session_id FROM audience_sessions WHERE form_submission_email = old.email
      UNION SELECT analytics_session_id FROM audience_sessions WHERE form_submission_phone = old.phone_number
      UNION SELECT analytics_session_id FROM audience_sessions
        WHERE form_submission_identifier IN (old.email, old.phone_number, old.linkedin_identity)
    );
END;
--> statement-breakpoint
INSERT INTO session_changes
SELECT page_id, coalesce(audience_id, ''), session_started_at, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0
FROM audience_sessions
WHERE computation_status = 'completed' AND is_bounce_eligible = 0;
--> statement-breakpoint
-- The same for sessions that retention has removed: their sums stand apart by millisecond.
INSERT INTO session_changes
SELECT page_id, audience_id, start, 0, 0, 0, -closed, -bounces, 0, 0, 0, 0, 0, 0, 0, 0
FROM session_rollups
WHERE hours = 0 AND closed > 0 AND timed = 0 AND interactions = 0 AND form_submits = 0 AND conversions = 0;
--> statement-breakpoint
UPDATE session_rollups SET closed = 0, bounces = 0
WHERE hours = 0 AND closed > 0 AND timed = 0 AND interactions = 0 AND form_submits = 0 AND conversions = 0;
--> statement-breakpoint
-- What an erasure left in sessions before: a session with a form of somebody, and nobody in it, was erased.
UPDATE audience_sessions
SET page_title = NULL, page_url = NULL, utm_campaign = NULL, utm_content = NULL, utm_medium = NULL,
  utm_source = NULL, utm_term = NULL
WHERE form_state = 2 AND form_submission_identifier IS NULL AND form_submission_email IS NULL
  AND form_submission_phone IS NULL;
