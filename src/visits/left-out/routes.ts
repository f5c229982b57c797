import type { AppEnv } from '../../http/app-env.ts';
import { Hono } from '../../http/hono.ts';
import { query, scope } from '../../http/route.ts';
import { LeftOutQuery } from './schemas.ts';
import { listLeftOut } from './store/list.ts';

export const leftOutRoutes = new Hono<AppEnv>().get(
  '/left_out',
  scope('read'),
  query(LeftOutQuery),
  async (c) => {
    return c.json(await listLeftOut(c.var.db, c.req.valid('query')));
  },
);
