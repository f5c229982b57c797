import { lasting } from '../../access/middleware/lasting.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { Hono } from '../../http/hono.ts';
import { ListQuery } from '../../http/list-query.ts';
import { body, query, scope } from '../../http/route.ts';
import { TenantDomainCreate } from './schemas.ts';
import { createTenantDomain, listTenantDomains } from './store/internal.ts';

export const tenantDomainRoutes = new Hono<AppEnv>()
  .post('/', scope('write'), lasting(), body(TenantDomainCreate), async (c) => {
    return c.json(await createTenantDomain(c.var.db, c.req.valid('json')), 201);
  })
  .get('/', scope('read'), query(ListQuery), async (c) => {
    return c.json(await listTenantDomains(c.var.db, c.req.valid('query')));
  });
