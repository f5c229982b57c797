import { and, desc, eq, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { counterOf } from '../db/counters.ts';
import { pages } from '../db/schema/pages.ts';
import { insertWhere, isCurrent } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { decodeCursor, encodeCursor, type ListScope, type Page as PageOf, toPage } from '../lib/page.ts';
import { assertMatch, type IfMatch, type Tagged } from '../lib/precondition.ts';
import { toTimestamp } from '../lib/time.ts';
import { fullMetadata, metadataFields, metadataPatch } from './metadata.ts';
import type { Page, PageCreate, PageUpdate } from './schemas.ts';

export type PageRow = typeof pages.$inferSelect;

const toPageObject = (row: PageRow): Page => ({
  pageId: row.pageId,
  title: row.title,
  url: row.url,
  metadata: fullMetadata(row.metadata),
  audiencesCount: row.audiencesCount,
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
});
/** The entity tag of a page, which shows how many audiences it has. */
const etag = sql`${pages.revision} || '.' || ${pages.audiencesCount}`;
const etagOf = (row: PageRow) => `${row.revision}.${row.audiencesCount}`;
const toTagged = (row: PageRow): Tagged<Page> => ({ value: toPageObject(row), etag: etagOf(row) });

/** A SELECT of a page, to ride along in a batch. */
export const selectPage = (db: Database, pageId: string) =>
  db.select().from(pages).where(eq(pages.pageId, pageId));

/** Throws `page_not_found` for a row that is not there. */
export function pageOrThrow<T>(row: T | undefined): T {
  if (!row) throw new FootfallError('page_not_found', 'There is no page with this id.');
  return row;
}

/** A SELECT of the page that has this URL, unless it is `pageId`. */
const holderOf = (db: Database, url: string, pageId: string) =>
  db
    .select({ pageId: pages.pageId })
    .from(pages)
    .where(and(eq(pages.url, url), ne(pages.pageId, pageId)));

const isFree = (url: string, pageId: string) =>
  sql`not exists (select 1 from ${pages} where ${and(eq(pages.url, url), ne(pages.pageId, pageId))})`;

function throwIfHeld(holder: { pageId: string } | undefined): void {
  if (!holder) return;
  const { pageId: conflictingId } = holder;
  throw new FootfallError('page_conflict', `${conflictingId} has this url already.`, {
    field: 'url',
    conflictingId,
  });
}

/** Creates a page. Throws `page_conflict` when another has its URL. */
export async function createPage(db: Database, input: PageCreate): Promise<Tagged<Page>> {
  const pageId = newId('page');
  const now = Date.now();
  const row = {
    pageId,
    title: input.title,
    url: input.url,
    metadata: metadataFields(input.metadata),
    audiencesCount: 0,
    revision: 1,
    writeId: newId('write'),
    createdAt: now,
    updatedAt: now,
  };
  const [, [holder], [created]] = await db.batch([
    insertWhere(db, pages, row, isFree(input.url, pageId), pages.pageId),
    holderOf(db, input.url, pageId),
    selectPage(db, pageId),
  ]);
  throwIfHeld(holder);
  return toTagged(pageOrThrow(created));
}

/** Pages, newest first. */
export async function listPages(db: Database, limit: number, cursor?: string): Promise<PageOf<Page>> {
  const scope: ListScope = ['pages'];
  const after = cursor === undefined ? undefined : decodeCursor(scope, cursor);
  const [rows, [total]] = await db.batch([
    db
      .select()
      .from(pages)
      .where(after === undefined ? undefined : lt(pages.pageId, after))
      .orderBy(desc(pages.pageId))
      .limit(limit + 1),
    counterOf(db, 'pages'),
  ]);
  return toPage(rows.map(toPageObject), limit, total?.value ?? 0, (last) => encodeCursor(scope, last.pageId));
}

export async function getPageOrThrow(db: Database, pageId: string): Promise<Tagged<Page>> {
  const [[row]] = await db.batch([selectPage(db, pageId)]);
  return toTagged(pageOrThrow(row));
}

/** Changes the fields given. Throws `page_not_found`, `precondition_failed`, `page_conflict`. */
export async function updatePage(
  db: Database,
  pageId: string,
  { metadata, ...patch }: PageUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Page>> {
  const changes = {
    ...patch,
    ...(metadata === undefined
      ? {}
      : {
          metadata:
            metadata === null
              ? {}
              : sql`json_patch(${pages.metadata}, ${JSON.stringify(metadataPatch(metadata))})`,
        }),
  };
  if (Object.keys(changes).length === 0) {
    const unchanged = await getPageOrThrow(db, pageId);
    assertMatch(unchanged.etag, ifMatch);
    return unchanged;
  }
  const writeId = newId('write');
  const { url } = patch;
  const [, [holder], [row]] = await db.batch([
    db
      .update(pages)
      .set({ ...changes, revision: sql`${pages.revision} + 1`, writeId, updatedAt: Date.now() })
      .where(
        and(
          eq(pages.pageId, pageId),
          isCurrent(etag, ifMatch),
          url === undefined ? undefined : isFree(url, pageId),
        ),
      ),
    holderOf(db, url ?? '', pageId),
    selectPage(db, pageId),
  ]);
  const page = toTagged(pageOrThrow(row));
  if (row?.writeId === writeId) return page;
  assertMatch(page.etag, ifMatch);
  throwIfHeld(holder);
  return page;
}
