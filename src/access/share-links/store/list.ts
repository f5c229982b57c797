import { and, count, desc, eq, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../../db/client.ts';
import { build, type ListParams, type Param, statement } from '../../../db/statement.ts';
import { type CursorBinding, type List, type Listing, listFrom, placeOf } from '../../../lib/cursor.ts';
import { toTimestamp, toTimestampOrNull } from '../../../lib/time.ts';
import { keyFacts, toKeyRef } from '../../api-keys/store/maker.ts';
import { apiKeys } from '../../tables/api-keys.ts';
import type { ShareLink } from '../schemas.ts';
import { isWorking, linkIdOf } from './internal.ts';

const binding: CursorBinding = ['share_links'];
const maker = alias(apiKeys, 'maker');
/** With `+`, SQLite starts from the few links that work, and does not walk all keys in the order of their ids. */
const order = sql`+${apiKeys.apiKeyId}`;

const selectLinks = statement(({ after, take, now }: ListParams & { now: Param<number> }) =>
  build
    .select({
      apiKeyId: apiKeys.apiKeyId,
      name: apiKeys.name,
      path: sql<string>`${apiKeys.sharedPath}`,
      madeBy: sql<string>`${apiKeys.sharedBy}`,
      maker: sql<string | null>`iif(${maker.apiKeyId} is null, null, ${keyFacts(maker)})`,
      createdAt: apiKeys.createdAt,
      expiresAt: sql<number>`${apiKeys.expiresAt}`,
      lastUsedAt: apiKeys.lastUsedAt,
    })
    .from(apiKeys)
    .leftJoin(maker, eq(maker.apiKeyId, apiKeys.sharedBy))
    .where(and(isWorking(apiKeys, now), after && lt(order, after)))
    .orderBy(desc(order))
    .limit(take),
);

const countLinks = statement(({ now }: { now: Param<number> }) =>
  build.select({ value: count() }).from(apiKeys).where(isWorking(apiKeys, now)),
);

type Row = Awaited<ReturnType<typeof rowsOf>>[0][number];
const rowsOf = (db: Database, listing: Listing, now: number) =>
  db.batch([selectLinks({ ...placeOf(binding, listing), now }), countLinks({ now })]);

const toShareLink = ({ apiKeyId, name, path, madeBy, maker, ...times }: Row): ShareLink => ({
  shareLinkId: linkIdOf(apiKeyId),
  name,
  path,
  createdBy: toKeyRef(madeBy, maker),
  createdAt: toTimestamp(times.createdAt),
  expiresAt: toTimestamp(times.expiresAt),
  lastUsedAt: toTimestampOrNull(times.lastUsedAt),
});

/** Share links that work, newest first. */
export async function listShareLinks(db: Database, listing: Listing): Promise<List<ShareLink>> {
  const [rows, [total]] = await rowsOf(db, listing, Date.now());
  return listFrom(binding, listing, rows, total?.value ?? 0, (last) => last.apiKeyId, toShareLink);
}
