import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../db/client.ts';
import { audiences, audienceVersions } from '../db/schema/audiences.ts';
import { pages } from '../db/schema/pages.ts';
import { persons } from '../db/schema/persons.ts';
import { isCurrent, jsonObject } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { decodeCursor, encodeCursor, type ListScope, type Page, toPage } from '../lib/page.ts';
import type { IfMatch, Tagged } from '../lib/precondition.ts';
import { toTimestamp, toTimestampOrNull } from '../lib/time.ts';
import { effectiveMetadata, fullMetadata } from '../pages/metadata.ts';
import { type PageRow, pageOrThrow, selectPage } from '../pages/store.ts';
import { allowedActions } from './lifecycle.ts';
import type { Audience, AudienceVersion } from './schemas.ts';

/** Names an audience by its path. */
export interface AudiencePath {
  pageId: string;
  audienceId: string;
}

/** The columns that an AudienceVersion is made of, and the name of its last transition. */
export const versionColumns = {
  versionId: audienceVersions.versionId,
  audienceId: audienceVersions.audienceId,
  versionNumber: audienceVersions.versionNumber,
  status: audienceVersions.status,
  isNewPageAgent: audienceVersions.isNewPageAgent,
  supplementaryContext: audienceVersions.supplementaryContext,
  createdAt: audienceVersions.createdAt,
  becameDraftAt: audienceVersions.becameDraftAt,
  queuedAt: audienceVersions.queuedAt,
  processingAt: audienceVersions.processingAt,
  publishedAt: audienceVersions.publishedAt,
  cancelledAt: audienceVersions.cancelledAt,
  obsoleteAt: audienceVersions.obsoleteAt,
  archivedAt: audienceVersions.archivedAt,
  cancelReason: audienceVersions.cancelReason,
};
type VersionRow = Pick<typeof audienceVersions.$inferSelect, keyof typeof versionColumns>;

/** A version as it is answered; `archived` says whether its audience is. */
export const toVersion = (row: VersionRow, archived: boolean): AudienceVersion => ({
  versionId: row.versionId,
  audienceId: row.audienceId,
  versionNumber: row.versionNumber,
  status: row.status,
  isNewPageAgent: Boolean(row.isNewPageAgent),
  supplementaryContext: row.supplementaryContext,
  createdAt: toTimestamp(row.createdAt),
  becameDraftAt: toTimestampOrNull(row.becameDraftAt),
  queuedAt: toTimestampOrNull(row.queuedAt),
  // Two machines, two clocks.
  queueDurationMs:
    row.processingAt === null || row.queuedAt === null ? null : Math.max(row.processingAt - row.queuedAt, 0),
  publishedAt: toTimestampOrNull(row.publishedAt),
  cancelledAt: toTimestampOrNull(row.cancelledAt),
  obsoleteAt: toTimestampOrNull(row.obsoleteAt),
  archivedAt: toTimestampOrNull(row.archivedAt),
  cancelReason: row.cancelReason,
  allowedActions: allowedActions(row.status, archived),
});

/** The WHERE that finds an audience's newest version, whatever its status. */
export const latestOf = (audienceId: SQLiteColumn | string) =>
  sql`${eq(audienceVersions.audienceId, audienceId)} order by ${audienceVersions.versionNumber} desc limit 1`;

const versionJson = (condition: SQL | undefined) =>
  sql<string | null>`(select ${jsonObject(versionColumns)} from ${audienceVersions} where ${condition})`;

/**
 * The entity tag of an audience and of its versions: it changes with the audience, a version, the page and the
 * person. Needs all three tables in the query.
 */
const etag = sql<string>`${audiences.revision} || '.' || ${pages.revision} || '.' || coalesce(${persons.updatedAt}, 0)`;

const fromAudiences = (db: Database) => {
  const columns = {
    audienceId: audiences.audienceId,
    pageId: audiences.pageId,
    personId: audiences.personId,
    audienceNumber: audiences.audienceNumber,
    customName: audiences.customName,
    actionFormIdOverride: audiences.actionFormIdOverride,
    actionFormInstructionsOverride: audiences.actionFormInstructionsOverride,
    actionUrlOverride: audiences.actionUrlOverride,
    metadataOverride: audiences.metadataOverride,
    writeId: audiences.writeId,
    createdAt: audiences.createdAt,
    archivedAt: audiences.archivedAt,
    personName: sql<string | null>`${persons.name}`.as('person_name'),
    personSlug: sql<string | null>`${persons.slug}`.as('person_slug'),
    etag: etag.as('etag'),
    latest: versionJson(latestOf(audiences.audienceId)).as('latest'),
    published: versionJson(
      and(
        eq(audienceVersions.audienceId, audiences.audienceId),
        sql`${audienceVersions.status} = 'published'`,
      ),
    ).as('published'),
  };
  return db
    .select(columns)
    .from(audiences)
    .innerJoin(pages, eq(pages.pageId, audiences.pageId))
    .leftJoin(persons, eq(persons.personId, audiences.personId));
};
type AudienceRow = Awaited<ReturnType<typeof fromAudiences>>[number];

function toAudience(row: AudienceRow, page: PageRow): Audience {
  if (row.latest === null) throw new Error(`${row.audienceId} has no version`);
  const archived = row.archivedAt !== null;
  const version = (json: string) => toVersion(JSON.parse(json) as VersionRow, archived);
  const latestVersion = version(row.latest);
  const computedName = row.personName ?? `Audience ${row.audienceNumber}`;
  return {
    audienceId: row.audienceId,
    pageId: row.pageId,
    personId: row.personId,
    personRouteKey: row.personSlug,
    computedName,
    customName: row.customName,
    effectiveName: row.customName ?? computedName,
    isNewPageAgent: latestVersion.isNewPageAgent,
    status: archived ? 'archived' : latestVersion.status,
    actionFormIdOverride: row.actionFormIdOverride,
    actionFormInstructionsOverride: row.actionFormInstructionsOverride,
    actionUrlOverride: row.actionUrlOverride,
    supplementaryContext: latestVersion.supplementaryContext,
    archivedAt: toTimestampOrNull(row.archivedAt),
    createdAt: toTimestamp(row.createdAt),
    latestVersion,
    publishedVersion: row.published === null ? null : version(row.published),
    effectiveMetadata: effectiveMetadata(page, row.metadataOverride),
    metadataOverride: fullMetadata(row.metadataOverride, page.metadata),
  };
}

/** A SELECT of an audience with what it shows, to ride along in a batch. */
export const selectAudience = (db: Database, { pageId, audienceId }: AudiencePath) =>
  fromAudiences(db).where(and(eq(audiences.pageId, pageId), eq(audiences.audienceId, audienceId)));

/** Throws `audience_not_found` for a row that is not there. */
export function audienceOrThrow<T>(row: T | undefined): T {
  if (!row) throw new FootfallError('audience_not_found', 'The page has no audience with this id.');
  return row;
}

/** The audience in these rows of `selectPage` and `selectAudience`. Throws `page_not_found`, `audience_not_found`. */
export function taggedAudience(page: PageRow | undefined, row: AudienceRow | undefined): Tagged<Audience> {
  const ofPage = pageOrThrow(page);
  const found = audienceOrThrow(row);
  return { value: toAudience(found, ofPage), etag: found.etag };
}

/** A SELECT of an audience's entity tag and of when it was archived. */
export const selectState = (db: Database, { pageId, audienceId }: AudiencePath) =>
  db
    .select({ etag: etag.as('etag'), archivedAt: audiences.archivedAt })
    .from(audiences)
    .innerJoin(pages, eq(pages.pageId, audiences.pageId))
    .leftJoin(persons, eq(persons.personId, audiences.personId))
    .where(and(eq(audiences.pageId, pageId), eq(audiences.audienceId, audienceId)));

/** The condition that the audience is there, in the state that `ifMatch` asks for. */
export const isAudience = ({ pageId, audienceId }: AudiencePath, ifMatch: IfMatch, further?: SQL): SQL =>
  sql`exists (select 1 from ${audiences} join ${pages} on ${eq(pages.pageId, audiences.pageId)}
    left join ${persons} on ${eq(persons.personId, audiences.personId)}
    where ${and(eq(audiences.pageId, pageId), eq(audiences.audienceId, audienceId), isCurrent(etag, ifMatch), further)})`;

export async function getAudienceOrThrow(db: Database, path: AudiencePath): Promise<Tagged<Audience>> {
  const [[page], [row]] = await db.batch([selectPage(db, path.pageId), selectAudience(db, path)]);
  return taggedAudience(page, row);
}

/** Audiences of a page, newest first, archived ones included. Throws `page_not_found`. */
export async function listAudiences(
  db: Database,
  pageId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Audience>> {
  const scope: ListScope = ['audiences', pageId];
  const after = cursor === undefined ? undefined : decodeCursor(scope, cursor);
  const [[page], rows] = await db.batch([
    selectPage(db, pageId),
    fromAudiences(db)
      .where(
        and(eq(audiences.pageId, pageId), after === undefined ? undefined : lt(audiences.audienceId, after)),
      )
      .orderBy(desc(audiences.audienceId))
      .limit(limit + 1),
  ]);
  const ofPage = pageOrThrow(page);
  const items = rows.map((row) => toAudience(row, ofPage));
  return toPage(items, limit, ofPage.audiencesCount, (last) => encodeCursor(scope, last.audienceId));
}
