import { lasting } from '../../access/middleware/lasting.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { body, query, scope } from '../../http/route.ts';
import { EventQuery } from './schemas.ts';
import { EventSettingsUpdate } from './settings-schemas.ts';
import { listEvents } from './store/list.ts';
import { getEventSettings, updateEventSettings } from './store/settings.ts';

export const eventRoutes = new Hono<AppEnv>().get('/', scope('read'), query(EventQuery), async (c) => {
  return c.json(await listEvents(c.var.db, c.req.valid('query'), c.var.apiKey.scopes));
});

export const eventSettingsRoutes = new Hono<AppEnv>()
  .get('/', scope('read'), async (c) => {
    return tagged(c, await getEventSettings(c.var.db));
  })
  .patch('/', scope('admin'), lasting(), body(EventSettingsUpdate), async (c) => {
    const { db, apiKey } = c.var;
    return tagged(c, await updateEventSettings(db, c.req.valid('json'), apiKey.apiKeyId, ifMatch(c)));
  });
