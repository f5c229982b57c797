import type { PageLink, Website } from '@footfall/client';

/** A website on the reader's own machine, which stands for any other while somebody tries it. */
const isLocal = (origin: string): boolean =>
  /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(new URL(origin).hostname);

/**
 * Where a website may show the words of an audience: each link on its domain. A link without one is on each allowed
 * website, and on a local one is every link.
 */
export function draftAddresses(
  links: Pick<PageLink, 'path' | 'tenantDomainId'>[],
  domainOf: (tenantDomainId: string) => string | undefined,
  websites: Pick<Website, 'origin'>[],
): string[] {
  const addresses = links.flatMap(({ path, tenantDomainId }) => {
    const domain = tenantDomainId === null ? undefined : domainOf(tenantDomainId);
    const origins = websites.map(({ origin }) => origin);
    return [
      ...origins.filter((origin) => tenantDomainId === null || isLocal(origin)),
      ...(domain === undefined ? [] : [`https://${domain}`]),
    ].map((origin) => `${origin}${path}`);
  });
  return [...new Set(addresses)];
}

/** The parameter with which a website shows a draft: docs/developers/website.md. */
const parameter = 'footfall_preview';

/** The address that shows a draft. */
export const withToken = (address: string, token: string): string => `${address}?${parameter}=${token}`;
