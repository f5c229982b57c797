import { and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { accountLogCounts, accountLogs, personLogCounts, personLogs } from '../db/schema/logs.ts';
import type { Statement } from '../db/statements.ts';
import { decodeCursor, encodeCursor, type ListScope, type Page, toPage } from '../http/page.ts';
import { toTimestamp } from '../http/schemas.ts';

/** Logs of one kind of owner. */
export interface LogKind {
  resource: 'person_log' | 'account_log';
  logs: typeof personLogs;
  counts: typeof personLogCounts;
}
export const personLogKind: LogKind = { resource: 'person_log', logs: personLogs, counts: personLogCounts };
export const accountLogKind: LogKind = {
  resource: 'account_log',
  logs: accountLogs,
  counts: accountLogCounts,
};

export interface Log {
  ownerId: string;
  logId: string;
  fields: {
    source: string;
    type: string;
    idempotencyKey: string | null;
    createdAt: string;
    updatedAt: null;
    deletedAt: null;
    payload: string;
  };
}

type Row = Omit<typeof personLogs.$inferSelect, 'fingerprint'>;

/** No operation changes or deletes a single log yet, so that both times are always null. */
const toLog = ({ ownerId, logId, createdAt, ...rest }: Row): Log => ({
  ownerId,
  logId,
  fields: { ...rest, createdAt: toTimestamp(createdAt), updatedAt: null, deletedAt: null },
});

const columnsOf = ({ logs }: LogKind) => {
  const { fingerprint: _, ...columns } = getTableColumns(logs);
  return columns;
};

/** One log of an owner, or undefined; one row read. */
export async function findLog(
  db: Database,
  kind: LogKind,
  ownerId: string,
  logId: string,
): Promise<Log | undefined> {
  const { logs } = kind;
  const [rows] = await db.batch([
    db
      .select(columnsOf(kind))
      .from(logs)
      .where(and(eq(logs.ownerId, ownerId), eq(logs.logId, logId))),
  ]);
  return rows[0] && toLog(rows[0]);
}

export interface LogListing {
  ownerId: string;
  source?: string | undefined;
  type?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * A page of an owner's timeline, newest first. A filter costs a page of index rows for each kind (source
 * and type) that passes it, however long the timeline; the counts table names the kinds and the total.
 * `ownerExists` is a SELECT that rides along; undefined is answered when it finds no row.
 */
export async function listLogs(
  db: Database,
  kind: LogKind,
  { ownerId, source, type, limit, cursor }: LogListing,
  ownerExists: Statement,
): Promise<Page<Log> | undefined> {
  const { logs, counts } = kind;
  const scope: ListScope = [kind.resource, ownerId, source, type];
  const after = cursor === undefined ? undefined : decodeCursor(scope, cursor);
  const passing = and(
    eq(counts.ownerId, ownerId),
    source === undefined ? undefined : eq(counts.source, source),
    type === undefined ? undefined : eq(counts.type, type),
  );
  const timeline = db.select(columnsOf(kind)).from(logs).$dynamic();
  const before = after === undefined ? undefined : lt(logs.logId, after);
  const newestOfKind = sql`(
    select i.${sql.identifier(logs.logId.name)} from ${logs} i
    where i.${sql.identifier(logs.ownerId.name)} = ${counts.ownerId} and i.source = ${counts.source}
      and i.type = ${counts.type} and ${after === undefined ? sql`true` : sql`i.${sql.identifier(logs.logId.name)} < ${after}`}
    order by i.${sql.identifier(logs.logId.name)} desc limit ${limit + 1})`;
  const filtered =
    source === undefined && type === undefined
      ? timeline.where(and(eq(logs.ownerId, ownerId), before))
      : timeline
          .innerJoin(counts, and(eq(counts.ownerId, logs.ownerId), inArray(logs.logId, newestOfKind)))
          .where(passing);
  const [owners, rows, [total]] = (await db.batch([
    ownerExists,
    filtered.orderBy(desc(logs.logId)).limit(limit + 1),
    db
      .select({ logs: sql<number>`coalesce(sum(${counts.logs}), 0)`.as('logs') })
      .from(counts)
      .where(passing),
  ])) as [unknown[], Row[], { logs: number }[]];
  if (owners.length === 0) return undefined;
  return toPage(rows.map(toLog), limit, total?.logs ?? 0, (last) => encodeCursor(scope, last.logId));
}
