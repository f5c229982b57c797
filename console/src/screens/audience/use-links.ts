import {
  type Audience,
  listAudiencePageLinks,
  type Page,
  type PageLink,
  type TenantDomain,
} from '@footfall/client';
import { type LinkVisits, useLinkVisits } from '../../analytics/link-visits.ts';
import { useRange } from '../../analytics/range-picker.tsx';
import { useDomains, wholeAddress } from '../../data/domains.ts';
import { type ListState, useListOf } from '../../data/list.ts';
import { plural } from '../../lib/format.ts';
import type { AudiencePath } from './data.ts';

/**
 * Links in the order in which they are given away: the most visits first. Of those with as many, one that has a domain is
 * before one without, and a newer one, which the list has first, before an older one.
 */
export const mostUsedFirst = <T extends Pick<PageLink, 'tenantDomainId'>>(
  links: readonly T[],
  visitsOf: (link: T) => number,
): T[] =>
  links.toSorted(
    (a, b) =>
      visitsOf(b) - visitsOf(a) || Number(a.tenantDomainId === null) - Number(b.tenantDomainId === null),
  );

/** The links that lead to an audience, the newest first. */
export const useLinksOf = (path: AudiencePath): ListState<PageLink> =>
  useListOf('audience-links', listAudiencePageLinks, { path, query: { limit: 20 } });

export interface AudienceLinks {
  list: ListState<PageLink>;
  domains: TenantDomain[] | undefined;
  /** The address of a link; without a domain, that on the website of its page. */
  addressOf: (link: PageLink) => string;
  /** The visits by a link in the range. Undefined while they are not known. */
  visitsOf: (link: PageLink) => LinkVisits | undefined;
  /** A link leads here. */
  isLinked: boolean;
  /** The address to give away, of the most used link. Undefined while that is not known, and if no link leads here. */
  address: string | undefined;
  /** What the address is: "the most used of 3 links, last 30 days". Empty if no link has a visit, or if it is the only one. */
  use: string;
}

/**
 * The links that lead to an audience, on all domains, most visits first. None is there before the domains have names, and
 * of several none before their visits are known, or cannot be.
 */
export function useLinks({ pageId, audienceId }: Audience, page: Page): AudienceLinks {
  const path = { page_id: pageId, audience_id: audienceId };
  const { items, ...links } = useLinksOf(path);
  const domains = useDomains();
  const range = useRange();
  const visits = useLinkVisits(
    items?.map(({ pageLinkId }) => pageLinkId),
    range,
  );
  const visitsOf = ({ pageLinkId }: PageLink) => visits.data?.(pageLinkId);
  const sessionsOf = (link: PageLink) => visitsOf(link)?.totalSessions ?? 0;
  const isCounting = (items?.length ?? 0) > 1 && !visits.data && visits.error === undefined;
  const list = {
    ...links,
    items: domains.data && !isCounting && items ? mostUsedFirst(items, sessionsOf) : undefined,
    error: links.error ?? domains.error,
    isLoading: links.isLoading || domains.isLoading || isCounting,
    retry: () => (links.error === undefined ? domains.retry() : links.retry()),
  };
  const addressOf = (link: PageLink) => wholeAddress(link, domains.data, page);
  const [given, ...others] = list.items ?? [];
  const among = plural(others.length + 1, list.hasMore ? 'newest link' : 'link');
  return {
    list,
    domains: domains.data,
    addressOf,
    visitsOf,
    isLinked: items?.[0] !== undefined,
    address: given && addressOf(given),
    use:
      given && others.length > 0 && sessionsOf(given) > 0
        ? `the most used of ${list.hasMore ? 'the ' : ''}${among}, ${range.words}`
        : '',
  };
}
