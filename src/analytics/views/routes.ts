import { authorOf } from '../../access/api-keys/author.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { ListQuery } from '../../http/list-query.ts';
import { body, query, scope } from '../../http/route.ts';
import { ViewCreate, ViewUpdate } from './schemas.ts';
import { createView, listViews, updateView, viewRecord } from './store/views.ts';

export const viewRoutes = new Hono<AppEnv>()
  .get('/', scope('read'), query(ListQuery), async (c) => {
    return c.json(await listViews(c.var.db, c.req.valid('query')));
  })
  .post('/', scope('write'), body(ViewCreate), async (c) => {
    return tagged(c, await createView(c.var.db, c.req.valid('json'), authorOf(c.var.apiKey)), 201);
  })
  .get('/:view_id', scope('read'), async (c) => {
    return tagged(c, await viewRecord.get(c.var.db, c.req.param('view_id')));
  })
  .patch('/:view_id', scope('write'), body(ViewUpdate), async (c) => {
    return tagged(c, await updateView(c.var.db, c.req.param('view_id'), c.req.valid('json'), ifMatch(c)));
  })
  .delete('/:view_id', scope('write'), async (c) => {
    return tagged(c, await viewRecord.remove(c.var.db, c.req.param('view_id'), ifMatch(c)));
  });
