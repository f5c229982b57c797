import type { Page, PageLink, TenantDomain } from '@footfall/client';
import { addressOfLink, domainOf, noDomain } from './domains.ts';
import { originOf } from './websites.ts';

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
  { value: '', label: `${noDomain}: ${originOf(pageUrl) ?? 'your website'}` },
  ...domains.map(({ tenantDomainId, domain }) => ({ value: tenantDomainId, label: domain })),
];
