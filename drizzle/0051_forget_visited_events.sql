DROP TRIGGER IF EXISTS visit_day_account_visited;
--> statement-breakpoint
DROP TRIGGER IF EXISTS visit_day_account_visited_later;
--> statement-breakpoint
DROP TRIGGER IF EXISTS visit_day_person_visited;
--> statement-breakpoint
DROP TRIGGER IF EXISTS visit_day_person_visited_later;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_visit_day_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_visit_day_updated;
--> statement-breakpoint
CREATE INDEX `events_visited` ON `events` (`created_at`) WHERE type in ('account.visited', 'person.visited') and subject is not null;--> statement-breakpoint
ALTER TABLE `visit_days` DROP COLUMN `analytics_session_id`;
--> statement-breakpoint
CREATE TRIGGER event_account_visited AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.visited') AND (new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'account.visited', new.recipient_account_id, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'account.visited' AND subject = new.recipient_account_id AND day >= new.session_started_at / 86400000);
  INSERT INTO visit_days (type, subject, day) VALUES ('account.visited', new.recipient_account_id, new.session_started_at / 86400000)
  ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;
END;
--> statement-breakpoint
CREATE TRIGGER event_account_visited_later AFTER UPDATE ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'account.visited') AND (new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_account_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_account_id IS NOT new.recipient_account_id) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'account.visited', new.recipient_account_id, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'account.visited' AND subject = new.recipient_account_id AND day >= new.session_started_at / 86400000);
  INSERT INTO visit_days (type, subject, day) VALUES ('account.visited', new.recipient_account_id, new.session_started_at / 86400000)
  ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;
END;
--> statement-breakpoint
CREATE TRIGGER event_person_visited AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.visited') AND (new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'person.visited', new.recipient_person_id, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'person.visited' AND subject = new.recipient_person_id AND day >= new.session_started_at / 86400000);
  INSERT INTO visit_days (type, subject, day) VALUES ('person.visited', new.recipient_person_id, new.session_started_at / 86400000)
  ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;
END;
--> statement-breakpoint
CREATE TRIGGER event_person_visited_later AFTER UPDATE ON audience_sessions
WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'person.visited') AND (new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_person_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_person_id IS NOT new.recipient_person_id) BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'person.visited', new.recipient_person_id, json_object('audienceSessionId', new.audience_session_id, 'analyticsSessionId', new.analytics_session_id, 'pageId', new.page_id, 'audienceId', new.audience_id),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  WHERE NOT EXISTS (SELECT 1 FROM visit_days WHERE type = 'person.visited' AND subject = new.recipient_person_id AND day >= new.session_started_at / 86400000);
  INSERT INTO visit_days (type, subject, day) VALUES ('person.visited', new.recipient_person_id, new.session_started_at / 86400000)
  ON CONFLICT DO UPDATE SET day = excluded.day WHERE excluded.day > day;
END;
