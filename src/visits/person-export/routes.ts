import type { AppEnv } from '../../http/app-env.ts';
import { Hono } from '../../http/hono.ts';
import { query, scope } from '../../http/route.ts';
import { jsonText } from '../../people/logs/payload.ts';
import { PersonExportQuery } from './schemas.ts';
import { readExport } from './store/read.ts';

/** Mounted at /v0/persons: all that is stored of one, for whoever asks for their own data. */
export const personExportRoutes = new Hono<AppEnv>().get(
  '/:person_id/export',
  scope('read'),
  query(PersonExportQuery),
  async (c) => {
    const { cursor } = c.req.valid('query');
    const { lines, ...rest } = await readExport(c.var.db, c.req.param('person_id'), cursor);
    return jsonText(c, `{"lines":[${lines.join()}],${JSON.stringify(rest).slice(1)}`);
  },
);
