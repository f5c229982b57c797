import { and, desc, eq, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { counterOf } from '../db/counters.ts';
import { tenantDomains } from '../db/schema/page-links.ts';
import { insertWhere } from '../db/statements.ts';
import { FootfallError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { decodeCursor, encodeCursor, type ListScope, type Page, toPage } from '../lib/page.ts';
import { toTimestamp } from '../lib/time.ts';
import type { TenantDomain, TenantDomainCreate } from './schemas.ts';

const toTenantDomain = (row: typeof tenantDomains.$inferSelect): TenantDomain => ({
  ...row,
  createdAt: toTimestamp(row.createdAt),
});

/** A SELECT of a tenant domain, to ride along in a batch. */
export const selectTenantDomain = (db: Database, tenantDomainId: string) =>
  db.select().from(tenantDomains).where(eq(tenantDomains.tenantDomainId, tenantDomainId));

/** Throws `tenant_domain_not_found` for a row that is not there. */
export function tenantDomainOrThrow<T>(row: T | undefined): T {
  if (!row) throw new FootfallError('tenant_domain_not_found', 'There is no tenant domain with this id.');
  return row;
}

/** Creates a tenant domain. Throws `domain_taken` when another has its name. */
export async function createTenantDomain(
  db: Database,
  { domain }: TenantDomainCreate,
): Promise<TenantDomain> {
  const tenantDomainId = newId('tenant_domain');
  const held = and(eq(tenantDomains.domain, domain), ne(tenantDomains.tenantDomainId, tenantDomainId));
  const [, [holder], [created]] = await db.batch([
    insertWhere(
      db,
      tenantDomains,
      { tenantDomainId, domain, createdAt: Date.now() },
      sql`not exists (select 1 from ${tenantDomains} where ${held})`,
      tenantDomains.tenantDomainId,
    ),
    db.select({ tenantDomainId: tenantDomains.tenantDomainId }).from(tenantDomains).where(held),
    selectTenantDomain(db, tenantDomainId),
  ]);
  if (holder) {
    const { tenantDomainId: conflictingId } = holder;
    throw new FootfallError('domain_taken', `${conflictingId} has this domain already.`, {
      field: 'domain',
      conflictingId,
    });
  }
  return toTenantDomain(tenantDomainOrThrow(created));
}

/** Tenant domains, newest first. */
export async function listTenantDomains(
  db: Database,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<TenantDomain>> {
  const scope: ListScope = ['tenant_domains'];
  const after = cursor === undefined ? undefined : decodeCursor(scope, cursor);
  const [rows, [total]] = await db.batch([
    db
      .select()
      .from(tenantDomains)
      .where(after === undefined ? undefined : lt(tenantDomains.tenantDomainId, after))
      .orderBy(desc(tenantDomains.tenantDomainId))
      .limit(limit + 1),
    counterOf(db, 'tenant_domains'),
  ]);
  return toPage(rows.map(toTenantDomain), limit, total?.value ?? 0, (last) =>
    encodeCursor(scope, last.tenantDomainId),
  );
}
