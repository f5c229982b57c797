import { named, unnamed } from '../../db/tables/events.ts';
import { dayMs } from '../../lib/durations.ts';
import { type EventType, eventsByType, eventTypes, type RowChange } from '../../vocabulary/events.ts';
import { isChanged, isHeard, tell, trigger, updates } from './event-trigger.ts';

/** What an erased person or account leaves: events with the id alone, and visits and forms without it. */
const forget = (
  visited: EventType,
  id: string,
) => `DELETE FROM visit_days WHERE type = '${visited}' AND subject = ${id};
  UPDATE events SET subject = NULL, related = '{}' WHERE subject = ${id} AND type = '${visited}';
  UPDATE events SET related = '{}' WHERE subject = ${id} AND related <> '{}';
  UPDATE events SET related = ${unnamed} WHERE (${named}) = ${id};`;

/**
 * `account.erased`, after what leads from the id of an erased account to its visits is gone. SQLite promises no order among
 * triggers, but that these come before those that delete the account of an erased person.
 */
const erased = (
  kind: 'person' | 'account',
) => `CREATE TRIGGER event_${kind}_erased BEFORE DELETE ON ${kind}s BEGIN
  ${forget(`${kind}.visited`, `old.${kind}_id`)}
${tell({ type: `${kind}.erased`, subject: `old.${kind}_id` }, isHeard(`${kind}.erased`))}
END;`;

/** The ids of other records that an event has, by the first word of its type. */
const related: Record<string, Record<string, string>> = {
  person_log: { personLogId: 'new.person_log_id' },
  account_log: { accountLogId: 'new.account_log_id' },
  audience: { pageId: 'new.page_id' },
  audience_version: {
    pageId: '(SELECT page_id FROM audiences WHERE audience_id = new.audience_id)',
    versionId: 'new.version_id',
  },
  experiment: { pageId: 'new.page_id', experimentId: 'new.experiment_id' },
  page_link: { pageId: 'new.page_id', audienceId: 'new.audience_id' },
};

/** What each event of a record has whose row is in the table of a name, such as `page_link`. */
const written = (type: EventType, name: string) => ({
  type,
  subject: `new.${eventsByType[type].of}_id`,
  related: related[name] ?? {},
});

/**
 * The condition that a change of a record is none of an erasure, which emits no event: that would lead from the person to
 * their page. See person-erasure.sql.ts.
 */
const unlessErased: Record<string, string> = {
  audience: "new.write_id <> ''",
  audience_version: "new.transition_id <> ''",
  page_link: "new.write_id <> ''",
};
const also = (name: string, when?: string) =>
  [when, unlessErased[name]].filter((one) => one !== undefined).join(' AND ') || undefined;

function changeOf(name: string, on: RowChange): { on: string; when?: string | undefined } {
  if (on === 'insert') return { on: `AFTER INSERT ON ${name}s` };
  const of = (column: string, when: string) => ({
    on: `AFTER UPDATE OF ${column} ON ${name}s`,
    when: also(name, when),
  });
  if ('status' in on) return of('status', `new.status = '${on.status}' AND old.status <> new.status`);
  if ('set' in on) return of(on.set, `old.${on.set} IS NULL AND new.${on.set} IS NOT NULL`);
  return of(on.cleared, `old.${on.cleared} IS NOT NULL AND new.${on.cleared} IS NULL`);
}

const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function triggersOf(type: EventType): string[] {
  const { on, fields, draftFields = {}, until } = eventsByType[type];
  const [name = ''] = type.split('.');
  const updated = (table: string, of: object, suffix = '') =>
    updates({
      ...written(type, table),
      table: `${table}s`,
      suffix,
      fields: Object.fromEntries(Object.keys(of).map((field) => [field, columnOf(field)])),
      when: also(table, until && `new.${until} IS NULL`),
    });
  return [
    ...(on ? [trigger({ ...written(type, name), ...changeOf(name, on) })] : []),
    ...(fields ? [updated(name, fields)] : []),
    // Those of a draft are the words of its audience.
    ...Object.keys(draftFields).map((field) =>
      trigger({
        ...written(type, 'audience_version'),
        suffix: '_words',
        on: `AFTER UPDATE OF ${columnOf(field)} ON audience_versions`,
        when: also('audience_version', isChanged(columnOf(field))),
        changes: `json_array('${field}')`,
      }),
    ),
  ];
}

const days = (suffix: string, on: string, isForgotten = '') =>
  `CREATE TRIGGER visit_days_${suffix} AFTER ${on} ON events
WHEN old.type IN ('account.visited', 'person.visited') AND old.subject IS NOT NULL${isForgotten} BEGIN
  DELETE FROM visit_days
    WHERE type = old.type AND subject = old.subject AND day <= old.created_at / ${dayMs};
END;`;
const ofDays = [
  days('removed', 'DELETE'),
  days('forgotten', 'UPDATE OF subject', ' AND new.subject IS NULL'),
].join('\n\n');

export default `-- What happened, as events, in the transaction that does it. So imports and commands tell too, a transaction that
-- fails tells nothing, and one that is tried again tells once. Nothing is written of a type that nobody listens to. Those
-- of visits are in session-events.sql.ts.

-- To note who wrote the events that have no author yet, insert into this view. While nobody listens, nothing is noted.
CREATE VIEW author_notes (actor, is_noted) AS SELECT NULL, NULL WHERE false;

CREATE TRIGGER author_notes_inserted INSTEAD OF INSERT ON author_notes WHEN new.is_noted BEGIN
  INSERT INTO event_authors (until, actor)
  SELECT coalesce((SELECT max(sequence) FROM events), 0), new.actor FROM event_actor WHERE id = 1
  ON CONFLICT (until) DO NOTHING;
END;

${eventTypes.flatMap(triggersOf).join('\n\n')}

-- No event leads from the id of an erased person to a visit or a log.
${erased('person')}

${erased('account')}

-- SQLite counts on from the newest event, and begins at 1 again in an empty table. So the newest is never deleted,
-- whoever asks.
CREATE TRIGGER events_newest_kept BEFORE DELETE ON events WHEN old.sequence = (SELECT max(sequence) FROM events) BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER event_authors_removed AFTER DELETE ON events BEGIN
  DELETE FROM event_authors WHERE until = old.sequence;
END;

-- The last day of a visit that was told is kept no longer than the event that told it.
${ofDays}

-- The feed listens to the types of its settings.
CREATE TRIGGER event_settings_updated AFTER UPDATE OF types ON event_settings BEGIN
  DELETE FROM event_listeners WHERE listener = 'feed' AND type NOT IN (SELECT value FROM json_each(new.types));
  INSERT INTO event_listeners (type, listener) SELECT value, 'feed' FROM json_each(new.types) WHERE true
    ON CONFLICT DO NOTHING;
END;

-- Who writes is noted while somebody listens, and whether a webhook does.
CREATE TRIGGER event_listeners_inserted AFTER INSERT ON event_listeners BEGIN
  INSERT INTO event_actor (id) VALUES (1) ON CONFLICT DO NOTHING;
  UPDATE event_actor SET has_webhooks = 1 WHERE has_webhooks = 0 AND new.listener <> 'feed';
END;

CREATE TRIGGER event_listeners_deleted AFTER DELETE ON event_listeners BEGIN
  UPDATE event_actor SET has_webhooks = 0
    WHERE has_webhooks = 1 AND NOT EXISTS (SELECT 1 FROM event_listeners WHERE listener <> 'feed');
  DELETE FROM event_actor WHERE NOT EXISTS (SELECT 1 FROM event_listeners);
END;
`;
