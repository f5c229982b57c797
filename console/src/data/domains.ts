import { listTenantDomains, type Page, type PageLink, type TenantDomain } from '@footfall/client';
import { useItems } from './api.ts';
import type { QueryState } from './query.ts';
import { originOf } from './websites.ts';

/** The domains that links can be on. They are not asked for while they are not wanted. */
export const useDomains = (isWanted = true): QueryState<TenantDomain[]> =>
  useItems('domains', listTenantDomains, isWanted);

/** What is said for the domain of a link that has none: its page's website answers for the path. */
export const noDomain = 'Same website';

/** The address of a link as one gives it away. Without a domain, only its path is known. */
export const addressOfLink = (path: string, domain: string | undefined): string =>
  domain === undefined ? path : `https://${domain}${path}`;

/** The name of the domain of a link, or undefined without one. */
export const domainOf = (
  { tenantDomainId }: Pick<PageLink, 'tenantDomainId'>,
  domains: TenantDomain[] | undefined,
): string | undefined =>
  tenantDomainId === null
    ? undefined
    : (domains?.find((domain) => domain.tenantDomainId === tenantDomainId)?.domain ?? tenantDomainId);

/**
 * The address of a link to take along: on its domain, or without one on the website of its page. Only the path while the
 * page is not known.
 */
export function wholeAddress(
  link: Pick<PageLink, 'path' | 'tenantDomainId'>,
  domains: TenantDomain[] | undefined,
  page: Pick<Page, 'url'> | undefined,
): string {
  const domain = domainOf(link, domains);
  return domain === undefined ? `${originOf(page?.url) ?? ''}${link.path}` : addressOfLink(link.path, domain);
}

/**
 * The domain that a link is offered: the page's own website, if it is one of them. Otherwise none, so that the
 * website answers for the path: it opens, and a domain that was only written down may not.
 */
export function suggestedDomain(pageUrl: string | undefined, domains: TenantDomain[]): string {
  const host = URL.parse(pageUrl ?? '')?.host;
  return domains.find(({ domain }) => domain === host)?.tenantDomainId ?? '';
}

/** The domains in the list that a new link chooses from, and what none means for a link to a page. */
export const domainChoices = (domains: TenantDomain[], pageUrl: string | undefined) => [
  { value: '', label: [noDomain, originOf(pageUrl)].filter(Boolean).join(': ') },
  ...domains.map(({ tenantDomainId, domain }) => ({ value: tenantDomainId, label: domain })),
];
