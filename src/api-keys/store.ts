import { and, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { counterOf } from '../db/counters.ts';
import { apiKeys } from '../db/schema/api-keys.ts';
import { insertWhere } from '../db/statements.ts';
import { hashApiKey } from '../lib/api-key.ts';
import { FootfallError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { decodeCursor, encodeCursor, type ListScope, type Page, toPage } from '../lib/page.ts';
import { toTimestamp } from '../lib/time.ts';
import { forget, type VerifiedKey } from './cache.ts';
import type { ApiKey, ApiKeyCreate, ApiKeyCreated } from './schemas.ts';

type Row = typeof apiKeys.$inferSelect;
const scope: ListScope = ['api_keys'];
const orNull = (milliseconds: number | null) => (milliseconds === null ? null : toTimestamp(milliseconds));

const toApiKey = (row: Omit<Row, 'hash'>): ApiKey => ({
  apiKeyId: row.apiKeyId,
  name: row.name,
  scopes: row.scopes,
  createdAt: toTimestamp(row.createdAt),
  expiresAt: orNull(row.expiresAt),
  revokedAt: orNull(row.revokedAt),
});

/** The key with this hash, unless it is revoked; one round trip. */
export async function findKeyByHash(db: Database, hash: string): Promise<VerifiedKey | undefined> {
  const [rows] = await db.batch([
    db
      .select({ apiKeyId: apiKeys.apiKeyId, scopes: apiKeys.scopes, expiresAt: apiKeys.expiresAt })
      .from(apiKeys)
      .where(and(eq(apiKeys.hash, hash), isNull(apiKeys.revokedAt))),
  ]);
  return rows[0];
}

/** The row of a new key; times in milliseconds since 1970. */
export function newKeyRow(key: string, input: ApiKeyCreate, now: number): Row {
  return {
    apiKeyId: newId('api_key'),
    hash: hashApiKey(key),
    name: input.name,
    scopes: input.scopes,
    createdAt: now,
    expiresAt: input.expiresAt === undefined ? null : Date.parse(input.expiresAt),
    revokedAt: null,
  };
}

export const insertKey = (db: Database, row: Row) =>
  insertWhere(db, apiKeys, row, undefined, apiKeys.apiKeyId);

/** Stores the hash of `key`. */
export async function createKey(db: Database, key: string, input: ApiKeyCreate): Promise<ApiKeyCreated> {
  const row = newKeyRow(key, input, Date.now());
  await db.batch([insertKey(db, row)]);
  return { ...toApiKey(row), key };
}

/** A SELECT of at most `limit` keys, newest first, behind the key with the id `after`. */
export const keyList = (db: Database, limit: number, after?: string) =>
  db
    .select()
    .from(apiKeys)
    .where(after === undefined ? undefined : lt(apiKeys.apiKeyId, after))
    .orderBy(desc(apiKeys.apiKeyId))
    .limit(limit);

/** Keys of the workspace, newest first, revoked ones included. */
export async function listKeys(db: Database, limit: number, cursor?: string): Promise<Page<ApiKey>> {
  const after = cursor === undefined ? undefined : decodeCursor(scope, cursor);
  const [rows, [total]] = await db.batch([keyList(db, limit + 1, after), counterOf(db, 'api_keys')]);
  return toPage(rows.map(toApiKey), limit, total?.value ?? 0, (last) => encodeCursor(scope, last.apiKeyId));
}

/** Ends a key at `now`; an earlier end stays. */
export const revocation = (db: Database, apiKeyId: string, now: number) =>
  db
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${now})` })
    .where(eq(apiKeys.apiKeyId, apiKeyId))
    .returning();

/** Ends a key at once; a second call changes nothing. Throws `api_key_not_found`. */
export async function revokeKey(db: Database, apiKeyId: string): Promise<ApiKey> {
  const [[revoked]] = await db.batch([revocation(db, apiKeyId, Date.now())]);
  const row = keyOrThrow(revoked);
  forget(row.hash);
  return toApiKey(row);
}

/** The statements of a rotation: a key with the old one's name, scopes and expiry; the old one ends at `endsAt`. */
export function rotationStatements(db: Database, apiKeyId: string, key: string, endsAt: number, now: number) {
  const isOld = eq(apiKeys.apiKeyId, apiKeyId);
  const live = and(
    isOld,
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
  );
  const old = <T>(column: keyof Row) => sql<T>`(select ${apiKeys[column]} from ${apiKeys} where ${live})`;
  const row = {
    ...newKeyRow(key, { name: '', scopes: [] }, now),
    name: old<string>('name'),
    scopes: old<string>('scopes'),
    expiresAt: old<number>('expiresAt'),
  };
  // Once its successor is there, this is a second run of the same rotation.
  const rotated = sql`exists (select 1 from ${apiKeys} where ${eq(apiKeys.hash, row.hash)})`;
  return [
    insertWhere(db, apiKeys, row, sql`exists ${old('apiKeyId')}`, apiKeys.apiKeyId),
    db
      .update(apiKeys)
      .set({ expiresAt: sql`min(coalesce(${apiKeys.expiresAt}, ${endsAt}), ${endsAt})` })
      .where(and(isOld, rotated))
      .returning(),
    db.select().from(apiKeys).where(eq(apiKeys.hash, row.hash)),
  ] as const;
}

/** Replaces a key, which stays valid for `overlapSeconds` more. Throws `api_key_not_found` for a dead one. */
export async function rotateKey(
  db: Database,
  apiKeyId: string,
  key: string,
  overlapSeconds: number,
): Promise<ApiKeyCreated> {
  const now = Date.now();
  const [, [old], [created]] = await db.batch([
    ...rotationStatements(db, apiKeyId, key, now + overlapSeconds * 1000, now),
  ]);
  forget(keyOrThrow(old).hash);
  return { ...toApiKey(keyOrThrow(created)), key };
}

function keyOrThrow(row: Row | undefined): Row {
  if (!row) throw new FootfallError('api_key_not_found', 'No live API key has this id in this workspace.');
  return row;
}
