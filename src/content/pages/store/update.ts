import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { hasWrite, isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { throwIfHeld } from '../../../db/unique.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../../../lib/precondition.ts';
import { pages } from '../../tables/pages.ts';
import { metadataPatch } from '../metadata.ts';
import type { Page, PageUpdate } from '../schemas.ts';
import { getPageOrThrow } from './get.ts';
import { etag, isFree, pageOrThrow, selectHolder, selectPage, toTagged } from './internal.ts';

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
  revise(
    pages,
    write,
    { title, url, metadata: patch ? sql`json_patch(${pages.metadata}, ${patch})` : metadata },
    and(eq(pages.pageId, pageId), isCurrent(etag, write), url && isFree({ url, pageId })),
  ),
);

/** Changes the given fields. Throws `page_not_found`, `precondition_failed`, `page_conflict`. */
export async function updatePage(
  db: Database,
  pageId: string,
  { title, url, metadata }: PageUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Page>> {
  if (title === undefined && url === undefined && metadata === undefined) {
    return matched(await getPageOrThrow(db, pageId), ifMatch);
  }
  const write = newWrite(ifMatch);
  const [, [holder], [row]] = await db.batch([
    revisePage({
      pageId,
      title,
      url,
      metadata: metadata === null ? '{}' : undefined,
      patch: metadata ? JSON.stringify(metadataPatch(metadata)) : undefined,
      write,
    }),
    selectHolder({ url: url ?? '', pageId }),
    selectPage({ pageId }),
  ]);
  const found = pageOrThrow(row);
  const page = toTagged(found);
  if (hasWrite(found, write)) return page;
  assertMatch(page.etag, ifMatch);
  throwIfHeld('page_conflict', 'url', holder?.pageId);
  return page;
}
