import { getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { record } from '../../../db/record.ts';
import { recordList } from '../../../db/record-list.ts';
import { orThrow } from '../../../lib/errors.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { pages } from '../../tables/pages.ts';
import { fullMetadata, metadataFields } from '../metadata.ts';
import type { Page, PageCreate } from '../schemas.ts';

export const pageColumns = getTableColumns(pages);
export type PageRow = typeof pages.$inferSelect;

/** Pages. */
export const pageRecord = record({
  table: pages,
  id: 'pageId',
  prefix: 'page',
  columns: pageColumns,
  toItem: (row): Page => ({
    pageId: row.pageId,
    title: row.title,
    url: row.url,
    metadata: fullMetadata(row.metadata),
    audiencesCount: row.audiencesCount,
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
  }),
  orThrow: orThrow('page_not_found', 'There is no page with this id.'),
  // It includes the number of audiences, which the page shows.
  etag: {
    sql: sql`${pages.revision} || '.' || ${pages.audiencesCount}`,
    of: (row) => `${row.revision}.${row.audiencesCount}`,
  },
  unique: { column: 'url', code: 'page_conflict', field: 'url' },
  initial: { audiencesCount: 0 },
});
export const { select: selectPage, orThrow: pageOrThrow } = pageRecord;

/** Pages, newest first. */
export const listPages = recordList(pageRecord, { by: 'pageId', isDescending: true, counter: 'pages' });

/** Creates a page. Throws `page_conflict` when another has its URL. */
export const createPage = (db: Database, { title, url, metadata }: PageCreate): Promise<Tagged<Page>> =>
  pageRecord.create(db, { title, url, metadata: JSON.stringify(metadataFields(metadata)) });
