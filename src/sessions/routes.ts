import { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { body, query } from '../http/validate.ts';
import { scope } from '../middleware/scope.ts';
import { SessionImport } from './import-schemas.ts';
import { retentionStart } from './lifetime.ts';
import { AnalyticsQuery, SessionListQuery } from './schemas.ts';
import { rangeOf } from './spans.ts';
import { audienceAnalytics } from './store/analytics.ts';
import { getSessionOrThrow } from './store/get.ts';
import { importSessions } from './store/import.ts';
import { listSessions } from './store/list.ts';

export const audienceSessionRoutes = new Hono<AppEnv>()
  .get('/:page_id/audience_sessions', scope('read'), query(SessionListQuery), async (c) => {
    return c.json(await listSessions(c.var.db, c.req.param('page_id'), c.req.valid('query')));
  })
  .get('/:page_id/audience_sessions/:audience_session_id', scope('read'), async (c) => {
    const { page_id, audience_session_id } = c.req.param();
    return c.json(await getSessionOrThrow(c.var.db, page_id, audience_session_id));
  })
  .post('/:page_id/audience_sessions/import', scope('write'), body(SessionImport), async (c) => {
    const { sessions } = c.req.valid('json');
    const oldest = retentionStart(c.env.SESSION_RETENTION_DAYS, Date.now());
    return c.json(await importSessions(c.var.db, c.req.param('page_id'), sessions, oldest));
  });

export const analyticsRoutes = new Hono<AppEnv>().get(
  '/:page_id/analytics/audiences',
  scope('read'),
  query(AnalyticsQuery),
  async (c) => {
    const items = await audienceAnalytics(c.var.db, c.req.param('page_id'), rangeOf(c.req.valid('query')));
    return c.json({ items });
  },
);
