DROP TRIGGER IF EXISTS webhooks_updated;
--> statement-breakpoint
-- Each round names disabled_at in its SET, and changes it seldom.
CREATE TRIGGER webhooks_updated AFTER UPDATE OF types, disabled_at, deleted_at ON webhooks
WHEN old.types IS NOT new.types OR old.disabled_at IS NOT new.disabled_at OR old.deleted_at IS NOT new.deleted_at BEGIN
  DELETE FROM event_listeners WHERE listener = new.webhook_id
    AND (new.disabled_at IS NOT NULL OR new.deleted_at IS NOT NULL
      OR type NOT IN (SELECT value FROM json_each(new.types)));
  INSERT INTO event_listeners (type, listener) SELECT value, new.webhook_id FROM json_each(new.types)
    WHERE new.disabled_at IS NULL AND new.deleted_at IS NULL
    ON CONFLICT DO NOTHING;
END;
