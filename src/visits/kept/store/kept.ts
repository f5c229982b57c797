import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import type { Database } from '../../../db/client.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, columnsOf, type ListParams, type Param, statement } from '../../../db/statement.ts';
import { type List, type Listing, pageAsked } from '../../../lib/cursor.ts';
import { orThrow } from '../../../lib/errors.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { sourceRecord } from '../../sources/store/sources.ts';
import { keptDeliveries, sources } from '../../tables/sources.ts';
import type { KeptDeleted, KeptDeliverySummary } from '../schemas.ts';

const { sourceId: ofSource, keptId: idOf } = keptDeliveries;

/** The columns of a list: bodies may be 256 KiB each. */
const columns = {
  sourceId: ofSource,
  keptId: idOf,
  deliveryKey: keptDeliveries.deliveryKey,
  type: keptDeliveries.type,
  reason: keptDeliveries.reason,
  receivedAt: keptDeliveries.receivedAt,
};
type Row = Pick<typeof keptDeliveries.$inferSelect, keyof typeof columns>;

/** The sender's id in the idempotency key that a log of it has. */
export const deliveryIdIn = ({ sourceId, deliveryKey }: Pick<Row, 'sourceId' | 'deliveryKey'>): string =>
  deliveryKey.slice(sourceId.length + 1);

const toItem = (row: Row): KeptDeliverySummary => ({
  ...pick(row, ['sourceId', 'keptId']),
  deliveryId: deliveryIdIn(row),
  ...pick(row, ['type', 'reason']),
  receivedAt: toTimestamp(row.receivedAt),
});

interface Key {
  sourceId: Param<string>;
  keptId: Param<string>;
}
const isKept = ({ sourceId, keptId }: Key) => and(eq(ofSource, sourceId), eq(idOf, keptId));

const selectPage = statement(({ sourceId, after, take }: ListParams & Pick<Key, 'sourceId'>) =>
  build
    .select(columns)
    .from(keptDeliveries)
    .where(and(eq(ofSource, sourceId), after && lt(idOf, after)))
    .orderBy(desc(idOf))
    .limit(take),
);

/** Selects what a live source maps by, and how many it keeps. */
export const selectKeeping = statement(({ sourceId }: Pick<Key, 'sourceId'>) =>
  build
    .select(columnsOf(sources, ['provider', 'name', 'mapping', 'keptCount']))
    .from(sources)
    .where(sourceRecord.isLive(sourceId)),
);

/** What a source keeps, the newest first, without bodies. Throws `source_not_found`. */
export async function listKept(
  db: Database,
  sourceId: string,
  listing: Listing,
): Promise<List<KeptDeliverySummary>> {
  const asked = pageAsked(['kept_deliveries', sourceId], listing);
  const [[source], rows] = await db.batch([
    selectKeeping({ sourceId }),
    selectPage({ sourceId, ...asked.place }),
  ]);
  const { keptCount } = sourceRecord.orThrow(source);
  return asked.list(rows, keptCount, (last) => last.keptId, toItem);
}

const keptOrThrow = orThrow('kept_not_found', 'The source keeps no delivery with this id.');

const selectOne = statement((key: Key) =>
  build
    .select({ ...columns, body: keptDeliveries.body })
    .from(keptDeliveries)
    .where(isKept(key)),
);

/** What is kept of a delivery, with its body as JSON text. Throws `kept_not_found`. */
export async function getKept(
  db: Database,
  sourceId: string,
  keptId: string,
): Promise<KeptDeliverySummary & { body: string }> {
  const [[row]] = await db.batch([selectOne({ sourceId, keptId })]);
  const { body, ...rest } = keptOrThrow<Row & { body: string }>(row);
  return { ...toItem(rest), body };
}

const removeKept = statement((key: Key) => build.delete(keptDeliveries).where(isKept(key)));

const selectIsThere = statement(
  (key: Key) => sql<{ isThere: number }>`select ${existsIn(keptDeliveries, isKept(key))} as "isThere"`,
);
/** In a retry of the service, the batch may be committed already. */
const selectMayHaveBeen = statement((_: object) => sql<{ isThere: number }>`select 1 as "isThere"`);

/** Deletes what is kept of a delivery. Throws `kept_not_found`, also of one that is deleted. */
export async function deleteKept(db: Database, sourceId: string, keptId: string): Promise<KeptDeleted> {
  const key = { sourceId, keptId };
  // No event tells of it.
  const [[found]] = await db.batchUntold([
    { ...selectIsThere(key), again: () => selectMayHaveBeen({}) },
    removeKept(key),
  ]);
  keptOrThrow<object>(found?.isThere ? found : undefined);
  return { ...key, deleted: true };
}
