import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { oneRow } from '../../db/sql.ts';
import { build, type Param, statement } from '../../db/statement.ts';
import { pageLinks } from '../../db/tables/page-links.ts';

/** Where a link shall stand; what is left out is as it is in the link's row. */
export interface PlaceParams {
  pageLinkId: Param<string>;
  path: Param<string> | undefined;
  /** Null for the fallback subdomain. */
  tenantDomainId: Param<string | null> | undefined;
}

/** The links of a domain, undefined for the fallback subdomain; in words that both partial indexes know. */
export const onDomain = (tenantDomainId: Param<string> | undefined): SQL =>
  tenantDomainId ? eq(pageLinks.tenantDomainId, tenantDomainId) : isNull(pageLinks.tenantDomainId);

/** The id of the other live link that stands there, or null. */
function holderOf({ pageLinkId, path, tenantDomainId }: PlaceParams): SQL<string | null> {
  if (!path && !tenantDomainId) return sql`null`;
  const own = (column: SQLiteColumn) =>
    sql`(select ${column} from ${pageLinks} where ${eq(pageLinks.pageLinkId, pageLinkId)})`;
  const domain = tenantDomainId ?? own(pageLinks.tenantDomainId);
  const others = and(
    eq(pageLinks.path, path ?? own(pageLinks.path)),
    ne(pageLinks.pageLinkId, pageLinkId),
    isNull(pageLinks.deletedAt),
  );
  const other = (where: SQL | undefined) =>
    sql`(select ${pageLinks.pageLinkId} from ${pageLinks} where ${and(others, where)})`;
  // One for each partial index; at most one of the two finds a row.
  const onFallback = other(and(isNull(pageLinks.tenantDomainId), isNull(domain)));
  return sql`coalesce(${onFallback}, ${other(eq(pageLinks.tenantDomainId, domain))})`;
}

/** The condition that no other live link stands there; undefined for a link that stays where it is. */
export const isFree = (place: PlaceParams): SQL | undefined =>
  place.path || place.tenantDomainId ? isNull(holderOf(place)) : undefined;

/** Selects the other live link that stands there, to ride along in a batch. */
export const selectHolder = statement((place: PlaceParams) =>
  build.select({ pageLinkId: holderOf(place) }).from(oneRow),
);
