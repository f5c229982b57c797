import { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { ListQuery } from '../http/list-query.ts';
import { body, query } from '../http/validate.ts';
import { scope } from '../middleware/scope.ts';
import {
  AudienceAnalyticsQuery,
  BreakdownQuery,
  PageAnalyticsQuery,
  TimeseriesQuery,
  WorkspaceTimeseriesQuery,
} from './analytics-schemas.ts';
import { SessionImport } from './import-schemas.ts';
import { retentionStart } from './lifetime.ts';
import { onlyFilter, SessionListQuery, toFilters } from './schemas.ts';
import { rangeOf } from './spans.ts';
import { audienceAnalytics } from './store/audience-analytics.ts';
import { breakdown } from './store/breakdown.ts';
import { getSessionOrThrow } from './store/get.ts';
import { importSessions } from './store/import.ts';
import { listSessions } from './store/list.ts';
import { listPersonSessions } from './store/list-of-person.ts';
import { pageAnalytics } from './store/page-analytics.ts';
import { timeseries, workspaceTimeseries } from './store/timeseries.ts';

export const audienceSessionRoutes = new Hono<AppEnv>()
  .get('/:page_id/audience_sessions', scope('read'), query(SessionListQuery), async (c) => {
    return c.json(await listSessions(c.var.db, c.req.param('page_id'), toFilters(c.req.valid('query'))));
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

export const personSessionRoutes = new Hono<AppEnv>().get(
  '/:person_id/audience_sessions',
  scope('read'),
  query(ListQuery),
  async (c) => {
    return c.json(await listPersonSessions(c.var.db, c.req.param('person_id'), c.req.valid('query')));
  },
);

/** The analytics of a page. */
export const analyticsRoutes = new Hono<AppEnv>()
  .get('/:page_id/analytics/audiences', scope('read'), query(AudienceAnalyticsQuery), async (c) => {
    const valid = c.req.valid('query');
    return c.json(await audienceAnalytics(c.var.db, c.req.param('page_id'), rangeOf(valid), valid));
  })
  .get('/:page_id/analytics/timeseries', scope('read'), query(TimeseriesQuery), async (c) => {
    const valid = c.req.valid('query');
    const series = { ...valid, filter: onlyFilter(valid) };
    return c.json(await timeseries(c.var.db, c.req.param('page_id'), rangeOf(valid), series));
  })
  .get('/:page_id/analytics/breakdown', scope('read'), query(BreakdownQuery), async (c) => {
    const valid = c.req.valid('query');
    return c.json(await breakdown(c.var.db, c.req.param('page_id'), rangeOf(valid), valid));
  });

/** The analytics of all pages. */
export const workspaceAnalyticsRoutes = new Hono<AppEnv>()
  .get('/pages', scope('read'), query(PageAnalyticsQuery), async (c) => {
    const valid = c.req.valid('query');
    return c.json(await pageAnalytics(c.var.db, rangeOf(valid), valid));
  })
  .get('/timeseries', scope('read'), query(WorkspaceTimeseriesQuery), async (c) => {
    const valid = c.req.valid('query');
    return c.json(await workspaceTimeseries(c.var.db, rangeOf(valid), valid));
  });
