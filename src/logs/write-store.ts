import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { idempotencyKeys } from '../db/schema/logs.ts';
import { insertWhere, type Statement } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import {
  canonicalJson,
  differingFields,
  fingerprint,
  hashIdempotencyKey,
  requestDigest,
} from '../lib/idempotency.ts';
import { newId } from '../lib/ids.ts';
import { toTimestamp } from '../lib/time.ts';
import type { LogKind } from './store.ts';

/** A log to write; `payload` is JSON text, `createdAt` milliseconds since 1970. */
export interface LogEntry {
  logId: string;
  source: string;
  type: string;
  payload: string;
  idempotencyKey: string | undefined;
  /** SHA-256 of the idempotency key. */
  keyHash: string | undefined;
  /** A hash per field of the normalised request, and a digest of all; for a request with a key only. */
  fingerprint: Record<string, string> | null;
  requestDigest: string;
  createdAt: number;
  /** Under which it is written. */
  condition: SQL | undefined;
}

/** A validated write of any kind: all its fields are text by now. */
interface LogWrite {
  [field: string]: string | undefined;
  source: string;
  type: string;
  payload: string;
  idempotencyKey?: string | undefined;
}

/** The entry of a validated write; all its fields count when a retry is compared with it. */
export function newEntry({ resource }: LogKind, write: LogWrite, now: number, condition?: SQL): LogEntry {
  const { source, type, payload, idempotencyKey: key } = write;
  const fields = key === undefined ? null : fingerprint({ ...write, payload: canonicalJson(payload) });
  return {
    logId: newId(resource),
    source,
    type,
    payload,
    idempotencyKey: key,
    keyHash: key === undefined ? undefined : hashIdempotencyKey(key),
    fingerprint: fields,
    requestDigest: key === undefined || !fields ? '' : requestDigest(key, fields),
    createdAt: now,
    condition,
  };
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

const keyOf = (kind: LogKind, keyHash: string) =>
  and(eq(idempotencyKeys.resource, kind.resource), eq(idempotencyKeys.keyHash, keyHash));

/** The condition under which a write's statements do anything: its own, and that its idempotency key is new. */
export const isNew = (kind: LogKind, { keyHash, condition }: LogEntry): SQL =>
  and(
    condition ?? sql`true`,
    keyHash === undefined
      ? undefined
      : sql`not exists (select 1 from ${idempotencyKeys} where ${keyOf(kind, keyHash)})`,
  ) ?? sql`true`;

/** Statements of a write, and the SELECT behind them that says what it came to, for readOutcome. */
export interface PlannedWrite {
  writes: Statement[];
  outcome: Statement;
}

/**
 * The last statements of a write: the log of `owner`, and its idempotency key. Nothing is written when the owner is
 * null or the key is known.
 */
export function writeStatements(
  db: Database,
  kind: LogKind,
  entry: LogEntry,
  owner: SQL,
  createdOwner: SQL<boolean>,
): PlannedWrite {
  const { logs } = kind;
  const { keyHash, requestDigest, idempotencyKey, condition: _, ...fields } = entry;
  const row = { ...fields, ownerId: owner, idempotencyKey: idempotencyKey ?? null };
  const insert = insertWhere(db, logs, row, and(isNew(kind, entry), sql`${owner} is not null`), [
    logs.ownerId,
    logs.logId,
  ]);
  const mine = and(eq(logs.ownerId, owner), eq(logs.logId, entry.logId));
  if (keyHash === undefined) {
    const { ownerId, logId, source, type, createdAt, fingerprint } = logs;
    const created = createdOwner.as('created_owner');
    const outcome = db
      .select({ ownerId, logId, createdOwner: created, source, type, createdAt, fingerprint })
      .from(logs)
      .where(mine);
    return { writes: [insert], outcome };
  }
  const claim = insertWhere(
    db,
    idempotencyKeys,
    {
      resource: kind.resource,
      keyHash,
      ownerId: owner,
      logId: entry.logId,
      requestDigest,
      createdOwner,
      source: entry.source,
      type: entry.type,
      createdAt: entry.createdAt,
    },
    sql`exists (select 1 from ${logs} where ${mine})`,
    [idempotencyKeys.resource, idempotencyKeys.keyHash],
  );
  const {
    ownerId,
    logId,
    requestDigest: digest,
    createdOwner: created,
    source,
    type,
    createdAt,
  } = idempotencyKeys;
  const outcome = db
    .select({
      ownerId,
      logId,
      digest,
      createdOwner: created,
      source,
      type,
      createdAt,
      fingerprint: logs.fingerprint,
    })
    .from(idempotencyKeys)
    .leftJoin(logs, and(eq(logs.ownerId, ownerId), eq(logs.logId, logId)))
    .where(keyOf(kind, keyHash));
  return { writes: [insert, claim], outcome };
}

type OutcomeRow = Omit<LogWritten, 'createdAt' | 'replayed'> & {
  createdAt: number;
  digest?: string;
  fingerprint: Record<string, string> | null;
};

/**
 * What a write came to, from the rows of its last statement: undefined when its owner does not exist.
 * Throws `idempotency_mismatch` when the key belongs to another request.
 */
export function readOutcome(kind: LogKind, entry: LogEntry, rows: unknown): LogWritten | undefined {
  const [row] = rows as OutcomeRow[];
  if (!row) return undefined;
  const { fingerprint, digest, createdAt, createdOwner, ...written } = row;
  const replayed = row.logId !== entry.logId;
  if (replayed && digest !== entry.requestDigest) {
    // After an erasure the fields are gone, and the digest alone tells that they differ.
    const fields = fingerprint && entry.fingerprint ? differingFields(fingerprint, entry.fingerprint) : [];
    const detail = `The idempotency key was used for another request${fields.length > 0 ? `; it differs in ${fields.join(', ')}` : ''}.`;
    const idName = kind.resource === 'person_log' ? 'personLogId' : 'accountLogId';
    throw new FootfallError('idempotency_mismatch', detail, { [idName]: row.logId, fields });
  }
  return {
    ...written,
    createdOwner: Boolean(createdOwner),
    createdAt: toTimestamp(createdAt),
    replayed,
  };
}
