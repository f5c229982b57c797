import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { existsIn } from '../../../db/sql.ts';
import { pageLinks, tenantDomains } from '../../tables/page-links.ts';
import { longestPath, normalisePath } from '../path.ts';

/** Where a visitor landed, in the form in which domains and paths of page links are stored. */
export interface Landing {
  landingHost?: string | undefined;
  /** Absent if no page link can have it. */
  linkPath?: string | undefined;
}

/** The host and the path of an absolute web URL: also the landing path of its visit. Empty for a visit without one. */
export function landingOf(pageUrl: string | null | undefined): Landing {
  const url = pageUrl == null ? null : URL.parse(pageUrl);
  if (!url) return {};
  const linkPath = normalisePath(url.pathname);
  const isShort = linkPath !== undefined && [...linkPath].length <= longestPath;
  return { landingHost: url.hostname.replace(/\.$/, ''), linkPath: isShort ? linkPath : undefined };
}

/**
 * The id of the live link of a page that a visitor came by, from SQL for the fields of `landingOf`, or null. A host that is
 * none of the custom domains has the links of the fallback subdomain: it has no domain of its own here.
 */
export function landedOn(pageId: SQL, landing: (name: keyof Landing) => SQL): SQL<string | null> {
  const [host, path] = [landing('landingHost'), landing('linkPath')];
  const isHost = eq(tenantDomains.domain, host);
  const link = (where: SQL | undefined) =>
    sql`(select ${pageLinks.pageLinkId} from ${pageLinks}
      where ${and(eq(pageLinks.path, path), where, isNull(pageLinks.deletedAt), eq(pageLinks.pageId, pageId))})`;
  const ofDomain = eq(
    pageLinks.tenantDomainId,
    sql`(select ${tenantDomains.tenantDomainId} from ${tenantDomains} where ${isHost})`,
  );
  const ofFallback = and(isNull(pageLinks.tenantDomainId), sql`not ${existsIn(tenantDomains, isHost)}`);
  return sql`coalesce(${link(ofDomain)}, ${link(ofFallback)})`;
}
