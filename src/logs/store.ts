import { and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../db/client.ts';
import { accountLogCounts, accountLogs, personLogCounts, personLogs } from '../db/schema/logs.ts';
import type { Statement } from '../db/statements.ts';
import { decodeCursor, encodeCursor, type ListScope, type Page, toPage } from '../lib/page.ts';
import { toTimestamp } from '../lib/time.ts';

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

/** The ids of a page of logs of the kind that `counts` is at, by the index on owner, source, type and id. */
function newestOfKind({ logs, counts }: LogKind, limit: number, after: string | undefined) {
  const of = alias(logs, 'of_kind');
  const sameKind = [eq(of.ownerId, counts.ownerId), eq(of.source, counts.source), eq(of.type, counts.type)];
  const before = after === undefined ? undefined : lt(of.logId, after);
  return sql`(select ${of.logId} from ${logs} as ${of} where ${and(...sameKind, before)}
    order by ${of.logId} desc limit ${limit + 1})`;
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
  const before = after === undefined ? undefined : lt(logs.logId, after);
  const page =
    source === undefined && type === undefined
      ? db
          .select(columnsOf(kind))
          .from(logs)
          .where(and(eq(logs.ownerId, ownerId), before))
      : db
          .select(columnsOf(kind))
          .from(counts)
          // CROSS JOIN holds SQLite to this order: the kinds that pass, then a page of each from the index.
          .crossJoin(logs)
          .where(
            and(
              passing,
              eq(logs.ownerId, counts.ownerId),
              inArray(logs.logId, newestOfKind(kind, limit, after)),
            ),
          );
  const [owners, rows, [total]] = (await db.batch([
    ownerExists,
    page.orderBy(desc(logs.logId)).limit(limit + 1),
    db
      .select({ logs: sql<number>`coalesce(sum(${counts.logs}), 0)`.as('logs') })
      .from(counts)
      .where(passing),
  ])) as [unknown[], Row[], { logs: number }[]];
  if (owners.length === 0) return undefined;
  return toPage(rows.map(toLog), limit, total?.logs ?? 0, (last) => encodeCursor(scope, last.logId));
}
