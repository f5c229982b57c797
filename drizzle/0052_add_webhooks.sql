DROP TRIGGER IF EXISTS event_listeners_inserted;
--> statement-breakpoint
DROP TRIGGER IF EXISTS event_listeners_deleted;
--> statement-breakpoint
CREATE TABLE `webhook_answers` (
	`webhook_id` text NOT NULL,
	`place` integer NOT NULL,
	`sequence` integer NOT NULL,
	`answer` text NOT NULL,
	PRIMARY KEY(`webhook_id`, `place`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`webhook_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`status` text NOT NULL,
	`attempts` integer NOT NULL,
	`started_at` integer,
	`duration_ms` integer,
	`status_code` integer,
	`error` text,
	`next_attempt_at` integer,
	PRIMARY KEY(`webhook_id`, `sequence`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_waiting` ON `webhook_deliveries` (`webhook_id`,`next_attempt_at`) WHERE next_attempt_at is not null;--> statement-breakpoint
CREATE TABLE `webhook_secrets` (
	`webhook_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`previous` text,
	`previous_until` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`webhook_id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`types` text NOT NULL,
	`is_ordered` integer NOT NULL,
	`cursor` integer NOT NULL,
	`failing_since` integer,
	`disabled_at` integer,
	`disabled_reason` text,
	`lease_id` text,
	`lease_until` integer,
	`keeps_answers` integer NOT NULL,
	`author` text NOT NULL,
	`revision` integer NOT NULL,
	`write_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	`is_cleared` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `webhooks_known` ON `webhooks` (`webhook_id`) WHERE is_cleared = 0;--> statement-breakpoint
ALTER TABLE `event_actor` ADD `has_webhooks` integer DEFAULT false NOT NULL;
--> statement-breakpoint
-- Who writes is noted while somebody listens, and whether a webhook does.
CREATE TRIGGER event_listeners_inserted AFTER INSERT ON event_listeners BEGIN
  INSERT INTO event_actor (id) VALUES (1) ON CONFLICT DO NOTHING;
  UPDATE event_actor SET has_webhooks = 1 WHERE has_webhooks = 0 AND new.listener <> 'feed';
END;
--> statement-breakpoint
CREATE TRIGGER event_listeners_deleted AFTER DELETE ON event_listeners BEGIN
  UPDATE event_actor SET has_webhooks = 0
    WHERE has_webhooks = 1 AND NOT EXISTS (SELECT 1 FROM event_listeners WHERE listener <> 'feed');
  DELETE FROM event_actor WHERE NOT EXISTS (SELECT 1 FROM event_listeners);
END;
--> statement-breakpoint
-- A webhook listens to its types while it is switched on.
CREATE TRIGGER webhooks_inserted AFTER INSERT ON webhooks BEGIN
  INSERT INTO event_listeners (type, listener) SELECT value, new.webhook_id FROM json_each(new.types)
    WHERE new.disabled_at IS NULL AND new.deleted_at IS NULL
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER webhooks_updated AFTER UPDATE OF types, disabled_at, deleted_at ON webhooks BEGIN
  DELETE FROM event_listeners WHERE listener = new.webhook_id
    AND (new.disabled_at IS NOT NULL OR new.deleted_at IS NOT NULL
      OR type NOT IN (SELECT value FROM json_each(new.types)));
  INSERT INTO event_listeners (type, listener) SELECT value, new.webhook_id FROM json_each(new.types)
    WHERE new.disabled_at IS NULL AND new.deleted_at IS NULL
    ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
-- The cron removes its deliveries.
CREATE TRIGGER webhooks_deleted AFTER UPDATE OF deleted_at ON webhooks
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  DELETE FROM webhook_secrets WHERE webhook_id = new.webhook_id;
  DELETE FROM webhook_answers WHERE webhook_id = new.webhook_id;
END;
--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_deleted AFTER DELETE ON webhook_deliveries BEGIN
  DELETE FROM webhook_answers
    WHERE webhook_id = old.webhook_id AND place = old.sequence % 20 AND sequence = old.sequence;
END;
--> statement-breakpoint
-- A receiver may answer with what it has read of a person. Nobody knows of whom, so an erasure removes all answers, also
-- those of attempts that run.
CREATE TRIGGER persons_deleted_answers AFTER DELETE ON persons BEGIN
  DELETE FROM webhook_answers;
  UPDATE webhooks SET keeps_answers = 0 WHERE is_cleared = 0 AND keeps_answers = 1;
END;
