import {
  type Audience,
  listAudiencePageLinks,
  type Page,
  type PageLink,
  type TenantDomain,
} from '@footfall/client';
import { ask } from '../../data/api.ts';
import { useDomains } from '../../data/domains.ts';
import { wholeAddress } from '../../data/link-address.ts';
import { type ListState, useList } from '../../data/list.ts';

export interface AudienceLinks {
  list: ListState<PageLink>;
  domains: TenantDomain[] | undefined;
  /** The address of a link; without a domain, that on the website of its page. */
  addressOf: (link: PageLink) => string;
  /** The address to give away, of a link with a domain if there is one. Undefined: no link leads here. */
  address: string | undefined;
}

/** The links that lead to an audience, on all domains, newest first. None is there before the domains have names. */
export function useLinks({ pageId, audienceId }: Audience, page: Page): AudienceLinks {
  const path = { page_id: pageId, audience_id: audienceId };
  const { items, ...links } = useList(['audience-links', path], (cursor, signal) =>
    ask(listAudiencePageLinks, { path, query: { limit: 20, ...(cursor && { cursor }) }, signal }),
  );
  const domains = useDomains();
  const list = {
    ...links,
    items: domains.data && items,
    error: links.error ?? domains.error,
    isLoading: links.isLoading || domains.isLoading,
    retry: () => (links.error === undefined ? domains.retry() : links.retry()),
  };
  const addressOf = (link: PageLink) => wholeAddress(link, domains.data, page);
  const given = list.items?.find(({ tenantDomainId }) => tenantDomainId !== null) ?? list.items?.[0];
  return { list, domains: domains.data, addressOf, address: given && addressOf(given) };
}
