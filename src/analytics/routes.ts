import type { AppEnv } from '../http/app-env.ts';
import { hashed } from '../http/etag.ts';
import { Hono } from '../http/hono.ts';
import { query, scope } from '../http/route.ts';
import { type ComparedDates, comparedOf, type DateRange, rangeOf } from '../lib/range.ts';
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

/** A valid query as a request to the store: with its range, the range that it compares, and its filters. */
const asked = <T extends Parameters<typeof filtersOf>[0] & DateRange & ComparedDates>(valid: T) => ({
  ...valid,
  range: rangeOf(valid),
  compared: comparedOf(valid),
  filters: filtersOf(valid),
});

/** The analytics of a page. */
export const analyticsRoutes = new Hono<AppEnv>()
  .get('/:page_id/analytics/audiences', scope('read'), query(AudienceAnalyticsQuery), async (c) => {
    const of = { ...asked(c.req.valid('query')), pageId: c.req.param('page_id') };
    return hashed(c, await audienceAnalytics(c.var.db, of));
  })
  .get('/:page_id/analytics/timeseries', scope('read'), query(TimeseriesQuery), async (c) => {
    const of = { ...asked(c.req.valid('query')), pageId: c.req.param('page_id') };
    return hashed(c, await timeseries(c.var.db, of));
  })
  .get('/:page_id/analytics/breakdown', scope('read'), query(BreakdownQuery), async (c) => {
    const of = { ...asked(c.req.valid('query')), pageId: c.req.param('page_id') };
    return hashed(c, await breakdown(c.var.db, of));
  })
  .get('/:page_id/analytics/breakdowns', scope('read'), query(BreakdownsQuery), async (c) => {
    const of = { ...asked(c.req.valid('query')), pageId: c.req.param('page_id') };
    return hashed(c, await breakdowns(c.var.db, of));
  });

/** The analytics of all pages. */
export const workspaceAnalyticsRoutes = new Hono<AppEnv>()
  .get('/pages', scope('read'), query(PageAnalyticsQuery), async (c) =>
    hashed(c, await pageAnalytics(c.var.db, asked(c.req.valid('query')))),
  )
  .get('/audiences', scope('read'), query(WorkspaceAudienceQuery), async (c) =>
    hashed(c, await workspaceAudiences(c.var.db, asked(c.req.valid('query')))),
  )
  .get('/timeseries', scope('read'), query(WorkspaceTimeseriesQuery), async (c) =>
    hashed(c, await workspaceTimeseries(c.var.db, asked(c.req.valid('query')))),
  )
  .get('/breakdown', scope('read'), query(WorkspaceBreakdownQuery), async (c) =>
    hashed(c, await breakdown(c.var.db, asked(c.req.valid('query')))),
  )
  .get('/breakdowns', scope('read'), query(WorkspaceBreakdownsQuery), async (c) =>
    hashed(c, await breakdowns(c.var.db, asked(c.req.valid('query')))),
  )
  .get('/accounts', scope('read'), query(AccountAnalyticsQuery), async (c) =>
    hashed(c, await accountAnalytics(c.var.db, asked(c.req.valid('query')))),
  )
  .get('/persons', scope('read'), query(PersonAnalyticsQuery), async (c) =>
    hashed(c, await personAnalytics(c.var.db, asked(c.req.valid('query')))),
  );
