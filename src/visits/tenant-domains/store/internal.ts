import { eq, getTableColumns } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { recordList } from '../../../db/record-list.ts';
import { insertWhere } from '../../../db/sql.ts';
import { build, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { uniqueColumn } from '../../../db/unique.ts';
import { orThrow } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { tenantDomains } from '../../tables/page-links.ts';
import type { TenantDomain, TenantDomainCreate } from '../schemas.ts';

const columns = getTableColumns(tenantDomains);

const toTenantDomain = (row: typeof tenantDomains.$inferSelect): TenantDomain => ({
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

const name = uniqueColumn(tenantDomains, 'tenantDomainId', {
  column: 'domain',
  code: 'domain_taken',
  field: 'domain',
});

const insertTenantDomain = statement((row: ParamsOf<typeof tenantDomains.$inferInsert>) =>
  insertWhere(
    tenantDomains,
    row,
    name.isFree({ id: row.tenantDomainId, value: row.domain }),
    tenantDomains.tenantDomainId,
  ),
);

/** Creates a tenant domain. Throws `domain_taken` when another has its name. */
export async function createTenantDomain(
  db: Database,
  { domain }: TenantDomainCreate,
): Promise<TenantDomain> {
  const tenantDomain = { tenantDomainId: newId('tenant_domain'), domain };
  const [, [holder], [created]] = await db.batch([
    insertTenantDomain({ ...tenantDomain, createdAt: Date.now() }),
    name.selectHolder({ id: tenantDomain.tenantDomainId, value: domain }),
    selectTenantDomain(tenantDomain),
  ]);
  name.throwIfHeld(holder);
  return toTenantDomain(tenantDomainOrThrow(created));
}
