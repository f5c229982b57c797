import { and, eq, ne, not } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { insertWhere } from '../../../db/insert.ts';
import { existsIn } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { throwIfHeld } from '../../../db/unique.ts';
import { newId } from '../../../lib/ids.ts';
import { tenantDomains } from '../../tables/page-links.ts';
import type { TenantDomain, TenantDomainCreate } from '../schemas.ts';
import { selectTenantDomain, tenantDomainOrThrow, toTenantDomain } from './internal.ts';

interface NameParams {
  tenantDomainId: Param<string>;
  domain: Param<string>;
}
const isHeld = ({ tenantDomainId, domain }: NameParams) =>
  and(eq(tenantDomains.domain, domain), ne(tenantDomains.tenantDomainId, tenantDomainId));

const insertTenantDomain = statement((row: NameParams & { createdAt: Param<number> }) =>
  insertWhere(tenantDomains, row, not(existsIn(tenantDomains, isHeld(row))), tenantDomains.tenantDomainId),
);

/** Selects the other tenant domain that has this name. */
const selectHolder = statement((params: NameParams) =>
  build.select({ tenantDomainId: tenantDomains.tenantDomainId }).from(tenantDomains).where(isHeld(params)),
);

/** Creates a tenant domain. Throws `domain_taken` when another has its name. */
export async function createTenantDomain(
  db: Database,
  { domain }: TenantDomainCreate,
): Promise<TenantDomain> {
  const tenantDomain = { tenantDomainId: newId('tenant_domain'), domain };
  const [, [holder], [created]] = await db.batch([
    insertTenantDomain({ ...tenantDomain, createdAt: Date.now() }),
    selectHolder(tenantDomain),
    selectTenantDomain(tenantDomain),
  ]);
  throwIfHeld('domain_taken', 'domain', holder?.tenantDomainId);
  return toTenantDomain(tenantDomainOrThrow(created));
}
