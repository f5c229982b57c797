DROP TRIGGER IF EXISTS audience_sessions_updated;
--> statement-breakpoint
ALTER TABLE `audience_sessions` ADD `version_id` text;--> statement-breakpoint
ALTER TABLE `session_blocks` ADD `version_id` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `session_blocks` ADD `version_id_sums` text;
--> statement-breakpoint
-- Only the first change is noted: it has what the blocks have.
CREATE TRIGGER audience_sessions_updated AFTER UPDATE ON audience_sessions
WHEN ((old.session_started_at, old.analytics_session_id) <= (SELECT sealed_at, sealed_id FROM session_seal WHERE id = 1) OR (new.session_started_at, new.analytics_session_id) <= (SELECT sealed_at, sealed_id FROM session_seal WHERE id = 1))
  AND json_array(old.analytics_session_id, old.session_started_at, old.active_ms, coalesce(old.engaged_ms + 1, 0), coalesce(old.max_scroll_depth + 1, 0), old.total_clicks_count, old.questions_asked_count, ((old.computation_status = 'pending') * 1 + (old.failure IS NOT NULL) * 2 + (old.form_state > 0) * 4 + (old.has_conversion > 0) * 8), old.audience_id, old.page_id, old.utm_source, old.utm_medium, old.utm_campaign, old.utm_term, old.utm_content, old.referrer, old.country, old.device, old.browser, old.landed_path, iif(old.account_id IS NULL, NULL, old.person_id), nullif(old.account_id, ''), old.recipient_person_id, old.recipient_account_id, old.page_link_id, old.version_id)
  IS NOT json_array(new.analytics_session_id, new.session_started_at, new.active_ms, coalesce(new.engaged_ms + 1, 0), coalesce(new.max_scroll_depth + 1, 0), new.total_clicks_count, new.questions_asked_count, ((new.computation_status = 'pending') * 1 + (new.failure IS NOT NULL) * 2 + (new.form_state > 0) * 4 + (new.has_conversion > 0) * 8), new.audience_id, new.page_id, new.utm_source, new.utm_medium, new.utm_campaign, new.utm_term, new.utm_content, new.referrer, new.country, new.device, new.browser, new.landed_path, iif(new.account_id IS NULL, NULL, new.person_id), nullif(new.account_id, ''), new.recipient_person_id, new.recipient_account_id, new.page_link_id, new.version_id)
BEGIN
  INSERT INTO session_corrections (page_id, analytics_session_id, counted)
  VALUES (new.page_id, new.analytics_session_id, iif((old.session_started_at, old.analytics_session_id) <= (SELECT sealed_at, sealed_id FROM session_seal WHERE id = 1),
    json_array(old.analytics_session_id, old.session_started_at, old.active_ms, coalesce(old.engaged_ms + 1, 0), coalesce(old.max_scroll_depth + 1, 0), old.total_clicks_count, old.questions_asked_count, ((old.computation_status = 'pending') * 1 + (old.failure IS NOT NULL) * 2 + (old.form_state > 0) * 4 + (old.has_conversion > 0) * 8), old.audience_id, old.page_id, old.utm_source, old.utm_medium, old.utm_campaign, old.utm_term, old.utm_content, old.referrer, old.country, old.device, old.browser, old.landed_path, iif(old.account_id IS NULL, NULL, old.person_id), nullif(old.account_id, ''), old.recipient_person_id, old.recipient_account_id, old.page_link_id, old.version_id), NULL))
  ON CONFLICT DO NOTHING;
END;
