import type { PageLink } from '@footfall/client';

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
