import { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { hashed } from '../http/etag.ts';
import { scope } from '../http/middleware/scope.ts';
import { query } from '../http/validate.ts';
import { type ComparedDates, comparedOf, rangeOf } from '../lib/range.ts';
import {
  BreakdownQuery,
  BreakdownsQuery,
  WorkspaceBreakdownQuery,
  WorkspaceBreakdownsQuery,
} from './breakdown-schemas.ts';
import { filtersOf } from './filter-schemas.ts';
import {
  AudienceAnalyticsQuery,
  PageAnalyticsQuery,
  TimeseriesQuery,
  WorkspaceAudienceQuery,
  WorkspaceTimeseriesQuery,
} from './schemas.ts';
import { audienceAnalytics, workspaceAudiences } from './store/audiences.ts';
import { breakdown, breakdowns } from './store/breakdown.ts';
import { pageAnalytics } from './store/pages.ts';
import { timeseries, workspaceTimeseries } from './store/timeseries.ts';
import { accountAnalytics, personAnalytics } from './store/visitors.ts';
import { AccountAnalyticsQuery, PersonAnalyticsQuery } from './visitor-schemas.ts';

/** A valid query with its filters and the range that it compares, for the store. */
const filtered = <T extends Parameters<typeof filtersOf>[0] & ComparedDates>(valid: T) => ({
  ...valid,
  filters: filtersOf(valid),
  compared: comparedOf(valid),
});

/** The analytics of a page. */
export const analyticsRoutes = new Hono<AppEnv>()
  .get('/:page_id/analytics/audiences', scope('read'), query(AudienceAnalyticsQuery), async (c) => {
    const valid = filtered(c.req.valid('query'));
    return hashed(c, await audienceAnalytics(c.var.db, c.req.param('page_id'), rangeOf(valid), valid));
  })
  .get('/:page_id/analytics/timeseries', scope('read'), query(TimeseriesQuery), async (c) => {
    const valid = filtered(c.req.valid('query'));
    return hashed(c, await timeseries(c.var.db, c.req.param('page_id'), rangeOf(valid), valid));
  })
  .get('/:page_id/analytics/breakdown', scope('read'), query(BreakdownQuery), async (c) => {
    const valid = filtered(c.req.valid('query'));
    return hashed(c, await breakdown(c.var.db, c.req.param('page_id'), rangeOf(valid), valid));
  })
  .get('/:page_id/analytics/breakdowns', scope('read'), query(BreakdownsQuery), async (c) => {
    const valid = filtered(c.req.valid('query'));
    return hashed(c, await breakdowns(c.var.db, c.req.param('page_id'), rangeOf(valid), valid));
  });

/** The analytics of all pages. */
export const workspaceAnalyticsRoutes = new Hono<AppEnv>()
  .get('/pages', scope('read'), query(PageAnalyticsQuery), async (c) => {
    const valid = filtered(c.req.valid('query'));
    return hashed(c, await pageAnalytics(c.var.db, rangeOf(valid), valid));
  })
  .get('/audiences', scope('read'), query(WorkspaceAudienceQuery), async (c) => {
    const valid = filtered(c.req.valid('query'));
    return hashed(c, await workspaceAudiences(c.var.db, rangeOf(valid), valid));
  })
  .get('/timeseries', scope('read'), query(WorkspaceTimeseriesQuery), async (c) => {
    const valid = filtered(c.req.valid('query'));
    return hashed(c, await workspaceTimeseries(c.var.db, rangeOf(valid), valid));
  })
  .get('/breakdown', scope('read'), query(WorkspaceBreakdownQuery), async (c) => {
    const valid = filtered(c.req.valid('query'));
    return hashed(c, await breakdown(c.var.db, undefined, rangeOf(valid), valid));
  })
  .get('/breakdowns', scope('read'), query(WorkspaceBreakdownsQuery), async (c) => {
    const valid = filtered(c.req.valid('query'));
    return hashed(c, await breakdowns(c.var.db, undefined, rangeOf(valid), valid));
  })
  .get('/accounts', scope('read'), query(AccountAnalyticsQuery), async (c) => {
    const valid = filtered(c.req.valid('query'));
    return hashed(c, await accountAnalytics(c.var.db, rangeOf(valid), valid));
  })
  .get('/persons', scope('read'), query(PersonAnalyticsQuery), async (c) => {
    const valid = filtered(c.req.valid('query'));
    return hashed(c, await personAnalytics(c.var.db, rangeOf(valid), valid));
  });
