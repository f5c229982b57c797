import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Database } from '../db/client.ts';
import { pageLinks } from '../db/schema/page-links.ts';
import { oneRow } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';

/** Where a link shall stand; what is left out is as it is in the link's row. */
export interface Place {
  path?: string | undefined;
  tenantDomainId?: string | null | undefined;
}

/** The links of a domain, null for the fallback subdomain; in words that both partial indexes know. */
export const onDomain = (tenantDomainId: string | null): SQL =>
  tenantDomainId === null ? isNull(pageLinks.tenantDomainId) : eq(pageLinks.tenantDomainId, tenantDomainId);

/** The id of the other live link that stands there, or null. */
function holder({ path, tenantDomainId }: Place, pageLinkId: string): SQL<string | null> {
  const own = (column: SQLiteColumn) =>
    sql`(select ${column} from ${pageLinks} where ${eq(pageLinks.pageLinkId, pageLinkId)})`;
  const others = and(
    eq(pageLinks.path, path ?? own(pageLinks.path)),
    ne(pageLinks.pageLinkId, pageLinkId),
    isNull(pageLinks.deletedAt),
  );
  const at = (domain: SQL | undefined) =>
    sql<string | null>`(select ${pageLinks.pageLinkId} from ${pageLinks} where ${and(others, domain)})`;
  if (tenantDomainId !== undefined) return at(onDomain(tenantDomainId));
  const domain = own(pageLinks.tenantDomainId);
  const onFallback = at(and(isNull(pageLinks.tenantDomainId), sql`${domain} is null`));
  return sql`coalesce(${onFallback}, ${at(eq(pageLinks.tenantDomainId, domain))})`;
}

const isMoved = ({ path, tenantDomainId }: Place) => path !== undefined || tenantDomainId !== undefined;

/** The condition that no other live link stands there. */
export const isFree = (place: Place, pageLinkId: string): SQL | undefined =>
  isMoved(place) ? sql`${holder(place, pageLinkId)} is null` : undefined;

/** A SELECT of the other live link that stands there, to ride along in a batch. */
export const holderOf = (db: Database, place: Place, pageLinkId: string) =>
  db
    .select({ pageLinkId: (isMoved(place) ? holder(place, pageLinkId) : sql<null>`null`).as('page_link_id') })
    .from(oneRow);

/** Throws `path_taken` for what `holderOf` found. */
export function throwIfHeld(holder: { pageLinkId: string | null } | undefined): void {
  if (!holder?.pageLinkId) return;
  const { pageLinkId: conflictingId } = holder;
  throw new FootfallError('path_taken', `${conflictingId} has this path already.`, {
    field: 'path',
    conflictingId,
  });
}
