import * as z from 'zod/mini';
import { host } from '../../http/identifier-schemas.ts';
import { listOf } from '../../http/list-query.ts';
import { id, textUpTo, timestamp } from '../../http/schemas.ts';

export const TenantDomain = z
  .object({
    tenantDomainId: id('tenant_domain'),
    domain: textUpTo(253),
    createdAt: timestamp,
  })
  .check(z.meta({ id: 'TenantDomain' }));
export type TenantDomain = z.infer<typeof TenantDomain>;

export const TenantDomainCreate = z
  .strictObject({ domain: host })
  .check(z.meta({ id: 'TenantDomainCreate' }));
export type TenantDomainCreate = z.infer<typeof TenantDomainCreate>;

export const TenantDomainList = listOf(TenantDomain, 'TenantDomainList');
