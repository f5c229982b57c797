import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { existsIn, itemField } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { newIdAt } from '../../../lib/ids.ts';
import { idempotencyKeys } from '../../../people/tables/logs.ts';
import { keptDeliveries, sources } from '../../tables/sources.ts';
import type { Planned } from '../plan.ts';
import type { IntakeResult } from '../schemas.ts';
import { isLogged, keyedOf, type Of, writeEvents } from './internal.ts';

type Outcome = IntakeResult['outcomes'][number]['outcome'];

/** The row of an event that is kept, as JSON. */
type KeptRow = typeof keptDeliveries.$inferInsert;

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

const selectKept = statement(({ rows }: { rows: Param<string> }) =>
  build
    .select({ keptId: sql<string | null>`${keptDeliveries.keptId}` })
    .from(sql`json_each(${rows}) as item`)
    .leftJoin(keptDeliveries, eq(keptDeliveries.keptId, itemField<KeptRow>('keptId'))),
);

/**
 * Makes logs of the events of a delivery, keeps those that fit nobody, and notes what became of each: in one batch, and
 * once however often it is sent.
 */
export async function receive(
  db: Database,
  source: Of,
  planned: readonly Planned[],
  now: number,
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
        receivedAt: now,
        type: event.type,
        reason: event.reason ?? 'no_identifier',
        identifiers: event.identifiers,
        body: event.text,
      }),
    ),
  );
  const [before, behind] = kept.length > 0 ? [[keep({ rows })], [selectKept({ rows })]] : [[], []];
  const { loggedOf, found } = await writeEvents(db, source, events, { now, before, behind });
  const keptIds = new Set((found.at(0) as { keptId: string }[] | undefined)?.map(({ keptId }) => keptId));
  return events.map((one) => {
    const { outcome } = one.event;
    if (outcome === 'kept') return keptIds.has(one.keptId) ? 'kept' : 'replayed';
    return loggedOf(one)?.outcome ?? 'excluded';
  });
}
