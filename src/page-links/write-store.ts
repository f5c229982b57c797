import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { pageLinks, tenantDomains } from '../db/schema/page-links.ts';
import { insertWhere, isCurrent } from '../db/statements.ts';
import { newId } from '../lib/ids.ts';
import { assertMatch, type IfMatch, type Tagged } from '../lib/precondition.ts';
import { selectTenantDomain, tenantDomainOrThrow } from '../tenant-domains/store.ts';
import { searchPathOf } from './path.ts';
import { holderOf, isFree, throwIfHeld } from './path-store.ts';
import type { PageLink, PageLinkCreate, PageLinkUpdate } from './schemas.ts';
import { type PageLinkRow, pageLinkOrThrow, selectPageLink, toTagged } from './store.ts';
import { isTarget, selectTarget, targetColumns, throwIfNoTarget } from './target-store.ts';

/** The condition that what a write asks for is there: domain, target, a free path. */
const isPossible = ({ tenantDomainId, target, path }: PageLinkUpdate, pageLinkId: string) =>
  and(
    typeof tenantDomainId === 'string'
      ? sql`exists (select 1 from ${tenantDomains} where ${eq(tenantDomains.tenantDomainId, tenantDomainId)})`
      : undefined,
    target && isTarget(target),
    isFree({ tenantDomainId, path }, pageLinkId),
  );

/** SELECTs that tell how a write ended, and what `isPossible` refused. */
const outcomeOf = (db: Database, { tenantDomainId, target, path }: PageLinkUpdate, pageLinkId: string) =>
  [
    selectPageLink(db, pageLinkId),
    selectTenantDomain(db, tenantDomainId ?? ''),
    holderOf(db, { tenantDomainId, path }, pageLinkId),
    ...selectTarget(db, target),
  ] as const;

/** Creates a page link. Throws `tenant_domain_not_found`, `…_not_found` of its target, `audience_archived`, `path_taken`. */
export async function createPageLink(db: Database, input: PageLinkCreate): Promise<Tagged<PageLink>> {
  const pageLinkId = newId('page_link');
  const { path, tenantDomainId = null, target } = input;
  const now = Date.now();
  const row = {
    pageLinkId,
    tenantDomainId,
    path,
    searchPath: searchPathOf(path),
    ...targetColumns(target),
    revision: 1,
    writeId: newId('write'),
    createdAt: now,
    updatedAt: now,
  };
  const wanted = { path, tenantDomainId, target };
  const [, [created], [domain], [holder], [audience], [page]] = await db.batch([
    insertWhere(db, pageLinks, row, isPossible(wanted, pageLinkId), pageLinks.pageLinkId),
    ...outcomeOf(db, wanted, pageLinkId),
  ]);
  if (!created) {
    if (tenantDomainId !== null) tenantDomainOrThrow(domain);
    throwIfNoTarget(target, audience, page);
    throwIfHeld(holder);
  }
  return toTagged(pageLinkOrThrow(created));
}

const liveOrThrow = (row: PageLinkRow | undefined) =>
  pageLinkOrThrow(row?.deletedAt === null ? row : undefined);

/** Changes the fields given. Throws as `createPageLink`, and `page_link_not_found`, `precondition_failed`. */
export async function updatePageLink(
  db: Database,
  pageLinkId: string,
  patch: PageLinkUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<PageLink>> {
  const { path, tenantDomainId, target } = patch;
  const changes = {
    ...(path === undefined ? {} : { path, searchPath: searchPathOf(path) }),
    ...(tenantDomainId === undefined ? {} : { tenantDomainId }),
    ...(target === undefined ? {} : targetColumns(target)),
  };
  if (Object.keys(changes).length === 0) {
    const [[row]] = await db.batch([selectPageLink(db, pageLinkId)]);
    const unchanged = toTagged(liveOrThrow(row));
    assertMatch(unchanged.etag, ifMatch);
    return unchanged;
  }
  const writeId = newId('write');
  const [, [row], [domain], [holder], [audience], [page]] = await db.batch([
    db
      .update(pageLinks)
      .set({ ...changes, revision: sql`${pageLinks.revision} + 1`, writeId, updatedAt: Date.now() })
      .where(
        and(
          eq(pageLinks.pageLinkId, pageLinkId),
          isNull(pageLinks.deletedAt),
          isCurrent(pageLinks.revision, ifMatch),
          isPossible(patch, pageLinkId),
        ),
      ),
    ...outcomeOf(db, patch, pageLinkId),
  ]);
  const link = toTagged(liveOrThrow(row));
  if (row?.writeId === writeId) return link;
  assertMatch(link.etag, ifMatch);
  if (typeof tenantDomainId === 'string') tenantDomainOrThrow(domain);
  if (target) throwIfNoTarget(target, audience, page);
  throwIfHeld(holder);
  return link;
}

/** Takes a link away, so that its path is free; one that is deleted already stays as it is. */
export async function deletePageLink(
  db: Database,
  pageLinkId: string,
  ifMatch: IfMatch,
): Promise<Tagged<PageLink>> {
  const now = Date.now();
  const isOurs = and(
    eq(pageLinks.pageLinkId, pageLinkId),
    isNull(pageLinks.deletedAt),
    isCurrent(pageLinks.revision, ifMatch),
  );
  const [, [row]] = await db.batch([
    db
      .update(pageLinks)
      .set({
        revision: sql`${pageLinks.revision} + 1`,
        writeId: newId('write'),
        updatedAt: now,
        deletedAt: now,
      })
      .where(isOurs),
    selectPageLink(db, pageLinkId),
  ]);
  const link = toTagged(pageLinkOrThrow(row));
  if (link.value.deletedAt === null) assertMatch(link.etag, ifMatch);
  return link;
}
