import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import { type ParamsOf, statement } from '../../../db/statement.ts';
import { uniqueColumn } from '../../../db/unique.ts';
import { newId } from '../../../lib/ids.ts';
import { tenantDomains } from '../../tables/page-links.ts';
import type { TenantDomain, TenantDomainCreate } from '../schemas.ts';
import { selectTenantDomain, tenantDomainOrThrow, toTenantDomain } from './internal.ts';

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
