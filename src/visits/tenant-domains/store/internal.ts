import { eq, getTableColumns } from 'drizzle-orm';
import { build, type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { tenantDomains } from '../../tables/page-links.ts';
import type { TenantDomain } from '../schemas.ts';

export const tenantDomainColumns = getTableColumns(tenantDomains);

export const toTenantDomain = (row: typeof tenantDomains.$inferSelect): TenantDomain => ({
  ...row,
  createdAt: toTimestamp(row.createdAt),
});

/** Selects a tenant domain, within a batch. */
export const selectTenantDomain = statement(({ tenantDomainId }: { tenantDomainId: Param<string> }) =>
  build
    .select(tenantDomainColumns)
    .from(tenantDomains)
    .where(eq(tenantDomains.tenantDomainId, tenantDomainId)),
);

/** Throws `tenant_domain_not_found` when there is no row. */
export const tenantDomainOrThrow = orThrow(
  'tenant_domain_not_found',
  'There is no tenant domain with this id.',
);
