import { isRecipientVisit } from '../../analytics/is-engaged.ts';
import type { AlertType } from '../../vocabulary/conditions.ts';
import { isChanged, isHeard, tell } from './event-trigger.ts';

/** SQL of the condition that an alert of a type is on. */
const isOn = (type: AlertType) =>
  `EXISTS (SELECT 1 FROM alerts WHERE type = '${type}' AND on_after IS NOT NULL)`;

/** The triggers that note visits of a recipient, each once. */
const visits = (type: AlertType, recipient: string) => {
  const isVisit = (row: 'old' | 'new') => isRecipientVisit(row, recipient);
  const note = (name: string, on: string, when: string) => `CREATE TRIGGER ${name} ${on}
WHEN ${isOn(type)} AND ${when} BEGIN
  INSERT INTO alert_visits (subject, started_at, created_at)
  VALUES (new.${recipient}, new.session_started_at, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;`;
  const name = `alert_visits_${type}`;
  return [
    note(name, 'AFTER INSERT ON audience_sessions', isVisit('new')),
    note(
      `${name}_later`,
      'AFTER UPDATE ON audience_sessions',
      `${isVisit('new')} AND (${isVisit('old')} IS NOT TRUE OR ${isChanged(recipient)})`,
    ),
  ];
};

const listens = `INSERT INTO event_listeners (type, listener) SELECT 'alert.fired', 'alerts'
    WHERE new.on_after IS NOT NULL ON CONFLICT DO NOTHING;`;

/** SQL of the subject of a firing of some types, or null. */
const subjectOf = (...types: AlertType[]) =>
  `iif(new.facts ->> 'type' IN (${types.map((type) => `'${type}'`).join(', ')}), nullif(new.subject, ''), NULL)`;

/** What an erased person or account leaves: a visit without a name, whose number is not given again. */
const forget = (id: string) => `DELETE FROM alert_firings WHERE subject = ${id} AND subject <> '';
  UPDATE alert_visits SET subject = NULL WHERE subject = ${id};`;

export default `-- Alerts. The visits that they need are noted while one of them is on. They are those of account.visited and
-- person.visited in session-events.sql.ts, but each visit and not only the first of a day.

${[...visits('accounts_visited', 'recipient_account_id'), ...visits('link_opened', 'recipient_person_id')].join('\n\n')}

-- SQLite counts on from the newest visit, and begins at 1 again in an empty table. So the newest is never deleted, but
-- it forgets whose it was.
CREATE TRIGGER alert_visits_newest_kept BEFORE DELETE ON alert_visits
WHEN old.sequence = (SELECT max(sequence) FROM alert_visits) BEGIN
  UPDATE alert_visits SET subject = NULL WHERE sequence = old.sequence AND subject IS NOT NULL;
  SELECT RAISE(IGNORE);
END;

-- What alerts fire is written while one of them is on.
CREATE TRIGGER alerts_inserted AFTER INSERT ON alerts BEGIN
  ${listens}
END;

CREATE TRIGGER alerts_updated AFTER UPDATE OF on_after ON alerts BEGIN
  ${listens}
  DELETE FROM event_listeners WHERE type = 'alert.fired' AND listener = 'alerts'
    AND NOT EXISTS (SELECT 1 FROM alerts WHERE on_after IS NOT NULL);
END;

-- An alert without its webhook is off.
CREATE TRIGGER webhooks_deleted_alerts AFTER UPDATE OF deleted_at ON webhooks
WHEN old.deleted_at IS NULL AND new.deleted_at IS NOT NULL BEGIN
  UPDATE alerts SET on_after = NULL, next_due_at = NULL, revision = revision + 1, updated_at = new.deleted_at
    WHERE on_after IS NOT NULL AND webhook_id = new.webhook_id;
END;

CREATE TRIGGER alert_firings_inserted AFTER INSERT ON alert_firings WHEN ${isHeard('alert.fired')} BEGIN
${tell({
  type: 'alert.fired',
  subject: 'new.alert_id',
  related: {
    alertId: 'new.alert_id',
    firingId: 'new.firing_id',
    webhookId: 'new.webhook_id',
    accountId: subjectOf('accounts_visited'),
    personId: subjectOf('link_opened'),
    pageId: subjectOf('conversions_changed', 'weekly_report'),
  },
})}
END;

CREATE TRIGGER persons_deleted_alerts AFTER DELETE ON persons BEGIN
  ${forget('old.person_id')}
END;

CREATE TRIGGER accounts_deleted_alerts AFTER DELETE ON accounts BEGIN
  ${forget('old.account_id')}
END;
`;
