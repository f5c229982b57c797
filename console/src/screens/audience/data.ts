import {
  type Audience,
  getAudience,
  getPage,
  ifMatch,
  listTenantDomains,
  type Page,
  type PageLink,
  type PageLinkResolution,
  resolvePageLink,
  searchPageLinks,
  type TenantDomain,
} from '@footfall/client';
import { ask, askResponse } from '../../api.ts';

/** Names an audience in the API. */
export interface AudiencePath {
  page_id: string;
  audience_id: string;
}

/** An audience as it was read: a change with `match` is refused if somebody changed it since. */
export interface Loaded {
  audience: Audience;
  page: Page;
  match: { 'If-Match': string };
}

/** The path of an audience in requests. */
export const pathOf = ({ audience }: Pick<Loaded, 'audience'>): AudiencePath => ({
  page_id: audience.pageId,
  audience_id: audience.audienceId,
});

/** The queries that a change of an audience makes old. */
export const audienceQueries = [
  'audience',
  'audience-versions',
  'audience-live',
  'audience-list',
  'audience-links',
];

/** Reads an audience and its page. */
export async function loadAudience(path: AudiencePath, signal?: AbortSignal): Promise<Loaded> {
  const [{ data: audience, response }, page] = await Promise.all([
    askResponse(getAudience, { path, ...(signal && { signal }) }),
    ask(getPage, { path: { page_id: path.page_id }, ...(signal && { signal }) }),
  ]);
  return { audience, page, match: ifMatch(response) };
}

/** A link of an audience, with the name of its domain. */
export interface AudienceLink extends PageLink {
  /** Null: the fallback subdomain, whose name the service does not know. */
  domain: string | null;
}

export interface AudienceLinks {
  links: AudienceLink[];
  domains: TenantDomain[];
  /** The page has more links than were looked at, and those of this audience may be among them. */
  mayMiss: boolean;
}

/** Domains whose links are looked at. */
const domainsAsked = 10;

/**
 * The links of an audience. The API lists links by page and domain, so they are found among the newest hundred of each
 * domain and those with the name of its person in their path.
 */
export async function loadLinks(audience: Audience, signal: AbortSignal): Promise<AudienceLinks> {
  const { items: domains } = await ask(listTenantDomains, { query: { limit: 100 }, signal });
  const places = [undefined, ...domains.slice(0, domainsAsked)];
  const words = audience.personRouteKey ? [undefined, audience.personRouteKey] : [undefined];
  const lists = await Promise.all(
    places.flatMap((place) =>
      words.map(async (query) => {
        const { items, hasMore } = await ask(searchPageLinks, {
          query: {
            limit: 100,
            pageId: audience.pageId,
            targetType: 'audience',
            ...(place && { tenantDomainId: place.tenantDomainId }),
            ...(query && { query }),
          },
          signal,
        });
        return { items: items.map((link) => ({ ...link, domain: place?.domain ?? null })), hasMore };
      }),
    ),
  );
  const found = new Map<string, AudienceLink>();
  for (const link of lists.flatMap(({ items }) => items))
    if (link.target.audienceId === audience.audienceId) found.set(link.pageLinkId, link);
  // A link with a domain can be copied as a whole.
  const links = [...found.values()].toSorted((a, b) => Number(a.domain === null) - Number(b.domain === null));
  return { links, domains, mayMiss: lists.some(({ hasMore }) => hasMore) || domains.length > domainsAsked };
}

/** What a visitor of a link gets now. */
export const resolveLink = (
  { path, tenantDomainId }: PageLink,
  signal: AbortSignal,
): Promise<PageLinkResolution> =>
  ask(resolvePageLink, {
    query: { path, ...(tenantDomainId && { tenantDomainId }) },
    // The answer may be kept for a minute. Here it must be that of now.
    cache: 'no-cache',
    signal,
  });

/** The address of a link, or its path on the fallback subdomain. */
export const addressOfLink = ({ domain, path }: AudienceLink): string =>
  domain === null ? path : `https://${domain}${path}`;
