import type { AppEnv } from '../../http/app-env.ts';
import { Hono } from '../../http/hono.ts';
import { ListQuery } from '../../http/list-query.ts';
import { idempotency } from '../../http/middleware/idempotency-key.ts';
import { body, query, scope } from '../../http/route.ts';
import { jsonText } from '../../people/logs/payload.ts';
import { KeptMap } from './schemas.ts';
import { deleteKept, getKept, listKept } from './store/kept.ts';
import { mapKept } from './store/map.ts';

/** Mounted at /v0/sources. */
export const keptRoutes = new Hono<AppEnv>()
  .get('/:source_id/kept', scope('read'), query(ListQuery), async (c) => {
    return c.json(await listKept(c.var.db, c.req.param('source_id'), c.req.valid('query')));
  })
  // What it maps is not kept any more when it is sent again.
  .post(
    '/:source_id/kept/map',
    scope('admin'),
    idempotency({ takesNoKey: true }),
    body(KeptMap),
    async (c) => {
      return c.json(await mapKept(c.var.db, c.req.param('source_id'), c.req.valid('json')));
    },
  )
  .get('/:source_id/kept/:kept_id', scope('read'), async (c) => {
    const { source_id, kept_id } = c.req.param();
    const { body: text, ...rest } = await getKept(c.var.db, source_id, kept_id);
    // As it was sent: parsing it would lose large numbers and `__proto__`.
    return jsonText(c, `${JSON.stringify(rest).slice(0, -1)},"body":${text}}`);
  })
  .delete('/:source_id/kept/:kept_id', scope('admin'), async (c) => {
    const { source_id, kept_id } = c.req.param();
    return c.json(await deleteKept(c.var.db, source_id, kept_id));
  });
