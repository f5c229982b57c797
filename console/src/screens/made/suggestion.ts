import type { TenantDomain } from '@footfall/client';

/**
 * The path that a link for a person is offered: `/for/zoe-lindqvist`, or below it the last part of the page's address if
 * the path leads elsewhere already.
 */
export function suggestedPath(slug: string, pageUrl: string, taken: Set<string>): string {
  const first = `/for/${slug}`;
  if (!taken.has(first)) return first;
  const part = URL.parse(pageUrl)?.pathname.split('/').findLast(Boolean);
  const second = `${first}/${part ?? 'home'}`;
  for (let count = 2; ; count++) {
    const path = count === 2 ? second : `${second}-${count - 1}`;
    if (!taken.has(path)) return path;
  }
}

/**
 * The domain that a link is offered: that of the page's own website, if it is one of them. Otherwise none, so that the
 * website answers for the path: it opens, and a domain that was only written down may not.
 */
export function suggestedDomain(pageUrl: string, domains: TenantDomain[]): string {
  const host = URL.parse(pageUrl)?.host;
  return domains.find(({ domain }) => domain === host)?.tenantDomainId ?? '';
}
