import type { Page, PageLink, TenantDomain } from '@footfall/client';
import { addressOfLink } from './domains.ts';
import { domainOf } from './links.ts';
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
