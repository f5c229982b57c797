-- WITHOUT ROWID, a row costs one row written and not two. SQLite cannot change a table into one, so each is made anew
-- with its rows. Its triggers go with it.
CREATE TABLE event_listeners_before AS SELECT * FROM event_listeners;
--> statement-breakpoint
CREATE TABLE visit_days_before AS SELECT * FROM visit_days;
--> statement-breakpoint
DROP TABLE event_listeners;
--> statement-breakpoint
DROP TABLE visit_days;
--> statement-breakpoint
CREATE TABLE `event_listeners` (
	`type` text NOT NULL,
	`listener` text NOT NULL,
	PRIMARY KEY(`type`, `listener`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `visit_days` (
	`type` text NOT NULL,
	`subject` text NOT NULL,
	`day` integer NOT NULL,
	`analytics_session_id` text NOT NULL,
	PRIMARY KEY(`type`, `subject`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO event_listeners SELECT type, listener FROM event_listeners_before;
--> statement-breakpoint
INSERT INTO visit_days SELECT type, subject, day, analytics_session_id FROM visit_days_before;
--> statement-breakpoint
DROP TABLE event_listeners_before;
--> statement-breakpoint
DROP TABLE visit_days_before;
--> statement-breakpoint
-- Who writes is noted while somebody listens.
CREATE TRIGGER event_listeners_inserted AFTER INSERT ON event_listeners BEGIN
  INSERT INTO event_actor (id) VALUES (1) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER event_listeners_deleted AFTER DELETE ON event_listeners
WHEN NOT EXISTS (SELECT 1 FROM event_listeners) BEGIN
  DELETE FROM event_actor;
END;
--> statement-breakpoint
CREATE TRIGGER event_visit_day_inserted AFTER INSERT ON visit_days BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT new.type, new.subject, json_object('analyticsSessionId', new.analytics_session_id, 'pageId', (SELECT page_id FROM audience_sessions WHERE analytics_session_id = new.analytics_session_id), 'audienceId', (SELECT audience_id FROM audience_sessions WHERE analytics_session_id = new.analytics_session_id)),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
--> statement-breakpoint
CREATE TRIGGER event_visit_day_updated AFTER UPDATE OF day ON visit_days BEGIN
  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT new.type, new.subject, json_object('analyticsSessionId', new.analytics_session_id, 'pageId', (SELECT page_id FROM audience_sessions WHERE analytics_session_id = new.analytics_session_id), 'audienceId', (SELECT audience_id FROM audience_sessions WHERE analytics_session_id = new.analytics_session_id)),
    NULL,
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER);
END;
