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
  /**
   * SHA-256 of the idempotency key. A write without a key has the id of its log in its place: when D1's answer was
   * lost, the retry finds it, whatever has become of the person since.
   */
  keyHash: string;
  /** A short hash for each field of the request, to name the fields in which a retry differs. Only with a key. */
  fingerprint: Record<string, string> | undefined;
  /** Distinguishes the whole request from other requests with its key. */
  requestDigest: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

/** The fields of a new log. All fields of the write are hashed, because a retry must equal all of them. */
export function logFieldsOf({ resource }: LogKind, write: Write, now: number): LogFields {
  const { source, type, payload, idempotencyKey: key } = write;
  const log = { logId: newId(resource), source, type, idempotencyKey: key, createdAt: now };
  if (key === undefined) {
    return { ...log, keyHash: log.logId, fingerprint: undefined, requestDigest: '' };
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

/** The result of a write: what is stored about the request that wrote its log. */
export interface WrittenRow {
  /** Null when there is no such request: its owner does not exist. */
  ownerId: string | null;
  logId: string;
  createdOwner: number;
  source: string;
  type: string;
  createdAt: number;
  digest: string | null;
  fingerprint: string | null;
}

const key = idempotencyKeys;

/** The columns of a result. `key` and `logs` are joined. */
const resultColumns = (logs: LogKind['logs']) => ({
  ownerId: sql<string | null>`${key.ownerId}`,
  logId: key.logId,
  createdOwner: sql<number>`${key.createdOwner}`,
  source: key.source,
  type: key.type,
  createdAt: key.createdAt,
  digest: sql<string | null>`${key.requestDigest}`,
  fingerprint: sql<string | null>`${logs.fingerprint}`,
});

const isKeyOf = ({ resource }: LogKind, keyHash: SQL) =>
  and(sql`${key.resource} = ${sql.raw(`'${resource}'`)}`, eq(key.keyHash, keyHash));
const isLogOfKey = (logs: LogKind['logs']) => and(eq(logs.ownerId, key.ownerId), eq(logs.logId, key.logId));

/** Selects the result of a write. Reads two rows. */
export const selectByKey = (kind: LogKind, keyHash: SQL) =>
  build
    .select(resultColumns(kind.logs))
    .from(key)
    .leftJoin(kind.logs, isLogOfKey(kind.logs))
    .where(isKeyOf(kind, keyHash));

/** Selects the results of writes, given as a JSON array of their `keyHash`, a row for each `position` in it. */
export const selectEach = (kind: LogKind, keyHashes: Param<string>) =>
  build
    .select({ position: sql<number>`item.key`, ...resultColumns(kind.logs) })
    .from(sql`json_each(${keyHashes}) as item`)
    .leftJoin(key, isKeyOf(kind, sql`item.value`))
    .leftJoin(kind.logs, isLogOfKey(kind.logs));

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
