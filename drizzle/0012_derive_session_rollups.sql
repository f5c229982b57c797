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
-- What a session adds to the sums of its audience and time: src/sessions/measures.ts.
CREATE VIEW session_facts AS
SELECT page_id, coalesce(audience_id, '') AS audience_id, session_started_at, analytics_session_id,
    1 AS sessions,
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
-- A change of the sums is written by inserting it here. `kept` counts sessions that still have a row: 1 for one more,
-- -1 for one less. `removed` is 1 for the sums of a session that is gone, which are kept by millisecond.
CREATE VIEW session_changes AS
SELECT page_id, audience_id, session_started_at, 0 AS removed, 1 AS kept,
    sessions, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed
FROM session_facts;
--> statement-breakpoint
-- Rollups of 0 hours hold what is removed.
CREATE TRIGGER session_changes_inserted INSTEAD OF INSERT ON session_changes BEGIN
  INSERT INTO session_rollups (page_id, audience_id, hours, start, kept,
    sessions, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed)
  SELECT new.page_id, new.audience_id, hours,
    iif(hours = 0, new.session_started_at, new.session_started_at / 3600000 / hours * hours), new.kept,
    new.sessions, new.closed, new.bounces, new.conversions, new.form_submits, new.cta_sessions, new.interactions, new.scroll_depth, new.scrolled, new.engaged_ms, new.timed
  FROM (SELECT column1 AS hours FROM (VALUES (0), (1), (6), (24), (120), (720)))
  WHERE (hours = 0) = new.removed
  ON CONFLICT DO UPDATE SET
    kept = kept + excluded.kept,
    sessions = sessions + excluded.sessions,
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
  INSERT INTO session_changes (page_id, audience_id, session_started_at, removed, kept,
    sessions, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed)
  SELECT page_id, audience_id, session_started_at, 0, 1,
    sessions, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed
  FROM session_facts WHERE analytics_session_id = new.analytics_session_id;
END;
--> statement-breakpoint
-- A session that stays in its audience and hour moves their sums by the difference.
CREATE TRIGGER audience_sessions_updated AFTER UPDATE ON audience_sessions
WHEN (old.audience_id, old.session_started_at / 3600000) IS (new.audience_id, new.session_started_at / 3600000)
  AND (old.is_bounce_eligible, old.is_bounce, old.has_conversion, old.form_state > 0, old.total_clicks_count > 0, old.total_clicks_count + old.questions_asked_count, coalesce(old.max_scroll_depth, 0), old.max_scroll_depth IS NOT NULL, coalesce(old.engaged_ms, 0), old.engaged_ms IS NOT NULL)
    IS NOT (new.is_bounce_eligible, new.is_bounce, new.has_conversion, new.form_state > 0, new.total_clicks_count > 0, new.total_clicks_count + new.questions_asked_count, coalesce(new.max_scroll_depth, 0), new.max_scroll_depth IS NOT NULL, coalesce(new.engaged_ms, 0), new.engaged_ms IS NOT NULL)
BEGIN
  INSERT INTO session_changes (page_id, audience_id, session_started_at, removed, kept,
    sessions, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed)
  VALUES (new.page_id, coalesce(new.audience_id, ''), new.session_started_at, 0, 0,
    0,
    (new.is_bounce_eligible) - (old.is_bounce_eligible),
    (new.is_bounce) - (old.is_bounce),
    (new.has_conversion) - (old.has_conversion),
    (new.form_state > 0) - (old.form_state > 0),
    (new.total_clicks_count > 0) - (old.total_clicks_count > 0),
    (new.total_clicks_count + new.questions_asked_count) - (old.total_clicks_count + old.questions_asked_count),
    (coalesce(new.max_scroll_depth, 0)) - (coalesce(old.max_scroll_depth, 0)),
    (new.max_scroll_depth IS NOT NULL) - (old.max_scroll_depth IS NOT NULL),
    (coalesce(new.engaged_ms, 0)) - (coalesce(old.engaged_ms, 0)),
    (new.engaged_ms IS NOT NULL) - (old.engaged_ms IS NOT NULL)
  );
END;
--> statement-breakpoint
-- One that moves to another hour or audience takes its sums along.
CREATE TRIGGER audience_sessions_moved AFTER UPDATE ON audience_sessions
WHEN (old.audience_id, old.session_started_at / 3600000) IS NOT (new.audience_id, new.session_started_at / 3600000)
BEGIN
  INSERT INTO session_changes (page_id, audience_id, session_started_at, removed, kept,
    sessions, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed)
  VALUES (old.page_id, coalesce(old.audience_id, ''), old.session_started_at, 0, -1,
    -(1),
    -(old.is_bounce_eligible),
    -(old.is_bounce),
    -(old.has_conversion),
    -(old.form_state > 0),
    -(old.total_clicks_count > 0),
    -(old.total_clicks_count + old.questions_asked_count),
    -(coalesce(old.max_scroll_depth, 0)),
    -(old.max_scroll_depth IS NOT NULL),
    -(coalesce(old.engaged_ms, 0)),
    -(old.engaged_ms IS NOT NULL)
  );
  INSERT INTO session_changes (page_id, audience_id, session_started_at, removed, kept,
    sessions, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed)
  SELECT page_id, audience_id, session_started_at, 0, 1,
    sessions, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed
  FROM session_facts WHERE analytics_session_id = new.analytics_session_id;
END;
--> statement-breakpoint
-- Only retention removes sessions: they are counted on, but not listed.
CREATE TRIGGER audience_sessions_removing BEFORE DELETE ON audience_sessions BEGIN
  INSERT INTO session_changes (page_id, audience_id, session_started_at, removed, kept,
    sessions, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed)
  SELECT page_id, audience_id, session_started_at, 1, 0,
    sessions, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed
  FROM session_facts WHERE analytics_session_id = old.analytics_session_id;
  INSERT INTO session_changes (page_id, audience_id, session_started_at, removed, kept,
    sessions, closed, bounces, conversions, form_submits, cta_sessions, interactions, scroll_depth, scrolled, engaged_ms, timed)
  VALUES (old.page_id, coalesce(old.audience_id, ''), old.session_started_at, 0, -1,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  );
END;
