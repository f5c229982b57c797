import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';
import { scope } from '../../http/middleware/scope.ts';
import { query } from '../../http/validate.ts';
import { LeftOutQuery } from './schemas.ts';
import { listLeftOut } from './store/list.ts';

export const leftOutRoutes = new Hono<AppEnv>().get('/', scope('read'), query(LeftOutQuery), async (c) => {
  return c.json(await listLeftOut(c.var.db, c.req.valid('query')));
});
