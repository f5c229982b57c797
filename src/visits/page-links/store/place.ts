import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { oneRow } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { pageLinks } from '../../tables/page-links.ts';

/** The domain and path that a link will have. An undefined value stays as in the link's row. */
export interface PlaceParams {
  pageLinkId: Param<string>;
  path: Param<string> | undefined;
  /** Null for the fallback subdomain. */
  tenantDomainId: Param<string | null> | undefined;
}

/** The condition that a link is on this domain; undefined is the fallback. SQLite can use both partial indexes. */
export const onDomain = (tenantDomainId: Param<string> | undefined): SQL =>
  tenantDomainId ? eq(pageLinks.tenantDomainId, tenantDomainId) : isNull(pageLinks.tenantDomainId);

/** The id of the other live link with this domain and path, or null. */
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
  // One query for each partial index. At most one of the two finds a row.
  const onFallback = other(and(isNull(pageLinks.tenantDomainId), isNull(domain)));
  return sql`coalesce(${onFallback}, ${other(eq(pageLinks.tenantDomainId, domain))})`;
}

/** The condition that no other live link has this domain and path. Undefined when the link keeps both. */
export const isFree = (place: PlaceParams): SQL | undefined =>
  place.path || place.tenantDomainId ? isNull(holderOf(place)) : undefined;

/** Selects the other live link with this domain and path, within a batch. */
export const selectHolder = statement((place: PlaceParams) =>
  build.select({ pageLinkId: holderOf(place) }).from(oneRow),
);
