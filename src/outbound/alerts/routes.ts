import { authorOf } from '../../access/api-keys/author.ts';
import { lasting } from '../../access/middleware/lasting.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { ifMatch, tagged } from '../../http/etag.ts';
import { Hono } from '../../http/hono.ts';
import { ListQuery } from '../../http/list-query.ts';
import { idempotency } from '../../http/middleware/idempotency-key.ts';
import { body, query, scope } from '../../http/route.ts';
import { AlertCreate, AlertPreviewInput, AlertUpdate } from './schemas.ts';
import { alertRecord, createAlert, listAlerts, listFirings, updateAlert } from './store/alerts.ts';
import { previewAlert } from './store/preview.ts';

export const alertRoutes = new Hono<AppEnv>()
  .get('/', scope('admin'), query(ListQuery), async (c) => {
    return c.json(await listAlerts(c.var.db, c.req.valid('query')));
  })
  .post('/', scope('admin'), lasting(), body(AlertCreate), async (c) => {
    const { db, apiKey } = c.var;
    const from = { author: authorOf(apiKey), updatedBy: apiKey.apiKeyId };
    return tagged(c, await createAlert(db, c.req.valid('json'), from), 201);
  })
  .post('/preview', scope('admin'), idempotency({ takesNoKey: true }), body(AlertPreviewInput), async (c) => {
    return c.json(await previewAlert(c.var.db, c.req.valid('json'), c.env.VISITS, Date.now()));
  })
  .get('/:alert_id', scope('admin'), async (c) => {
    return tagged(c, await alertRecord.get(c.var.db, c.req.param('alert_id')));
  })
  .patch('/:alert_id', scope('admin'), lasting(), body(AlertUpdate), async (c) => {
    const { db, apiKey } = c.var;
    const alertId = c.req.param('alert_id');
    return tagged(c, await updateAlert(db, alertId, c.req.valid('json'), apiKey.apiKeyId, ifMatch(c)));
  })
  .delete('/:alert_id', scope('admin'), async (c) => {
    return tagged(c, await alertRecord.remove(c.var.db, c.req.param('alert_id'), ifMatch(c)));
  })
  .get('/:alert_id/firings', scope('admin'), query(ListQuery), async (c) => {
    return c.json(await listFirings(c.var.db, c.req.param('alert_id'), c.req.valid('query')));
  });
