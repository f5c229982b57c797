import { and, eq, getTableColumns, ne, not, sql } from 'drizzle-orm';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { pages } from '../../tables/pages.ts';
import { fullMetadata } from '../metadata.ts';
import type { Page } from '../schemas.ts';

export const pageColumns = getTableColumns(pages);
export type PageRow = typeof pages.$inferSelect;

export const toPage = (row: PageRow): Page => ({
  pageId: row.pageId,
  title: row.title,
  url: row.url,
  metadata: fullMetadata(row.metadata),
  audiencesCount: row.audiencesCount,
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
});

/** The entity tag of a page. It includes the number of audiences, which the page shows. */
export const etag = sql`${pages.revision} || '.' || ${pages.audiencesCount}`;
export const toTagged = (row: PageRow): Tagged<Page> => ({
  value: toPage(row),
  etag: `${row.revision}.${row.audiencesCount}`,
});

/** Selects a page, within a batch. */
export const selectPage = statement(({ pageId }: { pageId: Param<string> }) =>
  build.select(pageColumns).from(pages).where(eq(pages.pageId, pageId)),
);

/** Throws `page_not_found` when there is no row. */
export const pageOrThrow = orThrow('page_not_found', 'There is no page with this id.');

interface UrlParams {
  url: Param<string>;
  pageId: Param<string>;
}
const isHeld = ({ url, pageId }: UrlParams) => and(eq(pages.url, url), ne(pages.pageId, pageId));

/** The condition that no other page has this URL. */
export const isFree = (params: UrlParams) => not(existsIn(pages, isHeld(params)));

/** Selects the other page that has this URL. */
export const selectHolder = statement((params: UrlParams) =>
  build.select({ pageId: pages.pageId }).from(pages).where(isHeld(params)),
);
