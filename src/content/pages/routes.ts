import type { AppEnv } from '../../http/app-env.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { ListQuery } from '../../http/list-query.ts';
import { body, query, scope } from '../../http/route.ts';
import { PageCreate, PageUpdate } from './schemas.ts';
import { readPage } from './store/found.ts';
import { createPage, listPages, updatePage } from './store/internal.ts';

export const pageRoutes = new Hono<AppEnv>()
  .post('/', scope('write'), body(PageCreate), async (c) => {
    return tagged(c, await createPage(c.var.db, c.req.valid('json')), 201);
  })
  .get('/', scope('read'), query(ListQuery), async (c) => {
    return c.json(await listPages(c.var.db, c.req.valid('query')));
  })
  .get('/:page_id', scope('read'), async (c) => {
    return tagged(c, await readPage(c.var.db, c.req.param('page_id')));
  })
  .patch('/:page_id', scope('write'), body(PageUpdate), async (c) => {
    return tagged(c, await updatePage(c.var.db, c.req.param('page_id'), c.req.valid('json'), ifMatch(c)));
  });
