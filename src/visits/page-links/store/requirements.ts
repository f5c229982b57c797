import { and, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { pageOrThrow, selectPage } from '../../../content/pages/store/internal.ts';
import { audiences, pages } from '../../../content/tables/pages.ts';
import type { RowsOf } from '../../../db/client.ts';
import { existsIn, oneRow } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { throwIfHeld } from '../../../db/unique.ts';
import { FootfallError } from '../../../lib/errors.ts';
import { pageLinks, tenantDomains } from '../../tables/page-links.ts';
import { selectTenantDomain, tenantDomainOrThrow } from '../../tenant-domains/store/internal.ts';
import type { PageLinkTargetInput, PageLinkUpdate } from '../schemas.ts';

/** The target of a link: an audience, or a page, by its own id or by one of its audiences'. */
export interface TargetParams {
  targetType: Param<'audience' | 'page'>;
  audienceId: Param<string | null> | undefined;
  pageId: Param<string> | undefined;
}

/** The values of a target to bind. */
export const targetValues = ({ targetType, audienceId, pageId }: PageLinkTargetInput) => ({
  targetType,
  audienceId,
  pageId,
});

/** The columns of a link to this target. The statement that writes them looks up the page of an audience. */
export const targetColumns = ({ targetType, audienceId, pageId }: TargetParams) => ({
  targetType,
  audienceId: audienceId ? sql`iif(${targetType} = 'audience', ${audienceId}, null)` : null,
  pageId: pageId ?? sql`(select ${audiences.pageId} from ${audiences} where ${isAudience(audienceId)})`,
});

const isAudience = (audienceId: Param<string | null> | undefined) =>
  eq(audiences.audienceId, audienceId ?? '');

/** The condition that the target exists and is not archived. */
function isTarget({ targetType, audienceId, pageId }: TargetParams): SQL {
  if (!audienceId) return existsIn(pages, eq(pages.pageId, pageId ?? ''));
  return existsIn(
    audiences,
    and(
      isAudience(audienceId),
      pageId && eq(audiences.pageId, pageId),
      // A link to a page may name the page by an archived audience.
      or(ne(targetType, 'audience'), isNull(audiences.archivedAt)),
    ),
  );
}

/** Selects the audience of a target, within a batch. */
const selectTargetAudience = statement(({ audienceId }: { audienceId: Param<string> }) =>
  build
    .select({ pageId: audiences.pageId, archivedAt: audiences.archivedAt })
    .from(audiences)
    .where(isAudience(audienceId)),
);

/** Throws what `isTarget` refuses a target for, from the rows of `selectTargetAudience` and `selectPage`. */
function throwIfNoTarget(
  { targetType, audienceId, pageId }: PageLinkTargetInput,
  audience: { pageId: string; archivedAt: number | null } | undefined,
  page: object | undefined,
): void {
  if (targetType === 'page' && pageId !== undefined) pageOrThrow(page);
  if (audienceId === undefined) return;
  if (!audience || audience.pageId !== (pageId ?? audience.pageId)) {
    throw new FootfallError('audience_not_found', 'There is no audience with this id, or not of this page.');
  }
  if (targetType === 'audience' && audience.archivedAt !== null) {
    throw new FootfallError('audience_archived', `${audienceId} is archived.`, {
      field: 'target.audienceId',
      conflictingId: audienceId,
    });
  }
}

/** The domain and path that a link will have. An undefined value stays as in the link's row. */
export interface PlaceParams {
  pageLinkId: Param<string>;
  path: Param<string> | undefined;
  /** Null for the fallback subdomain. */
  tenantDomainId: Param<string | null> | undefined;
}

/** The condition that a link is on this domain; undefined is the fallback. SQLite can use both partial indexes. */
export const onDomain = (tenantDomainId: Param<string> | undefined): SQL =>
  tenantDomainId ? eq(pageLinks.tenantDomainId, tenantDomainId) : isNull(pageLinks.tenantDomainId);

/** The id of the other live link with this domain and path, or null. */
function holderOf({ pageLinkId, path, tenantDomainId }: PlaceParams): SQL<string | null> {
  if (!path && !tenantDomainId) return sql`null`;
  const own = (column: SQLiteColumn) =>
    sql`(select ${column} from ${pageLinks} where ${eq(pageLinks.pageLinkId, pageLinkId)})`;
  const domain = tenantDomainId ?? own(pageLinks.tenantDomainId);
  const others = and(
    eq(pageLinks.path, path ?? own(pageLinks.path)),
    ne(pageLinks.pageLinkId, pageLinkId),
    isNull(pageLinks.deletedAt),
  );
  const other = (where: SQL | undefined) =>
    sql`(select ${pageLinks.pageLinkId} from ${pageLinks} where ${and(others, where)})`;
  // One query for each partial index. At most one of the two finds a row.
  const onFallback = other(and(isNull(pageLinks.tenantDomainId), isNull(domain)));
  return sql`coalesce(${onFallback}, ${other(eq(pageLinks.tenantDomainId, domain))})`;
}

/** The condition that no other live link has this domain and path. Undefined when the link keeps both. */
const isFree = (place: PlaceParams): SQL | undefined =>
  place.path || place.tenantDomainId ? isNull(holderOf(place)) : undefined;

/** Selects the other live link with this domain and path, within a batch. */
const selectHolder = statement((place: PlaceParams) =>
  build.select({ pageLinkId: holderOf(place) }).from(oneRow),
);

// What must exist before a link is written: its domain, its target and a free path.

/** The condition that all requirements are met. */
export const isPossible = (place: PlaceParams, target: TargetParams | undefined): SQL | undefined =>
  and(
    place.tenantDomainId &&
      or(
        isNull(place.tenantDomainId),
        existsIn(tenantDomains, eq(tenantDomains.tenantDomainId, place.tenantDomainId)),
      ),
    target && isTarget(target),
    isFree(place),
  );

/** Selects the requirements, in the batch of the write and after it. */
export function selectRequirements(pageLinkId: string, { tenantDomainId, target, path }: PageLinkUpdate) {
  const { audienceId, pageId } = target ?? {};
  return [
    typeof tenantDomainId === 'string' ? selectTenantDomain({ tenantDomainId }) : undefined,
    selectHolder({ pageLinkId, path, tenantDomainId }),
    audienceId === undefined ? undefined : selectTargetAudience({ audienceId }),
    pageId === undefined ? undefined : selectPage({ pageId }),
  ] as const;
}

/** Throws the error for the requirement that was not met. */
export function throwIfImpossible(
  { tenantDomainId, target }: PageLinkUpdate,
  [[domain], [holder], [audience], [page]]: RowsOf<ReturnType<typeof selectRequirements>>,
): void {
  if (typeof tenantDomainId === 'string') tenantDomainOrThrow(domain);
  if (target) throwIfNoTarget(target, audience, page);
  throwIfHeld('path_taken', 'path', holder?.pageLinkId ?? undefined);
}
