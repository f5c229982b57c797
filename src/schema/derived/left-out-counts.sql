-- How many visits were left out, by page, day and reason. The cron removes the visits, and the counts stay.

CREATE TRIGGER left_out_visits_inserted AFTER INSERT ON left_out_visits BEGIN
  INSERT INTO left_out_counts (page_id, day, reason, count) VALUES (new.page_id, new.day, new.reason, 1)
    ON CONFLICT (page_id, day, reason) DO UPDATE SET count = count + 1;
END;

-- A visit that was left out turns out to be one: a person moved after all, or the page exists now. It is taken back, so
-- that each visit counts once. Its beacons were received at most a day after the session's start, by their clocks.
CREATE TRIGGER audience_sessions_inserted_left_out AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM left_out_visits WHERE day = new.session_started_at / 86400000 - 1
    AND analytics_session_id = new.analytics_session_id)
  OR EXISTS (SELECT 1 FROM left_out_visits WHERE day = new.session_started_at / 86400000
    AND analytics_session_id = new.analytics_session_id)
  OR EXISTS (SELECT 1 FROM left_out_visits WHERE day = new.session_started_at / 86400000 + 1
    AND analytics_session_id = new.analytics_session_id) BEGIN
  UPDATE left_out_counts SET count = count - 1 WHERE (page_id, day, reason) IN (
    SELECT page_id, day, reason FROM left_out_visits
    WHERE day IN (new.session_started_at / 86400000 - 1, new.session_started_at / 86400000,
        new.session_started_at / 86400000 + 1)
      AND analytics_session_id = new.analytics_session_id
  );
  DELETE FROM left_out_counts WHERE count = 0 AND (page_id, day, reason) IN (
    SELECT page_id, day, reason FROM left_out_visits
    WHERE day IN (new.session_started_at / 86400000 - 1, new.session_started_at / 86400000,
        new.session_started_at / 86400000 + 1)
      AND analytics_session_id = new.analytics_session_id
  );
  DELETE FROM left_out_visits
    WHERE day IN (new.session_started_at / 86400000 - 1, new.session_started_at / 86400000,
        new.session_started_at / 86400000 + 1)
      AND analytics_session_id = new.analytics_session_id;
END;
