import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { isUnwritten, withWrite } from '../../../db/conditional-write.ts';
import { existsIn, itemField } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { hashIdempotencyKey } from '../../../lib/idempotency.ts';
import { newId, newIdAt } from '../../../lib/ids.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { writePersonLogsWith } from '../../../people/logs/store/create.ts';
import { idempotencyKeys } from '../../../people/tables/logs.ts';
import { keptDeliveries, sources } from '../../tables/sources.ts';
import type { Planned } from '../plan.ts';
import type { IntakeResult } from '../schemas.ts';

type Outcome = IntakeResult['outcomes'][number]['outcome'];

/** The row of an event that is kept, as JSON. */
type KeptRow = typeof keptDeliveries.$inferInsert;

/** What the source notes of an event, once it has happened. */
interface Noted {
  outcome: string;
  keyHash: string;
  /** Of the log that it is to become. */
  logId: string | null;
  /** Of what is to be kept. */
  keptId: string | null;
  deliveryId: string;
  entry: object;
}

const { resource, keyHash, logId, ownerId } = idempotencyKeys;
const isLogged = (hash: SQL) => and(sql`${resource} = 'person_log'`, eq(keyHash, hash));

const keep = statement(({ rows }: { rows: Param<string> }) => {
  const field = (name: keyof KeptRow) => itemField<KeptRow>(name);
  const names = ['keptId', 'sourceId', 'keyHash', 'deliveryKey', 'type', 'reason', 'receivedAt'] as const;
  return sql`insert into ${keptDeliveries} select ${sql.join(
    [...names, 'identifiers' as const, 'body' as const].map(field),
    sql`, `,
  )} from json_each(${rows}) as item
    where not ${existsIn(idempotencyKeys, isLogged(field('keyHash')))}
      and ${existsIn(sources, and(eq(sources.sourceId, field('sourceId')), isNull(sources.deletedAt)))}
    on conflict do nothing`;
});

/** An event that the mapping fits now is not kept any more. */
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

const selectKept = statement(({ rows }: { rows: Param<string> }) =>
  build
    .select({ keptId: sql<string | null>`${keptDeliveries.keptId}` })
    .from(sql`json_each(${rows}) as item`)
    .leftJoin(keptDeliveries, eq(keptDeliveries.keptId, itemField<KeptRow>('keptId'))),
);

/** How many deliveries a source shows. */
const shown = sql.raw('10');

interface NoteParams {
  sourceId: Param<string>;
  /** A JSON array, the newest event first. */
  noted: Param<string>;
  receipt: Param<string>;
  now: Param<number>;
}

/** Notes what has become of the events of a delivery. A replay changes nothing, and neither does a batch that is sent again. */
const note = statement(({ sourceId, noted, receipt, now }: NoteParams) => {
  const item = (name: keyof Noted) => itemField<Noted>(name);
  const recentOf = sql`(select ${sources.recent} from ${sources} where ${eq(sources.sourceId, sourceId)})`;
  const happened = sql`select json_set(item.value -> 'entry', '$.personId', ${ownerId}) as entry,
      ${item('outcome')} as outcome, item.key as place
    from json_each(${noted}) as item left join ${idempotencyKeys}
      on ${and(isLogged(item('keyHash')), eq(logId, item('logId')))}
    where case ${item('outcome')} when 'logged' then ${logId} is not null
      when 'kept' then ${existsIn(keptDeliveries, eq(keptDeliveries.keptId, item('keptId')))}
      else instr(${recentOf}, json_quote(${item('deliveryId')})) = 0 end`;
  const write = { writeId: receipt };
  return sql`update ${sources} set
      recent = (select json_group_array(json(entry)) from (
        select value as entry, 0 as age, key as place from json_each(new.entries)
        union all select value, 1, key from json_each(${sources.recent})
        order by age, place limit ${shown})),
      receipts = ${withWrite(sources.receipts, write)},
      received_count = received_count + new.received, logged_count = logged_count + new.logged,
      excluded_count = excluded_count + new.excluded, activity = activity + 1, last_received_at = ${now}
    from (select json_group_array(json(entry) order by place) as entries, count(*) as received,
        coalesce(sum(outcome = 'logged'), 0) as logged, coalesce(sum(outcome = 'excluded'), 0) as excluded
      from (${happened})) as new
    where ${and(eq(sources.sourceId, sourceId), isNull(sources.deletedAt), isUnwritten(sources.receipts, write))}
      and new.received > 0`;
});

/** Whose delivery it is. */
interface Of {
  sourceId: string;
  name: string;
}

/**
 * Makes logs of the events of a delivery, keeps those that fit nobody, and notes what became of each: in one batch, and
 * once however often it is sent.
 */
export async function receive(
  db: Database,
  { sourceId, name }: Of,
  planned: readonly Planned[],
  now: number,
): Promise<Outcome[]> {
  const keyed = planned.map((event) => {
    const key = `${sourceId}:${event.deliveryId}`;
    return { event, key, keyHash: hashIdempotencyKey(key), keptId: newIdAt('kept', now) };
  });
  const of = (outcome: Outcome) => keyed.filter(({ event }) => event.outcome === outcome);
  const [logged, kept] = [of('logged'), of('kept')];
  const writes = logged.map(({ event: { found, type, text }, key }) => {
    const write = { ...found, source: name, type, payload: text, idempotencyKey: key };
    return { write, sent: {} };
  });
  const rows = JSON.stringify(
    kept.map(
      ({ event, key, keyHash, keptId }): KeptRow => ({
        keptId,
        sourceId,
        keyHash,
        deliveryKey: key,
        receivedAt: now,
        type: event.type,
        reason: event.reason ?? 'no_identifier',
        identifiers: event.identifiers,
        body: event.text,
      }),
    ),
  );
  const { outcomes, found } = await writePersonLogsWith(db, writes, (logs) => {
    const idOf = new Map(logged.map((one, place) => [one, logs[place]?.logId ?? null]));
    const noted = keyed.map((one): Noted => {
      const { deliveryId, type, outcome, reason } = one.event;
      const personLogId = idOf.get(one) ?? null;
      const entry = { at: toTimestamp(now), deliveryId, type, outcome, reason, personId: null, personLogId };
      const keptId = outcome === 'kept' ? one.keptId : null;
      return { outcome, keyHash: one.keyHash, logId: personLogId, keptId, deliveryId, entry };
    });
    return [
      kept.length > 0 ? keep({ rows }) : undefined,
      logged.length > 0
        ? unkeep({ sourceId, hashes: JSON.stringify(logged.map((one) => one.keyHash)) })
        : undefined,
      note({ sourceId, noted: JSON.stringify(noted.reverse()), receipt: newId('write'), now }),
      kept.length > 0 ? selectKept({ rows }) : undefined,
    ];
  });
  const keptIds = new Set((found.at(-1) as { keptId: string | null }[]).map(({ keptId }) => keptId));
  return keyed.map((one) => {
    const { outcome } = one.event;
    if (outcome === 'kept') return keptIds.has(one.keptId) ? 'kept' : 'replayed';
    if (outcome === 'excluded') return 'excluded';
    const written = outcomes[logged.indexOf(one)];
    // The sender may send an event again in another spelling, or the mapping has changed since.
    if (written?.ok === false && written.error.code !== 'idempotency_mismatch') throw written.error;
    return written?.ok && !written.replayed ? 'logged' : 'replayed';
  });
}
