import type { AppEnv } from '../../http/app-env.ts';
import { Hono } from '../../http/hono.ts';
import { query, scope } from '../../http/route.ts';
import { jsonText, logJson } from '../../people/logs/payload.ts';
import { TimelineQuery } from './schemas.ts';
import { readAccountTimeline, readPersonTimeline, type TimelineItem } from './store/read.ts';

/** JSON of an item, the payload of a log as it was sent. */
const itemJson = (item: TimelineItem): string =>
  item.kind === 'log' ? `{"kind":"log","at":"${item.at}","log":${logJson(item.log)}}` : JSON.stringify(item);

const timelineJson = ({ items, ...rest }: { items: TimelineItem[] }): string =>
  `{"items":[${items.map(itemJson).join()}],${JSON.stringify(rest).slice(1)}`;

export const personTimelineRoutes = new Hono<AppEnv>().get(
  '/:person_id/timeline',
  scope('read'),
  query(TimelineQuery),
  async (c) => {
    const timeline = await readPersonTimeline(c.var.db, c.req.param('person_id'), c.req.valid('query'));
    return jsonText(c, timelineJson(timeline));
  },
);

export const accountTimelineRoutes = new Hono<AppEnv>().get(
  '/:account_id/timeline',
  scope('read'),
  query(TimelineQuery),
  async (c) => {
    const timeline = await readAccountTimeline(c.var.db, c.req.param('account_id'), c.req.valid('query'));
    return jsonText(c, timelineJson(timeline));
  },
);
