import { hasSampleSql, isSampleSql } from '../../lib/sample.ts';
import { answerPlaces } from '../../outbound/webhooks/schedule.ts';

const listens = `INSERT INTO event_listeners (type, listener) SELECT value, new.webhook_id FROM json_each(new.types)
    WHERE new.disabled_at IS NULL AND new.deleted_at IS NULL
    ON CONFLICT DO NOTHING;`;

export default `-- A webhook listens to its types while it is switched on.
CREATE TRIGGER webhooks_inserted AFTER INSERT ON webhooks BEGIN
  ${listens}
END;

-- Each round names disabled_at in its SET, and changes it seldom.
CREATE TRIGGER webhooks_updated AFTER UPDATE OF types, disabled_at, deleted_at ON webhooks
WHEN old.types IS NOT new.types OR old.disabled_at IS NOT new.disabled_at OR old.deleted_at IS NOT new.deleted_at BEGIN
  DELETE FROM event_listeners WHERE listener = new.webhook_id
    AND (new.disabled_at IS NOT NULL OR new.deleted_at IS NOT NULL
      OR type NOT IN (SELECT value FROM json_each(new.types)));
  ${listens}
END;

-- The cron removes its deliveries.
CREATE TRIGGER webhooks_deleted AFTER UPDATE OF deleted_at ON webhooks
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  DELETE FROM webhook_secrets WHERE webhook_id = new.webhook_id;
  DELETE FROM webhook_answers WHERE webhook_id = new.webhook_id;
END;

CREATE TRIGGER webhook_deliveries_deleted AFTER DELETE ON webhook_deliveries BEGIN
  DELETE FROM webhook_answers
    WHERE webhook_id = old.webhook_id AND place = old.sequence % ${answerPlaces} AND sequence = old.sequence;
END;

-- A receiver may answer with what it has read of a person. Nobody knows of whom, so an erasure removes all answers, also
-- those of attempts that run. The removal of sample data erases nobody.
CREATE TRIGGER persons_deleted_answers AFTER DELETE ON persons
WHEN NOT (${isSampleSql('old.person_id')}) OR ${hasSampleSql} BEGIN
  DELETE FROM webhook_answers;
  UPDATE webhooks SET keeps_answers = 0 WHERE is_cleared = 0 AND keeps_answers = 1;
END;
`;
