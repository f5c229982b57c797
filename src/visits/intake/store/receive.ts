import { and, eq, gte, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn, itemField } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { newIdAt } from '../../../lib/ids.ts';
import { insertWritesWhere } from '../../../people/logs/store/create.ts';
import { type Identifier, identifierHash, identifiers, keyOf } from '../../../people/persons/identity.ts';
import { idempotencyKeys } from '../../../people/tables/logs.ts';
import { erasedIdentifiers } from '../../../people/tables/persons.ts';
import { keptDeliveries, sources } from '../../tables/sources.ts';
import type { Planned } from '../plan.ts';
import type { IntakeResult } from '../schemas.ts';
import { exclude, isLogged, type Keyed, keyedOf, type Of, writeEvents } from './internal.ts';

type Outcome = IntakeResult['outcomes'][number]['outcome'];

/** The row of an event that is kept, as JSON. */
type KeptRow = typeof keptDeliveries.$inferInsert;

/** Whose deliveries waited in a queue: the hashes of their identifiers, with those of their keys, as a JSON array of pairs. */
interface Waited {
  waited: Param<string>;
  receivedAt: Param<number>;
}

/** The condition that somebody whom an event names was erased after it was received. */
const isErased = (
  hash: SQL,
  { waited, receivedAt }: Waited,
) => sql`exists (select 1 from json_each(${waited}) as named
  join ${erasedIdentifiers} on ${erasedIdentifiers.identifierHash} = named.value ->> 1
  where named.value ->> 0 = ${hash} and ${gte(erasedIdentifiers.erasedAt, receivedAt)})`;

const insertUnlessErased = statement(({ items, ...waited }: { items: Param<string> } & Waited) =>
  insertWritesWhere(items, not(isErased(sql`(json_each.value -> 'write' ->> 'keyHash')`, waited))),
);

const keep = statement(({ rows, ...waited }: { rows: Param<string> } & Waited) => {
  const field = (name: keyof KeptRow) => itemField<KeptRow>(name);
  const names = ['keptId', 'sourceId', 'keyHash', 'deliveryKey', 'type', 'reason', 'receivedAt'] as const;
  return sql`insert into ${keptDeliveries} select ${sql.join(
    [...names, 'identifiers' as const, 'body' as const].map(field),
    sql`, `,
  )} from json_each(${rows}) as item
    where not ${existsIn(idempotencyKeys, isLogged(field('keyHash')))}
      and ${existsIn(sources, and(eq(sources.sourceId, field('sourceId')), isNull(sources.deletedAt)))}
      and not ${isErased(field('keyHash'), waited)}
    on conflict do nothing`;
});

const selectKept = statement(({ rows }: { rows: Param<string> }) =>
  build
    .select({ keptId: sql<string | null>`${keptDeliveries.keptId}` })
    .from(sql`json_each(${rows}) as item`)
    .leftJoin(keptDeliveries, eq(keptDeliveries.keptId, itemField<KeptRow>('keptId'))),
);

const kindOf = (key: string): Identifier =>
  key.startsWith('+') ? 'phoneNumber' : /^https?:/.test(key) ? 'linkedinProfileUrl' : 'email';

/** Pairs of the hash of the key of an event, and the hash of an identifier in it. */
function namedIn({ event: { found, identifiers: kept }, keyHash }: Keyed, secret: string): string[][] {
  const named = identifiers.flatMap((kind) => {
    const value = found[kind];
    return value === undefined ? [] : [identifierHash(secret, kind, keyOf(kind, value))];
  });
  const others = (JSON.parse(kept || '[]') as string[]).map((key) =>
    identifierHash(secret, kindOf(key), key),
  );
  return [...named, ...others].map((hash) => [keyHash, hash]);
}

/** That a delivery waited in a queue since then, and the secret of erased identifiers. */
interface Late {
  receivedAt: number;
  secret: string;
}

/**
 * Makes logs of the events of a delivery, keeps those that fit nobody, and notes what became of each: in one batch, and
 * once however often it is sent. Of one that waited (`late`), nothing is written of who was erased meanwhile.
 */
export async function receive(
  db: Database,
  source: Of,
  planned: readonly Planned[],
  now: number,
  late?: Late,
): Promise<Outcome[]> {
  const { sourceId } = source;
  const events = planned.map((event) => keyedOf(sourceId, event, newIdAt('kept', now)));
  const kept = events.filter(({ event }) => event.outcome === 'kept');
  const rows = JSON.stringify(
    kept.map(
      ({ event, key, keyHash, keptId }): KeptRow => ({
        keptId,
        sourceId,
        keyHash,
        deliveryKey: key,
        receivedAt: late?.receivedAt ?? now,
        type: event.type,
        reason: event.reason ?? 'no_identifier',
        identifiers: event.identifiers,
        body: event.text,
      }),
    ),
  );
  const waited = {
    waited: JSON.stringify(late ? events.flatMap((one) => namedIn(one, late.secret)) : []),
    receivedAt: late?.receivedAt ?? now,
  };
  const before = [kept.length > 0 ? keep({ rows, ...waited }) : undefined, exclude(sourceId, events, now)];
  const behind = kept.length > 0 ? [selectKept({ rows })] : [];
  const insert = ({ items }: { items: string }) => insertUnlessErased({ items, ...waited });
  const { loggedOf, found } = await writeEvents(db, source, events, {
    now,
    before,
    behind,
    ...(late && { insert }),
  });
  const keptIds = new Set((found.at(0) as { keptId: string }[] | undefined)?.map(({ keptId }) => keptId));
  return events.map((one) => {
    const { outcome } = one.event;
    if (outcome === 'kept') return keptIds.has(one.keptId) ? 'kept' : 'replayed';
    return loggedOf(one)?.outcome ?? 'excluded';
  });
}
