import { desc, lt } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { selectCounter } from '../../../db/counters.ts';
import { build, type ListParams, statement } from '../../../db/statement.ts';
import { type CursorBinding, type List, type Listing, listFrom, placeOf } from '../../../lib/cursor.ts';
import { tenantDomains } from '../../tables/page-links.ts';
import type { TenantDomain } from '../schemas.ts';
import { tenantDomainColumns, toTenantDomain } from './internal.ts';

const binding: CursorBinding = ['tenant_domains'];

const selectTenantDomains = statement(({ after, take }: ListParams) =>
  build
    .select(tenantDomainColumns)
    .from(tenantDomains)
    .where(after && lt(tenantDomains.tenantDomainId, after))
    .orderBy(desc(tenantDomains.tenantDomainId))
    .limit(take),
);

/** Tenant domains, newest first. */
export async function listTenantDomains(db: Database, listing: Listing): Promise<List<TenantDomain>> {
  const [rows, [total]] = await db.batch([
    selectTenantDomains(placeOf(binding, listing)),
    selectCounter({}, 'tenant_domains'),
  ]);
  return listFrom(binding, listing, rows, total?.value ?? 0, (last) => last.tenantDomainId, toTenantDomain);
}
