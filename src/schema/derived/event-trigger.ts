import type { EventType } from '../../vocabulary/events.ts';

/** SQL of the condition that somebody listens to a type of event. */
export const isHeard = (type: EventType): string =>
  `EXISTS (SELECT 1 FROM event_listeners WHERE type = '${type}')`;

/** SQL of a JSON object. */
const object = (fields: Record<string, string>) =>
  `json_object(${Object.entries(fields)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')})`;

interface Written {
  type: EventType;
  /** SQL of the id of what the event tells about. */
  subject: string;
  /** SQL of the ids of other records, by the names that the interface gives them. */
  related?: Record<string, string>;
  /** SQL of a JSON array of names of fields. */
  changes?: string;
}

/** The statement that writes an event, if a condition holds. */
export const tell = ({ type, subject, related = {}, changes = 'NULL' }: Written, when?: string): string =>
  `  INSERT INTO events (type, subject, related, changes, actor, created_at)
  SELECT '${type}', ${subject}, ${object(related)},
    ${changes},
    (SELECT actor FROM event_actor WHERE id = 1), CAST(unixepoch('subsec') * 1000 AS INTEGER)${when ? `\n  WHERE ${when}` : ''};`;

interface Trigger extends Written {
  /** The suffix of the trigger's name, behind its type. */
  suffix?: string;
  /** `AFTER INSERT ON persons` and the like. */
  on: string;
  when?: string | undefined;
}

/** The trigger that writes an event. */
export const trigger = ({ on, when, suffix = '', ...told }: Trigger): string =>
  `CREATE TRIGGER event_${told.type.replace('.', '_')}${suffix} ${on}
WHEN ${isHeard(told.type)}${when ? `\n  AND ${when}` : ''} BEGIN
${tell(told)}
END;`;

/** SQL of the condition that an UPDATE gives a column another value. */
export const isChanged = (column: string): string => `old.${column} IS NOT new.${column}`;

interface Updates extends Omit<Trigger, 'on' | 'changes'> {
  table: string;
  /** Columns that the interface shows, by their names there. */
  fields: Record<string, string>;
}

/** The trigger that writes an event with the names of the fields that have changed, if any has. */
export const updates = ({ table, fields, when, ...told }: Updates): string => {
  const changes = Object.entries(fields).map(([name, column]) => ({ name, is: isChanged(column) }));
  // D1 takes five terms in a compound SELECT, which would be the other way.
  const names = changes.map(({ name, is }) => `iif(${is}, '${name}', NULL)`);
  return trigger({
    ...told,
    on: `AFTER UPDATE OF ${Object.values(fields).join(', ')} ON ${table}`,
    when: `(${changes.map(({ is }) => is).join(' OR ')})${when ? ` AND ${when}` : ''}`,
    changes: `(SELECT json_group_array(value) FROM json_each(json_array(${names.join(', ')})) WHERE value IS NOT NULL)`,
  });
};
