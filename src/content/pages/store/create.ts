import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { throwIfHeld } from '../../../db/unique.ts';
import { newId } from '../../../lib/ids.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import { pages } from '../../tables/pages.ts';
import { metadataFields } from '../metadata.ts';
import type { Page, PageCreate } from '../schemas.ts';
import { isFree, pageOrThrow, selectHolder, selectPage, toTagged } from './internal.ts';

interface InsertParams {
  pageId: Param<string>;
  title: Param<string>;
  url: Param<string>;
  /** JSON text. */
  metadata: Param<string>;
  writeIds: Param<string>;
  now: Param<number>;
}

const insertPage = statement(({ now, ...row }: InsertParams) =>
  insertWhere(
    pages,
    { ...row, audiencesCount: 0, revision: 1, createdAt: now, updatedAt: now },
    isFree(row),
    pages.pageId,
  ),
);

/** Creates a page. Throws `page_conflict` when another has its URL. */
export async function createPage(db: Database, { title, url, metadata }: PageCreate): Promise<Tagged<Page>> {
  const page = { pageId: newId('page'), title, url, metadata: JSON.stringify(metadataFields(metadata)) };
  const [, [holder], [created]] = await db.batch([
    insertPage({ ...page, writeIds: newId('write'), now: Date.now() }),
    selectHolder(page),
    selectPage(page),
  ]);
  // In a retry, another page may have got the URL that this one had.
  if (!created) throwIfHeld('page_conflict', 'url', holder?.pageId);
  return toTagged(pageOrThrow(created));
}
