import type * as z from 'zod/mini';
import { object, strictObject } from '../../http/described.ts';
import { host } from '../../http/host-schemas.ts';
import { listOf } from '../../http/list-query.ts';
import { id, textUpTo, timestamp } from '../../http/schemas.ts';

export const TenantDomain = object('TenantDomain', {
  tenantDomainId: id('tenant_domain'),
  domain: textUpTo(253),
  createdAt: timestamp,
});
export type TenantDomain = z.infer<typeof TenantDomain>;

export const TenantDomainCreate = strictObject('TenantDomainCreate', { domain: host });
export type TenantDomainCreate = z.infer<typeof TenantDomainCreate>;

export const TenantDomainList = listOf(TenantDomain, 'TenantDomainList');
