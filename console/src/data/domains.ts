import { listTenantDomains, type PageLink, type TenantDomain } from '@footfall/client';
import type { QueryState } from './query.ts';
import { useItems } from './use-answer.ts';

/** The domains that links can be on. They are not asked for while they are not wanted. */
export const useDomains = (isWanted = true): QueryState<TenantDomain[]> =>
  useItems('domains', listTenantDomains, isWanted);

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
