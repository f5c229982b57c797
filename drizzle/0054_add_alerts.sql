CREATE TABLE `alert_cursor` (
	`id` integer PRIMARY KEY NOT NULL,
	`sequence` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alert_firings` (
	`firing_id` text PRIMARY KEY NOT NULL,
	`alert_id` text NOT NULL,
	`webhook_id` text NOT NULL,
	`subject` text NOT NULL,
	`day` integer NOT NULL,
	`facts` text NOT NULL,
	`fired_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `alert_firings_once` ON `alert_firings` (`alert_id`,`subject`,`day`);--> statement-breakpoint
CREATE INDEX `alert_firings_alert` ON `alert_firings` (`alert_id`,`firing_id`);--> statement-breakpoint
CREATE INDEX `alert_firings_subject` ON `alert_firings` (`subject`) WHERE subject <> '';--> statement-breakpoint
CREATE TABLE `alert_visits` (
	`sequence` integer PRIMARY KEY NOT NULL,
	`subject` text,
	`started_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `alert_visits_subject` ON `alert_visits` (`subject`,`started_at`) WHERE subject is not null;--> statement-breakpoint
CREATE TABLE `alerts` (
	`alert_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`webhook_id` text NOT NULL,
	`timezone` text NOT NULL,
	`type` text NOT NULL,
	`condition` text NOT NULL,
	`on_after` integer,
	`next_due_at` integer,
	`failed_at` integer,
	`author` text NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `alerts_live` ON `alerts` (`alert_id`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `alerts_on` ON `alerts` (`type`) WHERE on_after is not null;--> statement-breakpoint
CREATE INDEX `alerts_due` ON `alerts` (`next_due_at`) WHERE next_due_at is not null;--> statement-breakpoint
CREATE INDEX `events_fired` ON `events` (`created_at`) WHERE type = 'alert.fired' and (related ->> 'accountId' is not null or related ->> 'personId' is not null);
--> statement-breakpoint
CREATE TRIGGER alert_visits_accounts_visited AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM alerts WHERE type = 'accounts_visited' AND on_after IS NOT NULL) AND (new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) BEGIN
  INSERT INTO alert_visits (subject, started_at, created_at)
  VALUES (new.recipient_account_id, new.session_started_at, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER alert_visits_accounts_visited_later AFTER UPDATE ON audience_sessions
WHEN EXISTS (SELECT 1 FROM alerts WHERE type = 'accounts_visited' AND on_after IS NOT NULL) AND (new.has_input AND new.recipient_account_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_account_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_account_id IS NOT new.recipient_account_id) BEGIN
  INSERT INTO alert_visits (subject, started_at, created_at)
  VALUES (new.recipient_account_id, new.session_started_at, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER alert_visits_link_opened AFTER INSERT ON audience_sessions
WHEN EXISTS (SELECT 1 FROM alerts WHERE type = 'link_opened' AND on_after IS NOT NULL) AND (new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) BEGIN
  INSERT INTO alert_visits (subject, started_at, created_at)
  VALUES (new.recipient_person_id, new.session_started_at, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
CREATE TRIGGER alert_visits_link_opened_later AFTER UPDATE ON audience_sessions
WHEN EXISTS (SELECT 1 FROM alerts WHERE type = 'link_opened' AND on_after IS NOT NULL) AND (new.has_input AND new.recipient_person_id <> '' AND (new.engaged_ms >= 10000 OR new.total_clicks_count > 0 OR new.questions_asked_count > 0
    OR new.form_state > 0 OR new.has_conversion)) AND ((old.has_input AND old.recipient_person_id <> '' AND (old.engaged_ms >= 10000 OR old.total_clicks_count > 0 OR old.questions_asked_count > 0
    OR old.form_state > 0 OR old.has_conversion)) IS NOT TRUE OR old.recipient_person_id IS NOT new.recipient_person_id) BEGIN
  INSERT INTO alert_visits (subject, started_at, created_at)
  VALUES (new.recipient_person_id, new.session_started_at, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
--> statement-breakpoint
-- SQLite counts on from the newest visit, and begins at 1 again in an empty table. So the newest is never deleted, but
-- it forgets whose it was.
CREATE TRIGGER alert_visits_newest_kept BEFORE DELETE ON alert_visits
WHEN old.sequence = (SELECT max(sequence) FROM alert_visits) BEGIN
  UPDATE alert_visits SET subject = NULL WHERE sequence = old.sequence AND subject IS NOT NULL;
  SELECT RAISE(IGNORE);
END;
--> statement-breakpoint
-- What alerts fire is written while one of them is on.
CREATE TRIGGER alerts_inserted AFTER INSERT ON alerts BEGIN
  INSERT INTO event_listeners (type, listener) SELECT 'alert.fired', 'alerts'
    WHERE new.on_after IS NOT NULL ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER alerts_updated AFTER UPDATE OF on_after ON alerts BEGIN
  INSERT INTO event_listeners (type, listener) SELECT 'alert.fired', 'alerts'
    WHERE new.on_after IS NOT NULL ON CONFLICT DO NOTHING;
  DELETE FROM event_listeners WHERE type = 'alert.fired' AND listener = 'alerts'
    AND NOT EXISTS (SELECT 1 FROM alerts WHERE on_after IS NOT NULL);
END;
--> statement-breakpoint
-- An alert without its webhook is off.
CREATE TRIGGER webhooks_deleted_alerts AFTER UPDATE OF deleted_at ON webhooks
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE alerts SET on_after = NULL, next_due_at = NULL, revision = revision + 1, updated_at = new.deleted_at
    WHERE on_after IS NOT NULL AND webhook_id = new.webhook_id;
END;
--> statement-breakpoint
CREATE TRIGGER alert_firings_inserted AFTER INSERT ON alert_firings WHEN EXISTS (SELECT 1 FROM event_listeners WHERE type = 'alert.fired') BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT 'alert.fired', new.alert_id, json_object('alertId', new.alert_id, 'firingId', new.firing_id, 'webhookId', new.webhook_id, 'accountId', iif(new.facts ->> 'type' IN ('accounts_visited'), nullif(new.subject, ''), NULL), 'personId', iif(new.facts ->> 'type' IN ('link_opened'), nullif(new.subject, ''), NULL), 'pageId', iif(new.facts ->> 'type' IN ('conversions_changed', 'weekly_report'), nullif(new.subject, ''), NULL)),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER persons_deleted_alerts AFTER DELETE ON persons BEGIN
  DELETE FROM alert_firings WHERE subject = old.person_id AND subject <> '';
  UPDATE alert_visits SET subject = NULL WHERE subject = old.person_id;
END;
--> statement-breakpoint
CREATE TRIGGER accounts_deleted_alerts AFTER DELETE ON accounts BEGIN
  DELETE FROM alert_firings WHERE subject = old.account_id AND subject <> '';
  UPDATE alert_visits SET subject = NULL WHERE subject = old.account_id;
END;
