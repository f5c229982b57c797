import { getTableColumns, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { record } from '../../../db/record.ts';
import { recordList } from '../../../db/record-list.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import { timesOf } from '../../../lib/time.ts';
import { pages } from '../../tables/pages.ts';
import { fullMetadata, metadataFields, metadataPatch } from '../metadata.ts';
import type { Page, PageCreate, PageUpdate } from '../schemas.ts';

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
    ...timesOf(row, ['createdAt', 'updatedAt']),
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

interface ReviseParams {
  pageId: Param<string>;
  title: Param<string> | undefined;
  url: Param<string> | undefined;
  /** JSON text: `metadata` replaces the metadata, `patch` is merged into it (RFC 7396). */
  metadata: Param<string> | undefined;
  patch: Param<string> | undefined;
  write: WriteParams;
}

const revisePage = statement(({ pageId, title, url, metadata, patch, write }: ReviseParams) =>
  pageRecord.revise(pageId, write, {
    title,
    url,
    metadata: patch ? sql`json_patch(${pages.metadata}, ${patch})` : metadata,
  }),
);

/** Changes the given fields. Throws `page_not_found`, `precondition_failed`, `page_conflict`. */
export const updatePage = (
  db: Database,
  pageId: string,
  { title, url, metadata }: PageUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Page>> => {
  const replaced = metadata === null ? '{}' : undefined;
  const patch = metadata ? JSON.stringify(metadataPatch(metadata)) : undefined;
  return pageRecord.write(db, pageId, { title, url, metadata: replaced ?? patch }, ifMatch, {
    write: (write) => revisePage({ pageId, title, url, metadata: replaced, patch, write }),
  });
};
