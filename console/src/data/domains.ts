import { listTenantDomains, type PageLink, type TenantDomain } from '@footfall/client';
import { ask } from './api.ts';
import { type QueryState, useQuery } from './query.ts';

/** The domains that links can be on. They are not asked for while they are not wanted. */
export const useDomains = (isWanted = true): QueryState<TenantDomain[]> =>
  useQuery(isWanted ? ['domains'] : undefined, async (signal) => {
    const { items } = await ask(listTenantDomains, { query: { limit: 100 }, signal });
    return items;
  });

/** The name of the domain of a link that has none. */
export const noDomain = 'No domain';

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
