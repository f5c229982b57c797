import { sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import type { WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import { pages } from '../../tables/pages.ts';
import { metadataPatch } from '../metadata.ts';
import type { Page, PageUpdate } from '../schemas.ts';
import { pageRecord } from './internal.ts';

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
