-- Migration 0017 was changed after its first commit, 7fde854. A database of that commit gets the trigger of all others.
DROP TRIGGER audience_sessions_updated;
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
