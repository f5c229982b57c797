import * as z from 'zod';
import { listOf } from '../http/list-query.ts';
import { host, id, timestamp } from '../http/schemas.ts';

export const TenantDomain = z
  .object({
    tenantDomainId: id('tenant_domain'),
    domain: z.string().max(253),
    createdAt: timestamp,
  })
  .meta({ id: 'TenantDomain' });
export type TenantDomain = z.infer<typeof TenantDomain>;

export const TenantDomainCreate = z.strictObject({ domain: host }).meta({ id: 'TenantDomainCreate' });
export type TenantDomainCreate = z.infer<typeof TenantDomainCreate>;

export const TenantDomainList = listOf(TenantDomain, 'TenantDomainList');
