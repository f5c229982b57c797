import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database, Optional } from '../../../db/client.ts';
import { isUnwritten, withWrite } from '../../../db/conditional-write.ts';
import { existsIn, itemField } from '../../../db/sql.ts';
import { type Bound, build, type Param, statement } from '../../../db/statement.ts';
import { hashIdempotencyKey } from '../../../lib/idempotency.ts';
import { newId } from '../../../lib/ids.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { writePersonLogsWith } from '../../../people/logs/store/create.ts';
import { idempotencyKeys } from '../../../people/tables/logs.ts';
import { keptDeliveries, sources } from '../../tables/sources.ts';
import type { Planned } from '../plan.ts';

/** An event of a source, and the idempotency key that its log has. */
export interface Keyed {
  event: Planned;
  key: string;
  keyHash: string;
  /** Of what is kept of it, if it is kept. */
  keptId: string;
}

/** An event with the key of its log. */
export function keyedOf(sourceId: string, event: Planned, keptId: string): Keyed {
  const key = `${sourceId}:${event.deliveryId}`;
  return { event, key, keyHash: hashIdempotencyKey(key), keptId };
}

/** What the source notes of an event, once it has happened. */
interface Noted {
  outcome: string;
  keyHash: string;
  /** Of the log that it is to become, or of the key of what is excluded. */
  logId: string | null;
  /** Of what is, or is to be, kept. */
  keptId: string | null;
  deliveryId: string;
  entry: object;
}

const { resource, keyHash, logId, ownerId } = idempotencyKeys;
/** The condition that there is a log of the key with this hash. */
export const isLogged = (hash: SQL) => and(sql`${resource} = 'person_log'`, eq(keyHash, hash));

/** An event that a mapping fits now is not kept any more. */
const unkeep = statement(({ sourceId, hashes }: { sourceId: Param<string>; hashes: Param<string> }) =>
  build
    .delete(keptDeliveries)
    .where(
      and(
        eq(keptDeliveries.sourceId, sourceId),
        sql`${keptDeliveries.keyHash} in (select value from json_each(${hashes}))`,
      ),
    ),
);

/** The key of what is excluded, so that it counts once however late it comes again, and not after it was logged or kept. */
const insertExcluded = statement(
  ({ rows, sourceId, now }: { rows: Param<string>; sourceId: Param<string>; now: Param<number> }) => {
    const hash = sql`(item.value ->> 0)`;
    const isKept = and(eq(keptDeliveries.sourceId, sourceId), eq(keptDeliveries.keyHash, hash));
    return sql`insert into ${idempotencyKeys} select 'delivery', ${hash}, ${sources.sourceId}, item.value ->> 1, '', 0,
        ${sources.name}, item.value ->> 2, ${now}
      from json_each(${rows}) as item cross join ${sources}
      where ${and(eq(sources.sourceId, sourceId), isNull(sources.deletedAt))}
        and not ${existsIn(idempotencyKeys, isLogged(hash))} and not ${existsIn(keptDeliveries, isKept)}
      on conflict do nothing`;
  },
);

/** A statement that notes the keys of what is excluded, if anything is. */
export function exclude(sourceId: string, events: readonly Keyed[], now: number): Optional {
  const excluded = events.filter(({ event }) => event.outcome === 'excluded');
  const rows = excluded.map(({ keyHash: hash, keptId, event: { type } }) => [hash, keptId, type]);
  return rows.length > 0 ? insertExcluded({ rows: JSON.stringify(rows), sourceId, now }) : undefined;
}

/** How many deliveries a source shows. */
const shown = sql.raw('10');

interface NoteParams {
  sourceId: Param<string>;
  /** A JSON array, the newest event first. */
  noted: Param<string>;
  receipt: Param<string>;
  now: Param<number>;
}

/** The deliveries that a source shows, the newest first: of what was kept, `isLater` says what became of it since. */
const recentWith = (isLater: boolean) =>
  isLater
    ? sql`(select json_group_array(json(coalesce(json_set(later.value, '$.at', one.value ->> 'at'), one.value)) order by one.key)
        from json_each(${sources.recent}) as one left join json_each(new.entries) as later
          on one.value ->> 'outcome' = 'kept' and later.value ->> 'deliveryId' = one.value ->> 'deliveryId')`
    : sql`(select json_group_array(json(entry)) from (
        select value as entry, 0 as age, key as place from json_each(new.entries)
        union all select value, 1, key from json_each(${sources.recent})
        order by age, place limit ${shown}))`;

/**
 * Notes what has become of the events of a delivery, or of what was kept. A replay changes nothing, and neither does a
 * batch that is sent again.
 */
const note = statement(({ sourceId, noted, receipt, now }: NoteParams, isLater: boolean) => {
  const item = (name: keyof Noted) => itemField<Noted>(name);
  const happened = sql`select json_set(item.value -> 'entry', '$.personId', ${ownerId}) as entry,
      ${item('outcome')} as outcome, item.key as place
    from json_each(${noted}) as item left join ${idempotencyKeys}
      on ${and(isLogged(item('keyHash')), eq(logId, item('logId')))}
    where case when ${item('outcome')} = 'logged' then ${logId} is not null
      when ${item('keptId')} is not null then ${existsIn(keptDeliveries, eq(keptDeliveries.keptId, item('keptId')))}
      else ${existsIn(
        idempotencyKeys,
        and(sql`${resource} = 'delivery'`, eq(keyHash, item('keyHash')), eq(logId, item('logId'))),
      )} end`;
  const write = { writeId: receipt };
  return sql`update ${sources} set
      recent = ${recentWith(isLater)},
      receipts = ${withWrite(sources.receipts, write)},
      logged_count = logged_count + new.logged, excluded_count = excluded_count + new.excluded,
      ${isLater ? sql`` : sql`received_count = received_count + new.received, last_received_at = ${now},`}
      activity = activity + 1
    from (select json_group_array(json(entry) order by place) as entries, count(*) as received,
        coalesce(sum(outcome = 'logged'), 0) as logged, coalesce(sum(outcome = 'excluded'), 0) as excluded
      from (${happened})) as new
    where ${and(eq(sources.sourceId, sourceId), isNull(sources.deletedAt), isUnwritten(sources.receipts, write))}
      and new.received > 0`;
});

/** Whose events they are. */
export interface Of {
  sourceId: string;
  name: string;
}

/** What goes with the logs of events, in the same batch. */
interface With {
  now: number;
  /** Whether they came before, and were kept. */
  isLater?: boolean;
  /** Statements before what the source notes, and behind it. */
  before?: readonly Optional[];
  behind: readonly Optional[];
  /** Writes the logs of `items`. By default all of them. */
  insert?: (of: { items: string }) => Bound;
}

/** What became of an event that names a person. Null where an error of another spelling hides it. */
interface Logged {
  outcome: 'logged' | 'replayed';
  personId: string | null;
  personLogId: string | null;
}

/**
 * Makes logs of the events that name a person, takes them out of what is kept, and notes what became of all: in one batch,
 * and once however often it is sent. `loggedOf` is undefined for an event whose log was not to be written.
 */
export async function writeEvents(
  db: Database,
  { sourceId, name }: Of,
  events: readonly Keyed[],
  { now, isLater = false, before = [], behind, insert }: With,
): Promise<{ loggedOf: (event: Keyed) => Logged | undefined; found: unknown[][] }> {
  const logged = events.filter(({ event }) => event.outcome === 'logged');
  const writes = logged.map(({ event: { found, type, text }, key }) => {
    const write = { ...found, source: name, type, payload: text, idempotencyKey: key };
    return { write, sent: {} };
  });
  const ofSource = (logs: readonly { logId: string }[]) => {
    const idOf = new Map(logged.map((one, place) => [one, logs[place]?.logId ?? null]));
    const noted = events.map((one): Noted => {
      const { deliveryId, type, outcome, reason } = one.event;
      const personLogId = idOf.get(one) ?? null;
      const entry = { at: toTimestamp(now), deliveryId, type, outcome, reason, personId: null, personLogId };
      const keptId = outcome === 'kept' || isLater ? one.keptId : null;
      const ofKey = outcome === 'excluded' ? one.keptId : personLogId;
      return { outcome, keyHash: one.keyHash, logId: ofKey, keptId, deliveryId, entry };
    });
    const hashes = (isLater ? events : logged).map((one) => one.keyHash);
    return [
      ...before,
      note({ sourceId, noted: JSON.stringify(noted.reverse()), receipt: newId('write'), now }, isLater),
      hashes.length > 0 ? unkeep({ sourceId, hashes: JSON.stringify(hashes) }) : undefined,
      ...behind,
    ];
  };
  const { outcomes, found } = await writePersonLogsWith(db, writes, ofSource, insert);
  const loggedOf = (one: Keyed): Logged | undefined => {
    const written = outcomes[logged.indexOf(one)];
    if (written?.ok) {
      const { personId, personLogId } = written.personLog;
      return { outcome: written.replayed ? 'replayed' : 'logged', personId, personLogId };
    }
    // The sender may send an event again in another spelling, or the mapping has changed since.
    if (written?.error.code === 'idempotency_mismatch')
      return { outcome: 'replayed', personId: null, personLogId: null };
    if (written && (insert === undefined || written.error.code !== 'person_not_found')) throw written.error;
    return undefined;
  };
  return { loggedOf, found: found.slice(before.length + 2) };
}
