import { and, desc, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import {
  accountLogCounts,
  accountLogs,
  idempotencyKeys,
  personLogCounts,
  personLogs,
} from '../db/schema/logs.ts';
import { insertWhere, type Statement } from '../db/statements.ts';
import { decodeCursor, encodeCursor, type ListScope, type Page, toPage } from '../http/page.ts';
import { toTimestamp } from '../http/schemas.ts';
import { FootfallError } from '../lib/errors.ts';
import { differingFields, hashIdempotencyKey } from '../lib/idempotency.ts';

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

/** A log to write; `payload` is JSON text, `createdAt` milliseconds since 1970. */
export interface LogEntry {
  logId: string;
  source: string;
  type: string;
  payload: string;
  idempotencyKey: string | undefined;
  /** A hash per field of the normalised request; kept with an idempotency key only. */
  fingerprint: Record<string, string>;
  createdAt: number;
}

/** The answer to a write, the first one or its replay. */
export interface LogWritten {
  ownerId: string;
  logId: string;
  createdOwner: boolean;
  source: string;
  type: string;
  createdAt: string;
  replayed: boolean;
}

const keyOf = (kind: LogKind, key: string) =>
  and(eq(idempotencyKeys.resource, kind.resource), eq(idempotencyKeys.keyHash, hashIdempotencyKey(key)));

/** The condition under which a write's statements do anything: its idempotency key is new. */
export const isNew = (kind: LogKind, { idempotencyKey }: LogEntry): SQL =>
  idempotencyKey === undefined
    ? sql`true`
    : sql`not exists (select 1 from ${idempotencyKeys} where ${keyOf(kind, idempotencyKey)})`;

/**
 * The last statements of a write: the log of `owner`, its idempotency key, and a SELECT for readOutcome.
 * Nothing is written when the owner is null or the key is known.
 */
export function writeStatements(
  db: Database,
  kind: LogKind,
  entry: LogEntry,
  owner: SQL,
  createdOwner: SQL<boolean>,
): Statement[] {
  const { logs } = kind;
  const { idempotencyKey: key, fingerprint, ...fields } = entry;
  const row = {
    ...fields,
    ownerId: owner,
    idempotencyKey: key ?? null,
    fingerprint: key ? fingerprint : null,
  };
  const insert = insertWhere(db, logs, row, and(isNew(kind, entry), sql`${owner} is not null`), [
    logs.ownerId,
    logs.logId,
  ]);
  const mine = and(eq(logs.ownerId, owner), eq(logs.logId, entry.logId));
  if (key === undefined) {
    const { ownerId, logId, source, type, createdAt, fingerprint } = logs;
    const created = createdOwner.as('created_owner');
    return [
      insert,
      db
        .select({ ownerId, logId, createdOwner: created, source, type, createdAt, fingerprint })
        .from(logs)
        .where(mine),
    ];
  }
  const claim = insertWhere(
    db,
    idempotencyKeys,
    {
      resource: kind.resource,
      keyHash: hashIdempotencyKey(key),
      ownerId: owner,
      logId: entry.logId,
      createdOwner,
      source: entry.source,
      type: entry.type,
      createdAt: entry.createdAt,
    },
    sql`exists (select 1 from ${logs} where ${mine})`,
    [idempotencyKeys.resource, idempotencyKeys.keyHash],
  );
  const { ownerId, logId, createdOwner: created, source, type, createdAt } = idempotencyKeys;
  return [
    insert,
    claim,
    db
      .select({
        ownerId,
        logId,
        createdOwner: created,
        source,
        type,
        createdAt,
        fingerprint: logs.fingerprint,
      })
      .from(idempotencyKeys)
      .leftJoin(logs, and(eq(logs.ownerId, ownerId), eq(logs.logId, logId)))
      .where(keyOf(kind, key)),
  ];
}

type OutcomeRow = Omit<LogWritten, 'createdAt' | 'replayed'> & {
  createdAt: number;
  fingerprint: Record<string, string> | null;
};

/**
 * What a write came to, from the rows of its last statement: undefined when its owner does not exist.
 * Throws `idempotency_mismatch` when the key belongs to another request.
 */
export function readOutcome(kind: LogKind, entry: LogEntry, rows: unknown): LogWritten | undefined {
  const [row] = rows as OutcomeRow[];
  if (!row) return undefined;
  const { fingerprint, createdAt, createdOwner, ...written } = row;
  // After an erasure there is nothing left to compare with: the key alone says that this is a retry.
  const fields = fingerprint ? differingFields(fingerprint, entry.fingerprint) : [];
  if (row.logId !== entry.logId && fields.length > 0) {
    const detail = `The idempotency key was used for another request; it differs in ${fields.join(', ')}.`;
    const idName = kind.resource === 'person_log' ? 'personLogId' : 'accountLogId';
    throw new FootfallError('idempotency_mismatch', detail, { [idName]: row.logId, fields });
  }
  return {
    ...written,
    createdOwner: Boolean(createdOwner),
    createdAt: toTimestamp(createdAt),
    replayed: row.logId !== entry.logId,
  };
}

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
