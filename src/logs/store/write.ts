import { and, eq, type SQL, sql } from 'drizzle-orm';
import { build, type Param } from '../../db/statement.ts';
import { idempotencyKeys } from '../../db/tables/logs.ts';
import { FootfallError } from '../../lib/errors.ts';
import {
  canonicalJson,
  differingFields,
  fieldHashes,
  hashIdempotencyKey,
  requestDigest,
  shortHashes,
} from '../../lib/idempotency.ts';
import { newId } from '../../lib/ids.ts';
import { toTimestamp } from '../../lib/time.ts';
import type { LogKind } from './internal.ts';

/** A validated write for any kind of owner. All its fields are text. */
interface Write {
  [field: string]: string | undefined;
  source: string;
  type: string;
  payload: string;
  idempotencyKey?: string | undefined;
}

/** The values that triggers write of a log, besides its payload and its owner: see db/derived/log-writes.sql. */
export interface LogFields {
  logId: string;
  source: string;
  type: string;
  idempotencyKey: string | undefined;
  /** SHA-256 of the idempotency key. */
  keyHash: string | undefined;
  /** A short hash for each field of the request, to name the fields in which a retry differs. Only with a key. */
  fingerprint: Record<string, string> | undefined;
  /** Distinguishes the whole request from other requests with its key. */
  requestDigest: string | undefined;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** The fields of a new log. All fields of the write are hashed, because a retry must equal all of them. */
export function logFieldsOf({ resource }: LogKind, write: Write, now: number): LogFields {
  const { source, type, payload, idempotencyKey: key } = write;
  const log = { logId: newId(resource), source, type, idempotencyKey: key, createdAt: now };
  if (key === undefined) {
    return { ...log, keyHash: undefined, fingerprint: undefined, requestDigest: undefined };
  }
  const hashes = fieldHashes({ ...write, payload: canonicalJson(payload) });
  return {
    ...log,
    keyHash: hashIdempotencyKey(key),
    fingerprint: shortHashes(hashes),
    requestDigest: requestDigest(key, hashes),
  };
}

/** The answer to a write: the first answer or its replay. */
export interface LogWritten {
  ownerId: string;
  logId: string;
  createdOwner: boolean;
  source: string;
  type: string;
  createdAt: string;
  replayed: boolean;
}

/** The result of a write: the log with its key or its id, and what is stored about the request that wrote it. */
export interface WrittenRow {
  ownerId: string | null;
  logId: string;
  createdOwner: number;
  source: string;
  type: string;
  createdAt: number;
  digest: string | null;
  fingerprint: string | null;
}

/** SQL expressions for the ids of a write: its owner, its log, and the id that a new owner would get. */
type Written = Record<'ownerId' | 'logId' | 'newOwnerId', SQL>;

const key = idempotencyKeys;

/** Selects the result of a write with an idempotency key. Reads two rows. */
export const selectByKey = ({ resource, logs }: LogKind, keyHash: SQL) =>
  build
    .select({
      ownerId: sql<string | null>`${key.ownerId}`,
      logId: key.logId,
      createdOwner: sql<number>`${key.createdOwner}`,
      source: key.source,
      type: key.type,
      createdAt: key.createdAt,
      digest: sql<string | null>`${key.requestDigest}`,
      fingerprint: sql<string | null>`${logs.fingerprint}`,
    })
    .from(key)
    .leftJoin(logs, and(eq(logs.ownerId, key.ownerId), eq(logs.logId, key.logId)))
    .where(and(sql`${key.resource} = ${sql.raw(`'${resource}'`)}`, eq(key.keyHash, keyHash)));

/** Selects the result of a write without an idempotency key. */
export const selectById = ({ logs }: LogKind, { ownerId, logId, newOwnerId }: Written) =>
  build
    .select({
      ownerId: sql<string | null>`${logs.ownerId}`,
      logId: logs.logId,
      createdOwner: sql<number>`${logs.ownerId} = ${newOwnerId}`,
      source: logs.source,
      type: logs.type,
      createdAt: logs.createdAt,
      digest: sql<string | null>`null`,
      fingerprint: sql<string | null>`null`,
    })
    .from(logs)
    .where(sql`${logs.ownerId} = ${ownerId} and ${logs.logId} = ${logId}`);

/**
 * Selects the results of the writes in a JSON array, a row for each `position` in it. A write is found by its
 * `keyHash` or, if that is null, by its `logId` and its owner. `ownerId` is null when the owner does not exist.
 */
export const selectEach = (
  { resource, logs }: LogKind,
  writes: Param<string>,
  { ownerId, logId, newOwnerId }: Written,
) =>
  build
    .select({
      position: sql<number>`item.key`,
      ownerId: sql<string | null>`coalesce(${key.ownerId}, ${logs.ownerId})`,
      logId: sql<string>`coalesce(${key.logId}, ${logs.logId})`,
      createdOwner: sql<number>`coalesce(${key.createdOwner}, ${logs.ownerId} = ${newOwnerId})`,
      source: sql<string>`coalesce(${key.source}, ${logs.source})`,
      type: sql<string>`coalesce(${key.type}, ${logs.type})`,
      createdAt: sql<number>`coalesce(${key.createdAt}, ${logs.createdAt})`,
      digest: sql<string | null>`${key.requestDigest}`,
      fingerprint: sql<string | null>`${logs.fingerprint}`,
    })
    .from(sql`json_each(${writes}) as item`)
    .leftJoin(
      key,
      sql`${key.resource} = ${sql.raw(`'${resource}'`)} and ${key.keyHash} = item.value ->> 'keyHash'`,
    )
    .leftJoin(
      logs,
      sql`${logs.ownerId} = coalesce(${key.ownerId}, ${ownerId})
        and ${logs.logId} = coalesce(${key.logId}, ${logId})`,
    );

/**
 * The result of a write, or undefined when its owner does not exist. Throws `idempotency_mismatch` when the key
 * belongs to another request.
 */
export function writtenOf(
  { idName }: LogKind,
  log: LogFields,
  row: WrittenRow | undefined,
): LogWritten | undefined {
  if (!row || row.ownerId === null) return undefined;
  const { ownerId, fingerprint, digest, createdAt, createdOwner, ...written } = row;
  const replayed = row.logId !== log.logId;
  if (replayed && digest !== log.requestDigest) {
    // After an erasure the field hashes are gone. Only the digest shows that the requests differ.
    const first = fingerprint === null ? null : (JSON.parse(fingerprint) as Record<string, string>);
    const fields = first && log.fingerprint ? differingFields(first, log.fingerprint) : [];
    const differ = fields.length > 0 ? `; it differs in ${fields.join(', ')}` : '';
    throw new FootfallError(
      'idempotency_mismatch',
      `The idempotency key was used for another request${differ}.`,
      { [idName]: row.logId, fields },
    );
  }
  return {
    ...written,
    ownerId,
    createdOwner: Boolean(createdOwner),
    createdAt: toTimestamp(createdAt),
    replayed,
  };
}
