import { and, eq, type SQL, sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import { newestHeard } from '../../../db/actor.ts';
import type { Database } from '../../../db/client.ts';
import { type Bound, build, type Param, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import {
  type ComparedFields,
  canonicalJson,
  checksumsOf,
  differingFields,
  earlierDigest,
  hashIdempotencyKey,
  requestDigest,
} from '../../../lib/idempotency.ts';
import { newIdAt } from '../../../lib/ids.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { idempotencyKeys } from '../../tables/logs.ts';
import { selectOwner } from './keyless-write.ts';
import { kinds, type LogKind, type Resource } from './read.ts';

/** A validated write for any kind of owner, as a retry must equal it. All its fields are text. */
export interface Write {
  [field: string]: string | undefined;
  source: string;
  type: string;
  payload: string;
  idempotencyKey?: string | undefined;
  /** A timestamp. So two spellings of one instant are the same request. */
  occurredAt?: string | undefined;
}

/** The fields of a write as they were sent: anything. */
export type Sent = unknown;

/** The fields of a sent write that are text. */
export const textsOf = (sent: Sent): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(sent ?? {}).filter(([, value]) => typeof value === 'string'));

/** The fields in which a retry is compared with its write: all of them. */
const compared = (write: Write): ComparedFields => ({ ...write, payload: canonicalJson(write.payload) });

/** The values that triggers write of a log, besides its payload and its owner: see schema/derived/log-writes.sql.ts. */
export function logFieldsOf(resource: Resource, write: Write, now: number) {
  const { source, type, idempotencyKey, occurredAt: at } = write;
  const logId = newIdAt(resource, now);
  const occurredAt = at === undefined ? undefined : Date.parse(at);
  const keyed = idempotencyKey === undefined ? undefined : { key: idempotencyKey, fields: compared(write) };
  return {
    logId,
    source,
    type,
    idempotencyKey,
    /** SHA-256 of the idempotency key. */
    keyHash: keyed && hashIdempotencyKey(keyed.key),
    /** A checksum for each field of the request, to name the fields in which a retry differs. Only with a key. */
    fingerprint: keyed && checksumsOf(keyed.fields),
    /** Distinguishes the whole request from other requests with its key. */
    requestDigest: keyed && requestDigest(keyed.key, keyed.fields),
    createdAt: now,
    /** Undefined, and not stored, when the request does not say when it happened. */
    occurredAt,
    /** Whether the log is in the order of time by its id. */
    hasIdTime: occurredAt === undefined || occurredAt === now,
  };
}
/** The values of a log, with the id of the owner that it would create. */
export type LogFields = ReturnType<typeof logFieldsOf> & { newPersonId?: string; newAccountId?: string };

const key = idempotencyKeys;

/** The checksums of the request that wrote the log of a key. */
const checksumsOfKey = (logs: LogKind['logs']) =>
  build
    .select({ fingerprint: logs.fingerprint })
    .from(logs)
    .where(and(eq(logs.ownerId, key.ownerId), eq(logs.logId, key.logId)));

/** What is stored about the request that wrote the log of a key. Only a request that differs reads the log. */
const resultColumns = (logs: LogKind['logs'], requestDigest: SQL) => ({
  /** Null when there is no such request: its owner does not exist. */
  ownerId: sql<string | null>`${key.ownerId}`,
  logId: key.logId,
  createdOwner: sql<number>`${key.createdOwner}`,
  source: key.source,
  type: key.type,
  createdAt: key.createdAt,
  /** The digest of the request that wrote the log, if it differs. */
  otherDigest: sql<string | null>`nullif(${key.requestDigest}, ${requestDigest})`,
  /** The checksums of that request. They are gone when its owner was erased. */
  otherChecksums: sql<
    string | null
  >`iif(${key.requestDigest} = ${requestDigest}, null, ${checksumsOfKey(logs)})`,
});

const isKeyOf = ({ resource }: LogKind, keyHash: SQL) =>
  and(sql`${key.resource} = ${sql.raw(`'${resource}'`)}`, eq(key.keyHash, keyHash));

/** Selects the result of a write. Reads one row, and one more if its key was used for another request. */
const selectResult = statement(
  (of: { keyHash: Param<string>; requestDigest: Param<string> }, resource: Resource) =>
    build
      .select({ ...resultColumns(kinds[resource].logs, of.requestDigest), newest: newestHeard })
      .from(key)
      .where(isKeyOf(kinds[resource], of.keyHash)),
);
export type WrittenRow = Omit<NonNullable<ReturnType<typeof selectResult>['row']>, 'newest'>;

// VALUES and not SELECT: SQLite stores the rows of a SELECT first, and D1 counts them as read.
const insertWrite = statement(
  ({ write, payload }: { write: Param<string>; payload: Param<string> }, resource: Resource) =>
    sql`insert into ${sql.raw(`${resource}_writes`)} (write, payload) values (${write}, ${payload})`,
);

/**
 * Writes one log by its trigger, with the fields that schema/derived/log-writes.sql.ts takes, and reads the result. The trigger
 * notes who wrote: two statements in place of the five of `batch`.
 */
export async function writeOne(
  db: Database,
  resource: Resource,
  fields: LogFields,
  payload: string,
): Promise<WrittenRow | undefined> {
  const { keyHash, requestDigest } = fields;
  const write = JSON.stringify({ ...fields, actor: db.actor });
  const rowOf = async <Row extends { newest: number | null }>(select: Bound<Row>) => {
    const [, [row]] = await db.batchUntold([insertWrite({ write, payload }, resource), select]);
    if (row?.newest) await db.wake?.(row.newest);
    return row;
  };
  if (keyHash !== undefined && requestDigest !== undefined)
    return rowOf(selectResult({ keyHash, requestDigest }, resource));
  const row = await rowOf(selectOwner({ write }, resource));
  return row && keylessRow(fields, row);
}

/** What is known of a log without a key: it is never a replay. */
export const keylessRow = (fields: LogFields, { ownerId }: { ownerId: string | null }): WrittenRow => ({
  ...pick(fields, ['logId', 'source', 'type', 'createdAt']),
  ownerId,
  createdOwner: Number(ownerId === (fields.newPersonId ?? fields.newAccountId)),
  otherDigest: null,
  otherChecksums: null,
});

/** Selects the results of writes, given as a JSON array of `[keyHash, requestDigest]`, a row for each `position` in it. */
export const selectEach = (kind: LogKind, keys: Param<string>) =>
  build
    .select({
      position: sql<number>`item.key`,
      ...resultColumns(kind.logs, sql`item.value ->> 1`),
    })
    .from(sql`json_each(${keys}) as item`)
    .leftJoin(key, isKeyOf(kind, sql`item.value ->> 0`));

/** Throws `idempotency_mismatch` if another request wrote the log. `earlier` makes the write as it once was. */
function assertSame({ idName }: LogKind, write: Write, row: WrittenRow, earlier: () => Write): void {
  const { logId, otherDigest, otherChecksums } = row;
  if (otherDigest === null) return;
  const [key, forms] = [write.idempotencyKey ?? '', [compared(write), compared(earlier())]];
  const isSame = (fields: ComparedFields) =>
    otherDigest === requestDigest(key, fields) || otherDigest === earlierDigest(key, fields);
  if (forms.some(isSame)) return;
  const stored = otherChecksums === null ? null : (JSON.parse(otherChecksums) as Record<string, string>);
  // After an erasure the checksums are gone. Only the digest shows that the requests differ.
  const differingIn = (fields: ComparedFields) => (stored === null ? [] : differingFields(stored, fields));
  const [now = [], before = []] = forms.map(differingIn);
  const differing = now.filter((field) => before.includes(field));
  const where = differing.length > 0 ? `; it differs in ${differing.join(', ')}` : '';
  throw new FootfallError(
    'idempotency_mismatch',
    `The idempotency key was used for another request${where}.`,
    { [idName]: logId, fields: differing },
  );
}

/** The result of a write, the first or its replay; undefined without an owner. Throws `idempotency_mismatch` for a used key. */
export function writtenOf(
  resource: Resource,
  write: Write,
  { logId }: LogFields,
  row: WrittenRow | undefined,
  earlier: () => Write,
) {
  if (!row || row.ownerId === null) return undefined;
  const replayed = row.logId !== logId;
  if (replayed) assertSame(kinds[resource], write, row, earlier);
  return {
    ...pick(row, ['logId', 'source', 'type']),
    ownerId: row.ownerId,
    createdOwner: Boolean(row.createdOwner),
    createdAt: toTimestamp(row.createdAt),
    replayed,
  };
}
