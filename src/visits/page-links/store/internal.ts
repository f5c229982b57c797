import { eq } from 'drizzle-orm';
import { build, type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { toTimestamp, toTimestampOrNull } from '../../../lib/time.ts';
import { pageLinks } from '../../tables/page-links.ts';
import type { PageLink } from '../schemas.ts';

/** The columns of a PageLink, `seq` for cursors, and the columns that show its state. */
export const pageLinkColumns = {
  seq: pageLinks.seq,
  pageLinkId: pageLinks.pageLinkId,
  tenantDomainId: pageLinks.tenantDomainId,
  path: pageLinks.path,
  targetType: pageLinks.targetType,
  audienceId: pageLinks.audienceId,
  pageId: pageLinks.pageId,
  revision: pageLinks.revision,
  writeIds: pageLinks.writeIds,
  createdAt: pageLinks.createdAt,
  updatedAt: pageLinks.updatedAt,
  deletedAt: pageLinks.deletedAt,
};
export type PageLinkRow = Pick<typeof pageLinks.$inferSelect, keyof typeof pageLinkColumns>;

/** The interface allows no null for the audience of a page link to a page: it is `""`. */
export const toTarget = (
  row: Pick<PageLinkRow, 'targetType' | 'audienceId' | 'pageId'>,
): PageLink['target'] => ({
  targetType: row.targetType,
  audienceId: row.audienceId ?? '',
  pageId: row.pageId,
});

export const toPageLink = (row: PageLinkRow): PageLink => ({
  pageLinkId: row.pageLinkId,
  tenantDomainId: row.tenantDomainId,
  path: row.path,
  target: toTarget(row),
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
  deletedAt: toTimestampOrNull(row.deletedAt),
});

export const toTagged = (row: PageLinkRow): Tagged<PageLink> => ({
  value: toPageLink(row),
  etag: String(row.revision),
});

/** Selects a page link, deleted or not, within a batch. */
export const selectPageLink = statement(({ pageLinkId }: { pageLinkId: Param<string> }) =>
  build.select(pageLinkColumns).from(pageLinks).where(eq(pageLinks.pageLinkId, pageLinkId)),
);

/** Throws `page_link_not_found` when there is no row. */
export const pageLinkOrThrow = orThrow('page_link_not_found', 'There is no such page link.');

/** Throws `page_link_not_found` when there is no row or the link is deleted. */
export const livePageLinkOrThrow = <T extends { deletedAt: number | null }>(row: T | undefined): T =>
  pageLinkOrThrow(row?.deletedAt === null ? row : undefined);
