import { env } from 'cloudflare:workers';
import csvColumns from '../../../../public/csv-columns.json';
import { itemsAtOnce } from '../../../../src/access/middleware/csv-answer.ts';
import { idTime } from '../../../../src/db/id-time.ts';
import { mostRefused } from '../../../../src/visits/websites/limits.ts';
import { inTurn } from '../../../turns.ts';
import { type Change, type Clones, clonesOf } from '../../support/clones.ts';
import { rowsOf } from '../../support/csv.ts';
import { type Ids, ids, withNeeded } from '../../support/route-ids.ts';
import { prepareRoutes } from '../../support/route-keys.ts';
import { sendTo } from '../../support/route-requests.ts';
import { type Route, routes } from '../../support/routes.ts';

prepareRoutes();
beforeAll(() =>
  env.DB.prepare("insert into refused_origins values (1, 'https://csv.example', 1, 1, 'write_x')").run(),
);

/** Rows of a table: `where` is SQL. */
interface Rows {
  table: string;
  change: Change;
  where?: (known: Ids) => string;
}

interface Source extends Rows {
  /** Rows that those of the list need. */
  also?: Rows[];
  /** Queries, besides none, and how many rows they leave of so many. */
  queries?: Record<string, (size: number) => number>;
  /** The most rows that the list has. */
  most?: number;
  /** Whether the list has other rows, too. */
  hasOthers?: boolean;
}

/** The rows of each table have numbers of their own, from a multiple of this one. */
const apart = 10_000;
/** The end of an id. */
const padded = (n: number) => `01${String(n).padStart(24, '0')}`;
const day = 86_400_000;
const of = (column: string) => (known: Ids) => `${column} = '${known[column]}'`;
const each =
  (kind: string, ...columns: string[]): Change =>
  (n) =>
    Object.fromEntries(columns.map((column) => [column, `${kind}_${padded(n)}`]));
const all = (size: number) => size;

const logs = (owner: string): Source => ({
  table: `${owner}_logs`,
  // An id of another time than the log needs a time beside it.
  change: (n) => ({
    [`${owner}_log_id`]: `${owner}_log_${padded(n)}`,
    idempotency_key: null,
    created_at: Date.UTC(2026, 0, 2) + n,
    own_time: idTime(Date.UTC(2026, 0, 2) + n),
  }),
  where: of(`${owner}_id`),
});
const links = (more: Partial<Source>, own: Change = () => ({})): Source => ({
  table: 'page_links',
  change: (n) => {
    const path = `/csv/${padded(n)}`;
    return { seq: apart + n, page_link_id: `page_link_${padded(n)}`, path, search_path: path, ...own(n) };
  },
  ...more,
});
const versions: Rows = {
  table: 'audience_versions',
  change: (n) => ({ ...each('audience', 'audience_id')(n), ...each('version', 'version_id')(n) }),
};
const pages: Rows = {
  table: 'pages',
  change: (n) => ({ ...each('page', 'page_id')(n), url: `https://csv.example/${n}` }),
};
const audiences = (more: Partial<Source> = {}): Source => ({
  table: 'audiences',
  change: (n) => ({ audience_id: `audience_${padded(n)}`, audience_number: apart + n }),
  where: of('page_id'),
  also: [versions],
  ...more,
});
/** Sessions, each with values of its own. One source and one medium are unknown. */
const sessions = (more: Partial<Source> = {}, own: Change = () => ({})): Source => ({
  table: 'audience_sessions',
  change: (n) => ({
    analytics_session_id: `csv-${padded(n)}`,
    audience_session_id: null,
    session_started_at: Date.UTC(2026, 0, 2) + (n % apart),
    utm_source: n % apart === 1 ? null : `source ${n}`,
    utm_medium: n % apart === 3 ? null : `medium ${n}`,
    ...own(n),
  }),
  ...more,
});
const ofPage = { where: of('page_id') };
const filter = 'landingPath=unknown-of-all&unknown=landingPath';
const one = (size: number) => Math.min(size, 1);
const breakdown = { queries: { [filter]: all, 'query=source': all, [`query=none&${filter}`]: one } };
const dimensions = {
  queries: {
    'by=utmMedium': (size: number) => 2 * size,
    [`by=utmCampaign&by=utmMedium&${filter}`]: (size: number) => 2 * size + one(size),
  },
};

/** Where the rows of each table come from, those of owners last. The rows of a series are its steps: answer.test.ts. */
const sources: Record<string, Source | 'steps'> = {
  '/v0/pages/:page_id/analytics/timeseries': 'steps',
  '/v0/analytics/timeseries': 'steps',
  '/v0/persons/:person_id/timeline': { ...logs('person'), hasOthers: true },
  '/v0/persons/:person_id/logs': { ...logs('person'), queries: { 'source=routes': all } },
  '/v0/accounts/:account_id/timeline': { ...logs('account'), hasOthers: true },
  '/v0/accounts/:account_id/logs': { ...logs('account'), queries: { 'source=routes': all } },
  '/v0/persons/:person_id/audience_sessions': sessions({ where: of('person_id') }),
  '/v0/accounts/:account_id/audience_sessions': sessions({ where: of('account_id') }),
  '/v0/pages/:page_id/audience_sessions': sessions({ ...ofPage, queries: { [filter]: all } }),
  '/v0/pages/:page_id/analytics/breakdown': sessions({ ...ofPage, ...breakdown }),
  '/v0/pages/:page_id/analytics/breakdowns': sessions({ ...ofPage, ...dimensions }),
  '/v0/audience_sessions': sessions({ queries: { [filter]: all } }),
  '/v0/analytics/breakdown': sessions(breakdown),
  '/v0/analytics/breakdowns': sessions(dimensions),
  '/v0/analytics/pages': sessions({ queries: { 'names=true': all, [filter]: all } }, each('page', 'page_id')),
  '/v0/analytics/audiences': sessions(
    { queries: { 'sort=conversionRate': all, [filter]: all } },
    each('audience', 'audience_id'),
  ),
  '/v0/analytics/accounts': sessions(
    { queries: { 'names=true': all } },
    each('account', 'account_id', 'recipient_account_id'),
  ),
  '/v0/analytics/persons': sessions(
    { queries: { [filter]: all } },
    each('person', 'person_id', 'recipient_person_id'),
  ),
  '/v0/analytics/left_out': {
    table: 'left_out_counts',
    change: each('page', 'page_id'),
    queries: { 'startDate=2020-01-01T00:00:00Z': all },
  },
  '/v0/websites': {
    table: 'websites',
    change: (n) => ({ ...each('website', 'website_id')(n), origin: `https://${n}.example` }),
  },
  '/v0/websites/refused': {
    table: 'refused_origins',
    change: (n) => ({
      day: Math.floor(Date.now() / day) - Math.floor((n % apart) / 20),
      origin: `https://${n}.example`,
    }),
    most: mostRefused,
  },
  '/v0/persons/:person_id/page_links': links({
    where: (known) =>
      `audience_id in (select audience_id from audiences where person_id = '${known.person_id}')`,
  }),
  '/v0/pages/:page_id/audiences/:audience_id/page_links': links({ where: of('audience_id') }),
  '/v0/page_links/search': links({ queries: { 'query=csv': all, 'targetType=audience': all } }, (n) => ({
    target_type: 'audience',
    ...each('audience', 'audience_id')(n),
  })),
  '/v0/tenant_domains': {
    table: 'tenant_domains',
    change: (n) => ({ ...each('tenant_domain', 'tenant_domain_id')(n), domain: `csv-${n}.example` }),
  },
  '/v0/topics/:topic_id/entries': {
    table: 'topic_entries',
    change: each('topic_entry', 'topic_entry_id'),
    where: of('topic_id'),
  },
  '/v0/topics': { table: 'topics', change: each('topic', 'topic_id') },
  '/v0/annotations': { table: 'annotations', change: each('annotation', 'annotation_id') },
  '/v0/views': {
    table: 'views',
    change: (n) => ({ ...each('view', 'view_id', 'name')(n), name_key: `csv ${n}` }),
  },
  '/v0/pages/:page_id/campaigns/:campaign_id/rows': {
    table: 'campaign_rows',
    change: each('person', 'person_id'),
    where: of('campaign_id'),
  },
  '/v0/pages/:page_id/campaigns': {
    table: 'campaigns',
    change: each('campaign', 'campaign_id'),
    where: of('page_id'),
  },
  '/v0/experiments': {
    table: 'experiments',
    change: each('experiment', 'experiment_id'),
    queries: { 'status=draft': all },
  },
  '/v0/webhooks/:webhook_id/deliveries': {
    table: 'webhook_deliveries',
    change: (n) => ({ sequence: n }),
    where: of('webhook_id'),
    also: [{ table: 'events', change: (n) => ({ sequence: n }) }],
    queries: { 'status=given_up': all },
  },
  '/v0/alerts/:alert_id/firings': {
    table: 'alert_firings',
    change: (n) => ({ ...each('firing', 'firing_id')(n), day: n }),
    where: of('alert_id'),
  },
  '/v0/alerts': { table: 'alerts', change: each('alert', 'alert_id') },
  '/v0/sources/:source_id/kept': {
    table: 'kept_deliveries',
    change: (n) => ({ ...each('kept', 'kept_id')(n), key_hash: `csv ${n}` }),
    where: of('source_id'),
  },
  '/v0/sources': { table: 'sources', change: each('source', 'source_id') },
  '/v0/webhooks': { table: 'webhooks', change: each('webhook', 'webhook_id') },
  '/v0/share_links': {
    table: 'api_keys',
    change: (n) => ({ ...each('api_key', 'api_key_id')(n), hash: `csv ${n}` }),
    where: () => 'shared_path is not null',
  },
  '/v0/api_keys': {
    table: 'api_keys',
    change: (n) => ({ ...each('api_key', 'api_key_id')(n), hash: `csv ${n}` }),
    where: (known) => `api_key_id = '${known.api_key_id}'`,
    hasOthers: true,
  },
  '/v0/pages/:page_id/publishes': { table: 'publishes', change: each('version', 'version_id'), ...ofPage },
  '/v0/pages/:page_id/audiences/:audience_id/versions': {
    table: 'audience_versions',
    change: (n) => ({ ...each('version', 'version_id')(n), version_number: 1 + (n % apart) }),
    where: of('audience_id'),
  },
  // The visits of no audience have a row, too.
  '/v0/pages/:page_id/analytics/audiences': audiences({
    hasOthers: true,
    queries: { 'names=true': all, 'sort=-totalSessions': all },
  }),
  '/v0/pages/:page_id/audiences': audiences(),
  // The audiences of the person are found by their name, too.
  '/v0/audiences': audiences({ hasOthers: true }),
  '/v0/persons/:person_id/audiences': audiences({
    where: of('person_id'),
    change: (n) => ({ ...each('audience', 'audience_id')(n), ...each('page', 'page_id')(n) }),
    also: [versions, pages],
  }),
  '/v0/pages': pages,
  '/v0/persons/search': {
    table: 'persons',
    change: (n) => ({
      seq: apart + n,
      person_id: `person_${padded(n)}`,
      slug: `csv-${n}`,
      email: `${n}@csv.example`,
      phone_number: null,
      linkedin_profile_url: null,
      linkedin_key: null,
      // The database counts the persons before each.
      gone: null,
    }),
    queries: { 'query=example': all, 'sort=latestVisitAt': all },
  },
  '/v0/accounts': {
    table: 'accounts',
    change: (n) => ({ seq: apart + n, account_id: `account_${padded(n)}`, domain: `n${n}.csv.example` }),
    queries: { 'query=example': all, 'sort=latestVisitAt': all },
  },
};

const pathOf = ({ path }: Route) => path.replace(/\{(\w+)\}/g, ':$1');

test('each table has its rows here', () => {
  expect(Object.keys(sources).sort()).toEqual(Object.keys(csvColumns).sort());
});

const tables = Object.entries(sources).flatMap(([path, source], place) => {
  const route = routes.find((one) => one.method === 'GET' && pathOf(one) === path);
  return source === 'steps' || !route ? [] : [{ name: route.name, path, route, source, place }];
});

describe.each(inTurn(tables, 4))('the file of $name', ({ path, route, source, place }) => {
  const page = itemsAtOnce[path] ?? 100;
  const sizes = [0, 1, page, page + 1, 3 * page].filter((size) => size <= (source.most ?? size));
  const cloned: Clones[] = [];
  let others = 0;

  const rows = async (query: string) => {
    const { status, text } = await sendTo(route, { query: withNeeded(route, `format=csv&${query}`) });
    expect(status, text).toBe(200);
    return rowsOf(text);
  };

  beforeAll(async () => {
    const from = (place + 1) * apart;
    for (const { table, change } of source.also ?? []) cloned.push(await clonesOf(table, change, { from }));
    const { table, change, where } = source;
    cloned.push(await clonesOf(table, change, { from, inPlaceOf: where?.(ids) ?? 'true' }));
  });

  test.each(sizes)('has a row for each of %i', async (size) => {
    for (const clones of cloned) await clones.fill(size);
    if (size === 0 && source.hasOthers) others = (await rows('')).length;
    for (const [query, left] of Object.entries({ '': all, ...source.queries })) {
      const found = await rows(query);
      expect(found.length, query).toBe(left(size) + others);
      expect(new Set(found.map((row) => JSON.stringify(row))).size, query).toBe(found.length);
      if (!path.includes('/analytics/break')) continue;
      // The values of each dimension add up to all visits, and no two rows of one are about the same.
      for (const [by, ofDimension] of Map.groupBy(found, (row) => row.by)) {
        const sum = ofDimension.reduce((total, { totalSessions }) => total + Number(totalSessions), 0);
        expect(sum, by).toBe(size);
        const kinds = ofDimension.filter(({ row }) => row !== 'value').map(({ row }) => row);
        expect(kinds, by).toEqual(
          query.includes('query=') ? ['other'].slice(0, kinds.length) : ['unknown'].slice(0, kinds.length),
        );
        expect(
          ofDimension.every(({ row, value }) => (row === 'value') === (value !== '')),
          by,
        ).toBe(true);
      }
    }
  });
});
