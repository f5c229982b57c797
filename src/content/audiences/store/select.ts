import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { jsonObject } from '../../../db/sql.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { FootfallError } from '../../../lib/errors.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { toTimestamp, toTimestampOrNull } from '../../../lib/time.ts';
import { persons } from '../../../people/tables/persons.ts';
import { fieldValues } from '../../pages/fields.ts';
import { effectiveMetadata, fullMetadata } from '../../pages/metadata.ts';
import { type PageRow, pageColumns, pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import { audiences, audienceVersions, pages } from '../../tables/pages.ts';
import { contentIn, contentOf, type Frozen } from '../content.ts';
import type { Audience, AudienceInFull } from '../schemas.ts';
import { type AudiencePath, audienceOrThrow, etag, isAt } from './internal.ts';
import { isLive, latestOf, toVersion, type VersionRow, versionColumns } from './versions.ts';

// How audiences are read for answers.

const versionJson = (condition: SQL | undefined, columns: Record<string, SQLWrapper> = versionColumns) =>
  sql<string | null>`(select ${jsonObject(columns)} from ${audienceVersions} where ${condition})`;

/** The columns of an Audience. */
export const audienceColumns = {
  audienceId: audiences.audienceId,
  pageId: audiences.pageId,
  personId: audiences.personId,
  audienceNumber: audiences.audienceNumber,
  customName: audiences.customName,
  actionFormIdOverride: audiences.actionFormIdOverride,
  actionFormInstructionsOverride: audiences.actionFormInstructionsOverride,
  actionUrlOverride: audiences.actionUrlOverride,
  metadataOverride: audiences.metadataOverride,
  fieldOverrides: audiences.fieldOverrides,
  writeIds: audiences.writeIds,
  createdAt: audiences.createdAt,
  archivedAt: audiences.archivedAt,
  personName: persons.name,
  personSlug: persons.slug,
  etag,
  latest: versionJson(latestOf(audiences.audienceId)),
  published: versionJson(isLive(audiences.audienceId)),
};

/** The columns of an AudienceInFull. */
const columnsInFull = {
  ...audienceColumns,
  latest: versionJson(latestOf(audiences.audienceId), { ...versionColumns, frozen: audienceVersions.frozen }),
  published: versionJson(isLive(audiences.audienceId), {
    ...versionColumns,
    snapshot: audienceVersions.snapshot,
  }),
};

/** Selects audiences with everything that answers show. */
export const shownAudiences = (columns = audienceColumns) =>
  build
    .select(columns)
    .from(audiences)
    .innerJoin(pages, eq(pages.pageId, audiences.pageId))
    .leftJoin(persons, eq(persons.personId, audiences.personId));

const selectAudience = statement((path: ParamsOf<AudiencePath>) =>
  shownAudiences(columnsInFull).where(isAt(path)),
);
type AudienceRow = NonNullable<ReturnType<typeof selectAudience>['row']>;

const selectAudienceById = statement(({ audienceId }: { audienceId: Param<string> }) =>
  shownAudiences(columnsInFull).where(eq(audiences.audienceId, audienceId)),
);

const selectPageOf = statement(({ audienceId }: { audienceId: Param<string> }) =>
  build
    .select(pageColumns)
    .from(audiences)
    .innerJoin(pages, eq(pages.pageId, audiences.pageId))
    .where(eq(audiences.audienceId, audienceId)),
);

/** Selects a page and one of its audiences, within a batch. */
export const selectPath = (path: AudiencePath) => [selectPage(path), selectAudience(path)] as const;
type Found = readonly [PageRow[], AudienceRow[]];

/** What the name of an audience follows from. */
interface Named {
  customName: string | null;
  personName: string | null;
  audienceNumber: number;
}

/** The name of an audience without one of its own. */
const computedNameOf = ({ personName, audienceNumber }: Omit<Named, 'customName'>): string =>
  personName ?? `Audience ${audienceNumber}`;

/** The name of an audience: its own, or else the computed one. */
export const effectiveNameOf = ({ customName, ...rest }: Named): string => customName ?? computedNameOf(rest);

export function toAudience(row: AudienceRow, page: PageRow): Audience {
  if (row.latest === null) throw new Error(`${row.audienceId} has no version`);
  const archived = row.archivedAt !== null;
  const version = (json: string) => toVersion(JSON.parse(json) as VersionRow, archived);
  const latestVersion = version(row.latest);
  return {
    audienceId: row.audienceId,
    pageId: row.pageId,
    personId: row.personId,
    personRouteKey: row.personSlug,
    computedName: computedNameOf(row),
    customName: row.customName,
    effectiveName: effectiveNameOf(row),
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
    effectiveFields: fieldValues(page.fields, row.fieldOverrides),
    fieldOverrides: row.fieldOverrides,
  };
}

/** What makes rows of these pages audiences. */
export function toAudienceOf(ofPages: PageRow[]): (row: AudienceRow) => Audience {
  const pageOf = new Map(ofPages.map((page) => [page.pageId, page]));
  return (row) => toAudience(row, pageOrThrow(pageOf.get(row.pageId)));
}

function toAudienceInFull(row: AudienceRow, page: PageRow): AudienceInFull {
  const audience = toAudience(row, page);
  const live = JSON.parse(row.published ?? '{}') as { snapshot?: string };
  const latest = JSON.parse(row.latest ?? '{}') as { frozen?: string | null };
  // Of a version in flight it may be unreadable, and then its publish fails and not this answer.
  const frozen = ['draft', 'cancelled'].includes(audience.latestVersion.status) && latest.frozen;
  const current: Frozen = {
    page,
    metadataOverride: row.metadataOverride,
    fieldOverrides: row.fieldOverrides,
    actionFormId: row.actionFormIdOverride,
    actionFormInstructions: row.actionFormInstructionsOverride,
    actionUrl: row.actionUrlOverride,
    supplementaryContext: audience.supplementaryContext,
  };
  return {
    ...audience,
    liveContent: live.snapshot && row.archivedAt === null ? contentIn(live.snapshot) : null,
    nextContent: contentOf(frozen ? (JSON.parse(frozen) as Frozen) : current),
  };
}

/** The audience in these rows of `selectPath`. Throws `page_not_found`, `audience_not_found`. */
export function foundAudience([[page], [row]]: Found): Tagged<AudienceInFull> {
  const ofPage = pageOrThrow(page);
  const found = audienceOrThrow(row);
  return { value: toAudienceInFull(found, ofPage), etag: found.etag };
}

/** An audience. Throws `page_not_found`, `audience_not_found`. */
export const getAudienceOrThrow = async (db: Database, path: AudiencePath): Promise<Tagged<AudienceInFull>> =>
  foundAudience(await db.batch(selectPath(path)));

/** An audience of any page. Throws `audience_not_found`. */
export async function getAudienceById(db: Database, audienceId: string): Promise<Tagged<AudienceInFull>> {
  const [page, [row]] = await db.batch([selectPageOf({ audienceId }), selectAudienceById({ audienceId })]);
  if (!row) throw new FootfallError('audience_not_found', 'There is no audience with this id.');
  return foundAudience([page, [row]]);
}
