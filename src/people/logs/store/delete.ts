import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { retriedFor } from '../../../lib/durations.ts';
import { noteKeylessLogs } from '../../tables/keyless.ts';
import { kinds, type Resource } from './read.ts';

/** Names a log. */
type Key = Record<'ownerId' | 'logId', Param<string>>;

const isLog = (resource: Resource, { ownerId, logId }: Key) => {
  const { logs } = kinds[resource];
  return and(eq(logs.ownerId, ownerId), eq(logs.logId, logId));
};

/** Notes a log without a key in place of a key, if D1 may be given it once more: see schema/derived/keyless-logs.sql.ts. */
const noteKeyless = statement(({ ownerId, logId, now }: Key & { now: Param<number> }, resource: Resource) => {
  const { owner } = kinds[resource];
  const { insert, end } = noteKeylessLogs(owner);
  const is = (column: string, value: SQL) => sql`${sql.raw(`${owner}_${column}`)} = ${value}`;
  return sql`${sql.raw(insert)} ${is('id', ownerId)} and ${is('log_id', logId)}
      and created_at > ${now} - ${sql.raw(String(retriedFor))} ${sql.raw(end)}`;
});

const removeLog = statement(
  ({ ownerId, logId }: Key, resource: Resource) =>
    sql`insert into ${sql.raw(`${resource}_removals`)} values (${ownerId}, ${logId})`,
);

const selectIsThere = statement(
  (key: Key, resource: Resource) =>
    sql<{
      isThere: number;
    }>`select exists (select 1 from ${kinds[resource].logs} where ${isLog(resource, key)}) as "isThere"`,
);
/** In a retry of the service, the batch may be committed already. */
const selectMayHaveBeen = statement((_: object) => sql<{ isThere: number }>`select 1 as "isThere"`);

/**
 * Deletes a log, and takes it out of the counts. Its idempotency key stays, so a late retry writes nothing. Throws
 * `…_not_found` of the owner or the log, also of one that is deleted.
 */
export async function deleteLog(db: Database, resource: Resource, ownerId: string, logId: string) {
  const { selectOwner, ownerOrThrow, logOrThrow, ownerName, idName } = kinds[resource];
  const key = { ownerId, logId };
  // No event tells of it.
  const [[found], , , [owner]] = await db.batchUntold([
    { ...selectIsThere(key, resource), again: () => selectMayHaveBeen({}) },
    noteKeyless({ ...key, now: Date.now() }, resource),
    removeLog(key, resource),
    selectOwner(ownerId),
  ]);
  ownerOrThrow(owner);
  logOrThrow<object>(found?.isThere ? found : undefined);
  return { [ownerName]: ownerId, [idName]: logId, deleted: true } as const;
}
