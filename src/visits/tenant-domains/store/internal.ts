import { eq, getTableColumns } from 'drizzle-orm';
import { recordList } from '../../../db/record-list.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { tenantDomains } from '../../tables/page-links.ts';
import type { TenantDomain } from '../schemas.ts';

const columns = getTableColumns(tenantDomains);

export const toTenantDomain = (row: typeof tenantDomains.$inferSelect): TenantDomain => ({
  ...row,
  createdAt: toTimestamp(row.createdAt),
});

/** Selects a tenant domain, within a batch. */
export const selectTenantDomain = statement(({ tenantDomainId }: { tenantDomainId: Param<string> }) =>
  build.select(columns).from(tenantDomains).where(eq(tenantDomains.tenantDomainId, tenantDomainId)),
);

/** Throws `tenant_domain_not_found` when there is no row. */
export const tenantDomainOrThrow = orThrow(
  'tenant_domain_not_found',
  'There is no tenant domain with this id.',
);

/** Tenant domains, newest first. */
export const listTenantDomains = recordList(
  { table: tenantDomains, columns, toItem: toTenantDomain },
  { by: 'tenantDomainId', isDescending: true, counter: 'tenant_domains' },
);
