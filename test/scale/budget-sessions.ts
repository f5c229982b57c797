import { env } from 'cloudflare:workers';
import { sealSessions } from '../../src/analytics/worker/seal.ts';
import type { Audience } from '../../src/content/audiences/schemas.ts';
import type { Page } from '../../src/content/pages/schemas.ts';
import type { List } from '../../src/lib/cursor.ts';
import { sha256 } from '../../src/lib/sha256.ts';
import type { Account } from '../../src/people/accounts/schemas.ts';
import type { Person } from '../../src/people/persons/schemas.ts';
import type { AudienceSession } from '../../src/visits/sessions/schemas.ts';
import { collectKey, openTestDatabase, send } from '../worker/support/client.ts';
import { visitedFrom, visitedPage, visitedQuarter } from '../worker/support/load/content.ts';
import { at, type Call, made, nextPage, type Row, row, unique } from './budget.ts';

const sessions = `/v0/pages/${visitedPage}/audience_sessions`;
const analytics = `/v0/pages/${visitedPage}/analytics/audiences`;
const day = 86_400_000;
const isoOf = (time: number) => new Date(time).toISOString();
/** Thirty days from a quarter past one hour to half past another. */
export const range = `startDate=${isoOf(visitedFrom - 3.75 * 3_600_000)}&endDate=${isoOf(visitedFrom + 30 * day - 3.5 * 3_600_000)}`;
/** As `range`, but it begins within a quarter of an hour that has 20 sessions, 10 of which are after its beginning. */
const cutRange = `startDate=${isoOf(visitedQuarter + 285_000)}&endDate=${isoOf(visitedFrom + 30 * day)}`;
/** `range` ten days earlier. */
const compare = `compareStartDate=${isoOf(visitedFrom - 10 * day - 3.75 * 3_600_000)}&compareEndDate=${isoOf(visitedFrom + 20 * day - 3.5 * 3_600_000)}`;
const dimensionsOfPage = ['referrer', 'country', 'landingPath', 'device', 'browser']
  .map((name) => `by=${name}`)
  .join('&');
/** 400 days to the end of the range. */
const longRange = `startDate=${isoOf(visitedFrom - 370 * day)}&endDate=${isoOf(visitedFrom + 30 * day)}`;

const visited = async () => {
  const { body } = await send<List<AudienceSession>>('GET', `${sessions}?limit=1`);
  const [session] = body.items;
  if (!session) throw new Error('no session is loaded');
  return session;
};

async function newPlace() {
  const { pageId } = await made<Page>('/v0/pages', { title: 'Budget', url: `https://${unique()}.example/` });
  const { audienceId } = await made<Audience>(`/v0/pages/${pageId}/audiences`, {});
  return { pageId, audienceId };
}
/** One page for many imports, so that the pages that had visits do not grow. */
let shared: ReturnType<typeof newPlace> | undefined;
const sharedPlace = () => {
  shared ??= newPlace();
  return shared;
};

/** A page with an audience, and `n` sessions to import, one per day. */
async function toImport(n: number, fields: object = {}, of = newPlace()) {
  const { pageId, audienceId } = await of;
  const list = Array.from({ length: n }, (_, index) => {
    const time = new Date(Date.UTC(2024, 0, 1, 12) + index * day).toISOString();
    return {
      analyticsSessionId: unique().padEnd(16, 'x'),
      audienceId,
      audienceSessionId: unique(),
      sessionStartedAt: time,
      sessionEndedAt: time,
      totalClicksCount: 1,
      ...fields,
    };
  });
  return { path: `/v0/pages/${pageId}/audience_sessions/import`, body: { sessions: list } };
}

/** A person with 12 visits of a page. */
export async function visitor() {
  const { personId, email } = await made<Person>('/v0/persons', {
    name: 'Visitor',
    email: `${unique()}@${unique()}.example`,
  });
  const form = { hasFormSubmit: true, formSubmissionId: 'f', formSubmissionEmail: email };
  const { path, body } = await toImport(12, form, sharedPlace());
  await send('POST', path, body);
  return { personId, email, sessions: path.replace('/import', '') };
}

/** The account of a new visitor. */
async function visitingAccount(): Promise<string> {
  const { email } = await visitor();
  const { body } = await send<List<Account>>('GET', `/v0/accounts?domain=${email?.split('@')[1]}`);
  return body.items[0]?.accountId ?? '';
}

let addresses = 0;
const newAddress = () => `198.51.100.${addresses++}`;
/** A visit with a form that names its sender, by default from a new address. */
async function formVisit(address = newAddress()): Promise<Call> {
  const visit = {
    analyticsSessionId: unique().padEnd(16, 'x'),
    pageId: 'page_none',
    elapsedMs: 0,
    activeMs: 0,
    engagedMs: 0,
    maxScrollDepthPercentage: 0,
    clicksCount: 0,
    questionsAskedCount: 0,
    hasConversion: false,
    formSubmit: { formSubmissionId: 'f', email: `${unique()}@form.example` },
  };
  return at('/v0/visits', visit, { 'x-api-key': await collectKey(), 'cf-connecting-ip': address });
}

/** Corrects blocks until nothing is left: other rows have imported sessions. */
export async function sealAll(): Promise<void> {
  while ((await sealSessions(openTestDatabase(), Date.now())) > 0);
}

const allRoute = 'GET /v0/audience_sessions';
const listRoute = 'GET /v0/pages/:page_id/audience_sessions';
const analyticsRoute = 'GET /v0/pages/:page_id/analytics/audiences';
const seriesRoute = 'GET /v0/pages/:page_id/analytics/timeseries';
const breakdownRoute = 'GET /v0/pages/:page_id/analytics/breakdown';
const pagesRoute = 'GET /v0/analytics/pages';
const workspaceSeriesRoute = 'GET /v0/analytics/timeseries';
const personRoute = 'GET /v0/persons/:person_id/audience_sessions';
const series = `/v0/pages/${visitedPage}/analytics/timeseries`;
const breakdown = `/v0/pages/${visitedPage}/analytics/breakdown`;
const importRoute = 'POST /v0/pages/:page_id/audience_sessions/import';

export const sessionTable: Row[] = [
  row(listRoute, '50 a page', [200, 886, 0, 1, 905], () => at(sessions)),
  row(listRoute, 'second page of 100', [200, 937, 0, 1, 905], () => nextPage(`${sessions}?limit=100`)),
  row(listRoute, 'ninth page of 100', [200, 937, 0, 1, 905], async () => {
    let next = await nextPage(`${sessions}?limit=100`);
    for (let page = 3; page <= 9; page++) {
      const { body } = await send<List<AudienceSession>>('GET', next.path);
      next = { path: `${sessions}?limit=100&cursor=${body.nextCursor}` };
    }
    return next;
  }),
  row(listRoute, 'of an audience', [200, 1191, 0, 2, 700], async () =>
    at(`${sessions}?limit=10&audienceId=${(await visited()).audienceId}`),
  ),
  row(listRoute, 'of 30 days', [200, 784, 0, 1, 905], () => at(`${sessions}?${range}`)),
  row(listRoute, 'of an audience and 30 days', [200, 1088, 0, 2, 700], async () =>
    at(`${sessions}?limit=10&${range}&audienceId=${(await visited()).audienceId}`),
  ),
  row(listRoute, 'of a country', [200, 1189, 0, 1, 905], () => at(`${sessions}?country=DE`)),
  row(listRoute, 'of a country, second page of 100', [200, 1874, 0, 2, 700], () =>
    nextPage(`${sessions}?limit=100&country=DE`),
  ),
  row(listRoute, 'of a campaign, a device and a status', [200, 1297, 0, 1, 905], () =>
    at(`${sessions}?utmSource=google&device=mobile&status=completed`),
  ),
  row(listRoute, 'with a filter that no session passes', [200, 1146, 0, 1, 905], () =>
    at(`${sessions}?hasConversion=true`),
  ),
  row(listRoute, 'of a person with 12 visits', [200, 37, 0], async () => {
    const { personId, sessions: path } = await visitor();
    return at(`${path}?personId=${personId}`);
  }),
  row(listRoute, 'a file, its first 2,000 sessions', [200, 8670, 0, 2, 905], () =>
    at(`${sessions}?format=csv`),
  ),
  row(listRoute, 'not found', [404, 13, 0], () => at('/v0/pages/page_none/audience_sessions')),
  row(allRoute, '50 a page', [200, 716, 0, 1, 905], () => at('/v0/audience_sessions')),
  row(allRoute, 'second page of 100', [200, 767, 0, 1, 905], () =>
    nextPage('/v0/audience_sessions?limit=100'),
  ),
  row(allRoute, 'a file, its first 2,000 sessions', [200, 8670, 0, 2, 905], () =>
    at('/v0/audience_sessions?format=csv'),
  ),
  row(allRoute, 'of a country', [200, 1189, 0, 1, 905], () => at('/v0/audience_sessions?country=DE')),
  row(`${listRoute}/:audience_session_id`, 'by its analyticsSessionId', [200, 2, 0], async () =>
    at(`${sessions}/${(await visited()).analyticsSessionId}`),
  ),
  row(`${listRoute}/:audience_session_id`, 'by its audienceSessionId', [200, 2, 0], async () =>
    at(`${sessions}/${(await visited()).audienceSessionId}`),
  ),
  row(`${listRoute}/:audience_session_id`, 'by the audienceSessionId of an import', [200, 2, 0], async () => {
    const { path, body } = await toImport(1, {}, sharedPlace());
    await send('POST', path, body);
    return at(path.replace('import', body.sessions[0]?.audienceSessionId ?? ''));
  }),
  row(`${listRoute}/:audience_session_id`, 'not found', [404, 1, 0], () => at(`${sessions}/none`)),
  row(analyticsRoute, '100 audiences, 30 days', [200, 1045, 0, 1, 905], () => at(`${analytics}?${range}`)),
  row(analyticsRoute, '100 audiences, all time', [200, 1148, 0, 1, 905], () => at(analytics)),
  row(analyticsRoute, '100 audiences, 30 days, which cut a quarter of an hour', [200, 771, 0, 1, 905], () =>
    at(`${analytics}?${cutRange}`),
  ),
  row(analyticsRoute, '100 audiences, 30 days, sorted', [200, 1045, 0, 1, 905], () =>
    at(`${analytics}?${range}&sort=-bounceRate`),
  ),
  row(analyticsRoute, '50 of 100 audiences, 30 days', [200, 944, 0, 1, 905], () =>
    at(`${analytics}?${range}&limit=50`),
  ),
  row(analyticsRoute, '50 of 100 audiences, 30 days in Kathmandu', [200, 944, 0, 1, 905], () =>
    at(
      `${analytics}?startDate=2025-12-31T18:15:00Z&endDate=2026-01-30T18:15:00Z&timezone=Asia/Kathmandu&limit=50&sort=-totalSessions`,
    ),
  ),
  row(analyticsRoute, 'not found', [404, 15, 0], () => at('/v0/pages/page_none/analytics/audiences')),
  row(seriesRoute, '720 hours in Kolkata', [200, 526, 0, 1, 905], () =>
    at(
      `${series}?startDate=2025-12-31T18:30:00Z&endDate=2026-01-30T18:30:00Z&timezone=Asia/Kolkata&interval=hour`,
    ),
  ),
  row(seriesRoute, '400 days in New York', [200, 526, 0, 1, 905], () =>
    at(`${series}?${longRange}&timezone=America/New_York&interval=day`),
  ),
  row(seriesRoute, '13 months', [200, 526, 0, 1, 905], () => at(`${series}?${longRange}&interval=month`)),
  row(seriesRoute, '31 days of an audience', [200, 1047, 0, 1, 905], async () =>
    at(`${series}?${range}&interval=day&audienceId=${(await visited()).audienceId}`),
  ),
  row(seriesRoute, '31 days of a campaign', [200, 1046, 0, 1, 905], () =>
    at(`${series}?${range}&interval=day&utmCampaign=campaign+7`),
  ),
  row(seriesRoute, 'not found', [404, 15, 0], () =>
    at(`${series.replace(visitedPage, 'page_none')}?${range}&interval=day`),
  ),
  row(breakdownRoute, '30 days by country', [200, 944, 0, 1, 905], () =>
    at(`${breakdown}?${range}&by=country`),
  ),
  row(breakdownRoute, 'all time, the first 5 of 20 campaigns', [200, 1047, 0, 1, 905], () =>
    at(`${breakdown}?by=utmCampaign&limit=5`),
  ),
  row(breakdownRoute, '30 days of an audience by referrer', [200, 945, 0, 1, 905], async () =>
    at(`${breakdown}?${range}&by=referrer&audienceId=${(await visited()).audienceId}`),
  ),
  row(breakdownRoute, 'not found', [404, 15, 0], () =>
    at(`${breakdown.replace(visitedPage, 'page_none')}?by=country`),
  ),
  row('GET /v0/analytics/breakdown', '30 days by country', [200, 778, 0, 1, 905], () =>
    at(`/v0/analytics/breakdown?by=country&${range}`),
  ),
  row('GET /v0/pages/:page_id/analytics/breakdowns', '30 days by 5 dimensions', [200, 2630, 0, 1, 2500], () =>
    at(`${breakdown}s?${range}&${dimensionsOfPage}`),
  ),
  row(
    'GET /v0/pages/:page_id/analytics/breakdowns',
    '30 days by 5 dimensions, beside 30 days that begin earlier',
    [200, 4480, 0, 1, 4250],
    () => at(`${breakdown}s?${range}&${dimensionsOfPage}&${compare}`),
  ),
  row('GET /v0/pages/:page_id/analytics/breakdowns', 'not found', [404, 15, 0], () =>
    at(`${breakdown.replace(visitedPage, 'page_none')}s?by=country`),
  ),
  row('GET /v0/analytics/breakdowns', '30 days by 5 dimensions', [200, 2825, 0, 1, 2500], () =>
    at(`/v0/analytics/breakdowns?${range}&${dimensionsOfPage}`),
  ),
  row(seriesRoute, '30 days, beside 30 days that begin earlier', [200, 900, 0, 1, 905], () =>
    at(`${series}?${range}&interval=day&${compare}`),
  ),
  row(
    analyticsRoute,
    '50 of 100 audiences with names, beside 30 days that begin earlier',
    [200, 1050, 0, 2, 905],
    () => at(`${analytics}?${range}&limit=50&names=true&${compare}`),
  ),
  row('GET /v0/analytics/accounts', '5 a page, all time, with names', [200, 690, 0, 2, 905], () =>
    // The visitors of the rows before came by their forms.
    at('/v0/analytics/accounts?names=true&limit=5'),
  ),
  row('GET /v0/analytics/persons', '5 a page, all time, with names', [200, 690, 0, 2, 905], () =>
    at('/v0/analytics/persons?names=true&limit=5'),
  ),
  row(
    'GET /v0/analytics/audiences',
    '50 of 100 audiences, 30 days, beside 30 days that begin earlier',
    [200, 1300, 0, 2, 905],
    () => at(`/v0/analytics/audiences?${range}&${compare}`),
  ),
  row('GET /v0/page_links/search', '50 a page, with the visits of 30 days', [200, 616, 0, 1, 905], () =>
    at(`/v0/page_links/search?${range}`),
  ),
  row('GET /v0/analytics/accounts', '30 days', [200, 564, 0, 1, 905], () =>
    at(`/v0/analytics/accounts?${range}`),
  ),
  row('GET /v0/analytics/accounts', '30 days, each account by day', [200, 564, 0, 1, 905], () =>
    at(`/v0/analytics/accounts?${range}&interval=day`),
  ),
  row('GET /v0/analytics/accounts', '30 days of a page', [200, 526, 0, 1, 905], () =>
    at(`/v0/analytics/accounts?${range}&pageId=${visitedPage}`),
  ),
  row('GET /v0/analytics/persons', '30 days', [200, 564, 0, 1, 905], () =>
    at(`/v0/analytics/persons?${range}`),
  ),
  row('GET /v0/analytics/persons', '30 days, each person by day', [200, 564, 0, 1, 905], () =>
    at(`/v0/analytics/persons?${range}&interval=day`),
  ),
  row(pagesRoute, '30 days, 100 pages', [200, 741, 0, 1, 905], async () => {
    await sealAll();
    return at(`/v0/analytics/pages?${range}&limit=100`);
  }),
  row(
    pagesRoute,
    '30 days with names, 100 pages, beside 30 days that begin earlier',
    [200, 950, 0, 2, 905],
    async () => {
      await sealAll();
      return at(`/v0/analytics/pages?${range}&limit=100&names=true&${compare}`);
    },
  ),
  row(pagesRoute, '400 days, 100 pages', [200, 755, 0, 1, 905], async () => {
    await sealAll();
    return at(`/v0/analytics/pages?${longRange}&limit=100`);
  }),
  row(workspaceSeriesRoute, '30 days of 100 pages', [200, 1388, 0, 1, 1810], async () => {
    await sealAll();
    return at(`/v0/analytics/timeseries?${range}&interval=day&timezone=Asia/Kolkata&limit=100`);
  }),
  row(personRoute, '12 visits', [200, 37, 0], async () =>
    at(`/v0/persons/${(await visitor()).personId}/audience_sessions`),
  ),
  row(personRoute, 'second page of 5', [200, 32, 0], async () =>
    nextPage(`/v0/persons/${(await visitor()).personId}/audience_sessions?limit=5`),
  ),
  row(personRoute, 'not found', [404, 1, 0], () => at('/v0/persons/person_none/audience_sessions')),
  row(personRoute, '12 visits, as a recipient too', [200, 1039, 0, 2, 725], async () =>
    at(`/v0/persons/${(await visitor()).personId}/audience_sessions?by=any&limit=10`),
  ),
  row('GET /v0/accounts/:account_id/audience_sessions', '12 visits', [200, 1086, 0, 2, 725], async () =>
    at(`/v0/accounts/${await visitingAccount()}/audience_sessions?limit=10`),
  ),
  row('GET /v0/accounts/:account_id/audience_sessions', 'not found', [404, 898, 0, 1, 700], () =>
    at('/v0/accounts/account_none/audience_sessions'),
  ),
  row(importRoute, '1 session', [200, 37, 5], () => toImport(1)),
  row(importRoute, '500 sessions, one a day', [200, 11015, 2500], () => toImport(500)),
  row(importRoute, '500 existing sessions', [200, 12016, 0], async () => {
    const { path, body } = await toImport(500);
    await send('POST', path, body);
    return at(path, body);
  }),
  row(importRoute, 'an unknown audience', [404, 25, 0], async () => {
    const { path, body } = await toImport(1);
    const [session] = body.sessions;
    return at(path, { sessions: [{ ...session, audienceId: 'audience_none' }] });
  }),
  row('POST /v0/visits', 'the key is known', [202, 0, 0, 0], async () => {
    const visit = {
      analyticsSessionId: unique().padEnd(16, 'x'),
      pageId: 'page_none',
      elapsedMs: 0,
      activeMs: 0,
      engagedMs: 0,
      maxScrollDepthPercentage: 0,
      clicksCount: 0,
      questionsAskedCount: 0,
      hasConversion: false,
    };
    const headers = { 'x-api-key': await collectKey() };
    await send('POST', '/v0/visits', visit, { headers });
    return at('/v0/visits', visit, headers);
  }),
  row('POST /v0/visits', 'with a form that names its sender', [202, 6, 2], () => formVisit()),
  row('POST /v0/visits', 'with a form that was sent before', [202, 7, 0], async () => {
    // The cost must not depend on the number of forms that are counted for its address.
    const address = newAddress();
    for (let n = 0; n < 10; n++) {
      const { body, headers } = await formVisit(address);
      await send('POST', '/v0/visits', body, { headers: headers ?? {} });
    }
    const call = await formVisit(address);
    await send('POST', '/v0/visits', call.body, { headers: call.headers ?? {} });
    return call;
  }),
  row('POST /v0/visits', 'with the 601st form of a network of IPv6', [429, 1330, 0], async () => {
    const network = '2001:db8:5';
    const hash = sha256(`${network}::/48`);
    const forms = `insert or replace into form_submits select ?1 || '.' || value, 'f', ?2 from json_each(?3)`;
    await env.DB.prepare(forms)
      .bind(hash, Date.now(), JSON.stringify(Array.from({ length: 600 }, (_, n) => n)))
      .run();
    return formVisit(`${network}:ffff::1`);
  }),
  row('POST /v0/visits', 'with the 61st form of an address', [429, 126, 0], async () => {
    const address = newAddress();
    for (let n = 0; n < 60; n++) {
      const { body, headers } = await formVisit(address);
      await send('POST', '/v0/visits', body, { headers: headers ?? {} });
    }
    return formVisit(address);
  }),
  row('GET /visit.js', 'a file', [200, 0, 0, 0], () => at('/visit.js')),
];
