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
import { at, type Call, growing, growingRows, made, nextPage, rows, unique } from './budget.ts';

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
/** A visit of a page that does not exist, in which nothing has happened yet. */
const newVisit = () => ({
  analyticsSessionId: unique().padEnd(16, 'x'),
  pageId: 'page_none',
  elapsedMs: 0,
  activeMs: 0,
  engagedMs: 0,
  maxScrollDepthPercentage: 0,
  clicksCount: 0,
  questionsAskedCount: 0,
  hasConversion: false,
});
/** A visit with a form that names its sender, by default from a new address. */
async function formVisit(address = newAddress()): Promise<Call> {
  const visit = { ...newVisit(), formSubmit: { formSubmissionId: 'f', email: `${unique()}@form.example` } };
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

export const sessionTable = [
  ...growingRows(905, {
    [`${listRoute} | 50 a page`]: sessions,
    [`${listRoute} | second page of 100`]: () => nextPage(`${sessions}?limit=100`),
    [`${listRoute} | ninth page of 100`]: async () => {
      let next = await nextPage(`${sessions}?limit=100`);
      for (let page = 3; page <= 9; page++) {
        const { body } = await send<List<AudienceSession>>('GET', next);
        next = `${sessions}?limit=100&cursor=${body.nextCursor}`;
      }
      return next;
    },
    [`${listRoute} | of an audience`]: growing(
      700,
      async () => `${sessions}?limit=10&audienceId=${(await visited()).audienceId}`,
    ),
    [`${listRoute} | of 30 days`]: `${sessions}?${range}`,
    [`${listRoute} | of an audience and 30 days`]: growing(
      700,
      async () => `${sessions}?limit=10&${range}&audienceId=${(await visited()).audienceId}`,
    ),
    [`${listRoute} | of a country`]: `${sessions}?country=DE`,
    [`${listRoute} | of a country, second page of 100`]: growing(700, () =>
      nextPage(`${sessions}?limit=100&country=DE`),
    ),
    [`${listRoute} | of a campaign, a device and a status`]: `${sessions}?utmSource=google&device=mobile&status=completed`,
    [`${listRoute} | with a filter that no session passes`]: `${sessions}?hasConversion=true`,
    [`${listRoute} | of a person with 12 visits`]: async () => {
      const { personId, sessions: path } = await visitor();
      return `${path}?personId=${personId}`;
    },
    [`${listRoute} | of a person with 12 visits, with names`]: async () => {
      const { personId, sessions: path } = await visitor();
      return `${path}?names=true&personId=${personId}`;
    },
    [`${listRoute} | a file, its first 700 sessions`]: `${sessions}?format=csv`,
    [`${listRoute} | not found`]: '/v0/pages/page_none/audience_sessions',
    [`${allRoute} | 50 a page`]: '/v0/audience_sessions',
    [`${allRoute} | second page of 100`]: () => nextPage('/v0/audience_sessions?limit=100'),
    [`${allRoute} | a file, its first 700 sessions`]: '/v0/audience_sessions?format=csv',
    [`${allRoute} | of a country`]: '/v0/audience_sessions?country=DE',
    [`${listRoute}/:audience_session_id | by its analyticsSessionId`]: async () =>
      `${sessions}/${(await visited()).analyticsSessionId}`,
    [`${listRoute}/:audience_session_id | by its audienceSessionId`]: async () =>
      `${sessions}/${(await visited()).audienceSessionId}`,
    [`${listRoute}/:audience_session_id | by the audienceSessionId of an import`]: async () => {
      const { path, body } = await toImport(1, {}, sharedPlace());
      await send('POST', path, body);
      return path.replace('import', body.sessions[0]?.audienceSessionId ?? '');
    },
    [`${listRoute}/:audience_session_id | not found`]: `${sessions}/none`,
    [`${analyticsRoute} | 100 audiences, 30 days`]: `${analytics}?${range}`,
    [`${analyticsRoute} | 100 audiences, all time`]: analytics,
    [`${analyticsRoute} | 100 audiences, 30 days, which cut a quarter of an hour`]: `${analytics}?${cutRange}`,
    [`${analyticsRoute} | 100 audiences, 30 days, sorted`]: `${analytics}?${range}&sort=-bounceRate`,
    [`${analyticsRoute} | 50 of 100 audiences, 30 days`]: `${analytics}?${range}&limit=50`,
    [`${analyticsRoute} | 50 of 100 audiences, 30 days in Kathmandu`]: `${analytics}?startDate=2025-12-31T18:15:00Z&endDate=2026-01-30T18:15:00Z&timezone=Asia/Kathmandu&limit=50&sort=-totalSessions`,
    [`${analyticsRoute} | not found`]: '/v0/pages/page_none/analytics/audiences',
    [`${seriesRoute} | 720 hours in Kolkata`]: `${series}?startDate=2025-12-31T18:30:00Z&endDate=2026-01-30T18:30:00Z&timezone=Asia/Kolkata&interval=hour`,
    [`${seriesRoute} | 400 days in New York`]: `${series}?${longRange}&timezone=America/New_York&interval=day`,
    [`${seriesRoute} | 13 months`]: `${series}?${longRange}&interval=month`,
    [`${seriesRoute} | 31 days of an audience`]: async () =>
      `${series}?${range}&interval=day&audienceId=${(await visited()).audienceId}`,
    [`${seriesRoute} | 31 days of a campaign`]: `${series}?${range}&interval=day&utmCampaign=campaign+7`,
    [`${seriesRoute} | not found`]: () => `${series.replace(visitedPage, 'page_none')}?${range}&interval=day`,
    [`${breakdownRoute} | 30 days by country`]: `${breakdown}?${range}&by=country`,
    [`${breakdownRoute} | all time, the first 5 of 20 campaigns`]: `${breakdown}?by=utmCampaign&limit=5`,
    [`${breakdownRoute} | 30 days of an audience by referrer`]: async () =>
      `${breakdown}?${range}&by=referrer&audienceId=${(await visited()).audienceId}`,
    [`${breakdownRoute} | by version, with names`]: async () => {
      const { pageId } = await newPlace();
      const { audienceId, latestVersion } = await made<Audience>(`/v0/pages/${pageId}/audiences`, {});
      const { path, body } = await toImport(
        5,
        { audienceId, versionId: latestVersion.versionId },
        Promise.resolve({ pageId, audienceId }),
      );
      await send('POST', path, body);
      return `/v0/pages/${pageId}/analytics/breakdown?by=versionId&names=true`;
    },
    [`${breakdownRoute} | not found`]: () => `${breakdown.replace(visitedPage, 'page_none')}?by=country`,
    'GET /v0/analytics/breakdown | 30 days by country': `/v0/analytics/breakdown?by=country&${range}`,
    'GET /v0/pages/:page_id/analytics/breakdowns | 30 days by 5 dimensions': growing(
      2500,
      `${breakdown}s?${range}&${dimensionsOfPage}`,
    ),
    'GET /v0/pages/:page_id/analytics/breakdowns | 30 days by 5 dimensions, beside 30 days that begin earlier':
      growing(4250, `${breakdown}s?${range}&${dimensionsOfPage}&${compare}`),
    'GET /v0/pages/:page_id/analytics/breakdowns | not found': () =>
      `${breakdown.replace(visitedPage, 'page_none')}s?by=country`,
    'GET /v0/analytics/breakdowns | 30 days by 5 dimensions': growing(
      2500,
      `/v0/analytics/breakdowns?${range}&${dimensionsOfPage}`,
    ),
    [`${seriesRoute} | 30 days, beside 30 days that begin earlier`]: `${series}?${range}&interval=day&${compare}`,
    [`${analyticsRoute} | 50 of 100 audiences with names, beside 30 days that begin earlier`]: `${analytics}?${range}&limit=50&names=true&${compare}`,
    'GET /v0/analytics/accounts | 5 a page, all time, with names':
      '/v0/analytics/accounts?names=true&limit=5',
    'GET /v0/analytics/accounts | 5 a page, all time, with names, records and details':
      '/v0/analytics/accounts?names=true&records=true&details=true&limit=5',
    'GET /v0/analytics/persons | 5 a page, all time, with records and details':
      '/v0/analytics/persons?records=true&details=true&limit=5',
    'GET /v0/analytics/persons | 5 a page, all time, with names': '/v0/analytics/persons?names=true&limit=5',
    'GET /v0/analytics/audiences | 50 of 100 audiences, 30 days, beside 30 days that begin earlier': `/v0/analytics/audiences?${range}&${compare}`,
    'GET /v0/page_links/search | 50 a page, with the visits of 30 days': `/v0/page_links/search?${range}`,
    'GET /v0/analytics/accounts | 30 days': `/v0/analytics/accounts?${range}`,
    'GET /v0/analytics/accounts | 30 days, each account by day': `/v0/analytics/accounts?${range}&interval=day`,
    'GET /v0/analytics/accounts | 30 days of a page': `/v0/analytics/accounts?${range}&pageId=${visitedPage}`,
    'GET /v0/analytics/persons | 30 days': `/v0/analytics/persons?${range}`,
    'GET /v0/analytics/persons | 30 days, each person by day': `/v0/analytics/persons?${range}&interval=day`,
    [`${pagesRoute} | 30 days, 100 pages`]: async () => {
      await sealAll();
      return `/v0/analytics/pages?${range}&limit=100`;
    },
    [`${pagesRoute} | 30 days with names, 100 pages, beside 30 days that begin earlier`]: async () => {
      await sealAll();
      return `/v0/analytics/pages?${range}&limit=100&names=true&${compare}`;
    },
    [`${pagesRoute} | 400 days, 100 pages`]: async () => {
      await sealAll();
      return `/v0/analytics/pages?${longRange}&limit=100`;
    },
    [`${workspaceSeriesRoute} | 30 days of 100 pages`]: growing(1810, async () => {
      await sealAll();
      return `/v0/analytics/timeseries?${range}&interval=day&timezone=Asia/Kolkata&limit=100`;
    }),
    [`${personRoute} | 12 visits`]: async () => `/v0/persons/${(await visitor()).personId}/audience_sessions`,
    [`${personRoute} | second page of 5`]: async () =>
      nextPage(`/v0/persons/${(await visitor()).personId}/audience_sessions?limit=5`),
    [`${personRoute} | not found`]: '/v0/persons/person_none/audience_sessions',
    [`${personRoute} | 12 visits, as a recipient too`]: growing(
      725,
      async () => `/v0/persons/${(await visitor()).personId}/audience_sessions?by=any&limit=10`,
    ),
    'GET /v0/accounts/:account_id/audience_sessions | 12 visits': growing(
      725,
      async () => `/v0/accounts/${await visitingAccount()}/audience_sessions?limit=10`,
    ),
    'GET /v0/accounts/:account_id/audience_sessions | not found': growing(
      700,
      '/v0/accounts/account_none/audience_sessions',
    ),
  }),
  ...rows({
    [`${importRoute} | 1 session`]: () => toImport(1),
    [`${importRoute} | 500 sessions, one a day`]: () => toImport(500),
    [`${importRoute} | 500 existing sessions`]: async () => {
      const { path, body } = await toImport(500);
      await send('POST', path, body);
      return at(path, body);
    },
    [`${importRoute} | an unknown audience`]: async () => {
      const { path, body } = await toImport(1);
      const [session] = body.sessions;
      return at(path, { sessions: [{ ...session, audienceId: 'audience_none' }] });
    },
    'POST /v0/visits | the key is known': async () => {
      const visit = newVisit();
      const headers = { 'x-api-key': await collectKey() };
      await send('POST', '/v0/visits', visit, { headers });
      return at('/v0/visits', visit, headers);
    },
    'POST /v0/visits | with a form that names its sender': formVisit,
    'POST /v0/visits | with a form that was sent before': async () => {
      // The cost must not depend on the number of forms that are counted for its address.
      const address = newAddress();
      for (let n = 0; n < 10; n++) {
        const { body, headers } = await formVisit(address);
        await send('POST', '/v0/visits', body, { headers: headers ?? {} });
      }
      const call = await formVisit(address);
      await send('POST', '/v0/visits', call.body, { headers: call.headers ?? {} });
      return call;
    },
    'POST /v0/visits | with the 601st form of a network of IPv6': async () => {
      const network = '2001:db8:5';
      const hash = sha256(`${network}::/48`);
      const forms = `insert or replace into form_submits select ?1 || '.' || value, 'f', ?2 from json_each(?3)`;
      await env.DB.prepare(forms)
        .bind(hash, Date.now(), JSON.stringify(Array.from({ length: 600 }, (_, n) => n)))
        .run();
      return formVisit(`${network}:ffff::1`);
    },
    'POST /v0/visits | with the 61st form of an address': async () => {
      const address = newAddress();
      for (let n = 0; n < 60; n++) {
        const { body, headers } = await formVisit(address);
        await send('POST', '/v0/visits', body, { headers: headers ?? {} });
      }
      return formVisit(address);
    },
    'GET /visit.js | a file': '/visit.js',
  }),
];
