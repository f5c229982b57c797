import { query, routes, scope } from '../../http/route.ts';
import { LeftOutQuery } from './schemas.ts';
import { listLeftOut } from './store/list.ts';

export const leftOutRoutes = routes().get('/', scope('read'), query(LeftOutQuery), async (c) => {
  return c.json(await listLeftOut(c.var.db, c.req.valid('query')));
});
