import type { TenantDomain } from '@footfall/client';
import { noDomain } from '../../data/domains.ts';
import { go, here, useRoute } from '../../nav/router.ts';

/** A list of the domains that links are on; the choice stands in the address. */
export function DomainFilter({ domains }: { domains: TenantDomain[] | undefined }) {
  const { query } = useRoute();
  if (!domains || domains.length === 0) return null;
  return (
    <select
      class="select-auto"
      aria-label="Domain"
      value={query.domain ?? ''}
      onChange={(event) => go(here({ domain: event.currentTarget.value }))}
    >
      <option value="">All domains</option>
      <option value="none">{noDomain}</option>
      {domains.map(({ tenantDomainId, domain }) => (
        <option key={tenantDomainId} value={tenantDomainId}>
          {domain}
        </option>
      ))}
    </select>
  );
}
