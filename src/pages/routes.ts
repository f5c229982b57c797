import { Hono } from 'hono';
import type { AppEnv } from '../env.ts';
import { ifMatch, tagged } from '../http/etag.ts';
import { ListQuery } from '../http/page.ts';
import { body, query } from '../http/validate.ts';
import { scope } from '../middleware/scope.ts';
import { PageCreate, PageUpdate } from './schemas.ts';
import { createPage, getPageOrThrow, listPages, updatePage } from './store.ts';

export const pageRoutes = new Hono<AppEnv>()
  .post('/', scope('write'), body(PageCreate), async (c) => {
    return tagged(c, await createPage(c.var.db, c.req.valid('json')), 201);
  })
  .get('/', scope('read'), query(ListQuery), async (c) => {
    const { limit, cursor } = c.req.valid('query');
    return c.json(await listPages(c.var.db, limit, cursor));
  })
  .get('/:page_id', scope('read'), async (c) => {
    return tagged(c, await getPageOrThrow(c.var.db, c.req.param('page_id')));
  })
  .patch('/:page_id', scope('write'), body(PageUpdate), async (c) => {
    return tagged(c, await updatePage(c.var.db, c.req.param('page_id'), c.req.valid('json'), ifMatch(c)));
  });
