import { lasting } from '../../access/middleware/lasting.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { Hono } from '../../http/hono.ts';
import { ListQuery } from '../../http/list-query.ts';
import { body, query, scope } from '../../http/route.ts';
import { isConfigured } from '../middleware/visit-origin.ts';
import { WebsiteCreate } from './schemas.ts';
import { createWebsite, deleteWebsite, listWebsites } from './store/internal.ts';
import { listRefused } from './store/refused.ts';

export const websiteRoutes = new Hono<AppEnv>()
  .post('/', scope('write'), lasting(), body(WebsiteCreate), async (c) => {
    return c.json(await createWebsite(c.var.db, c.req.valid('json')), 201);
  })
  .get('/', scope('read'), query(ListQuery), async (c) => {
    return c.json(await listWebsites(c.var.db, c.req.valid('query')));
  })
  .get('/refused', scope('read'), async (c) => {
    const { items, ...refused } = await listRefused(c.var.db, Date.now());
    return c.json({ items: items.filter(({ origin }) => !isConfigured(c.env, origin)), ...refused });
  })
  .delete('/:website_id', scope('write'), async (c) => {
    return c.json(await deleteWebsite(c.var.db, c.req.param('website_id')));
  });
