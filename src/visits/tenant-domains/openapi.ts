import { createdOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { TenantDomain, TenantDomainList } from './schemas.ts';

export const tenantDomainExample: TenantDomain = {
  tenantDomainId: 'tenant_domain_01kafz8q6tf7n9t3cwh2k5v4xe',
  domain: 'offers.northwind.example',
  createdAt: '2026-11-21T09:30:00.000Z',
};

export const tenantDomainOperations = operationsOf('Tenant domains', {
  'POST /v0/tenant_domains': {
    id: 'createTenantDomain',
    summary: 'Create a tenant domain',
    example: { domain: 'offers.northwind.example' },
    answer: createdOf(TenantDomain, 'The tenant domain.', tenantDomainExample),
    errors: ['domain_taken'],
  },
  'GET /v0/tenant_domains': {
    id: 'listTenantDomains',
    summary: 'List tenant domains, newest first',
    answer: pageOf(TenantDomainList, 'A page of tenant domains.', tenantDomainExample),
  },
});
