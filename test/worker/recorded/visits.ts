import type { Audience } from '../../../src/content/audiences/schemas.ts';
import type { Page } from '../../../src/content/pages/schemas.ts';
import { mintKey } from '../support/client.ts';
import type { Asked, Recorder } from './recorder.ts';

const visits = '/v0/visits';
const minute = 60_000;
/** The user agent of a visitor who counts. */
export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** A visit of ten seconds without actions. */
export const visitOf = (analyticsSessionId: string, pageId: string, fields: object = {}) => ({
  analyticsSessionId,
  pageId,
  elapsedMs: 10_500,
  activeMs: 10_400,
  engagedMs: 9_999,
  maxScrollDepthPercentage: 0,
  clicksCount: 0,
  questionsAskedCount: 0,
  hasConversion: false,
  ...fields,
});

interface Place {
  pageId: string;
  audienceId: string;
  other: string;
}

/** A new page with two audiences. */
export async function newPlace({ post }: Recorder, name: string): Promise<Place> {
  const page = await post<Page>('/v0/pages', { title: name, url: `https://${name}.example/` });
  const { pageId } = page.body;
  const audience = async () => (await post<Audience>(`/v0/pages/${pageId}/audiences`)).body.audienceId;
  return { pageId, audienceId: await audience(), other: await audience() };
}

async function collecting({ say, post, ask }: Recorder, { pageId, audienceId, other }: Place, by: Asked) {
  say('Collecting');
  const collect = (visit: unknown, headers = {}) =>
    post(visits, visit, { ...by, headers: { ...by.headers, ...headers } });
  await collect(visitOf('session-minimal-1', pageId));
  const full = visitOf('session_FULL_0000000001', pageId, {
    audienceId,
    elapsedMs: 86_400_000,
    activeMs: 3_600_000,
    engagedMs: 61_234,
    maxScrollDepthPercentage: 33.335,
    clicksCount: 100_000,
    questionsAskedCount: 3,
    hasConversion: true,
    formSubmit: {
      formSubmissionId: 'form-1',
      email: 'Visitor@Lumen.example',
      phone: '+49401',
      linkedin: '@visitor',
    },
    pageTitle: 'Title 題',
    pageUrl: 'https://visits.example/ü?utm_source=x',
    utmCampaign: 'c',
    utmContent: 'ä',
    utmMedium: 'm',
    utmSource: 's',
    utmTerm: 't',
  });
  await collect(full);
  await collect({ ...full, clicksCount: 1, engagedMs: 70_000, pageTitle: 'Other', utmTerm: 'other' });
  await collect(visitOf('session-bounced-01', pageId, { audienceId: null }));
  await collect(
    visitOf('session-engaged-01', pageId, { audienceId, engagedMs: 10_000, maxScrollDepthPercentage: 100 }),
  );
  await collect(
    visitOf('session-clicked-01', pageId, {
      audienceId: other,
      clicksCount: 2,
      maxScrollDepthPercentage: 0.005,
    }),
  );
  await collect(visitOf('session-failed-001', pageId, { audienceId: 'audience_nothing' }));
  await collect(visitOf('session-nowhere-01', 'page_nothing'));
  await collect(
    visitOf('session-byphone-01', pageId, {
      audienceId: other,
      formSubmit: { formSubmissionId: 'f', phone: '+49402' },
    }),
  );
  await collect(visitOf('session-nobody-001', pageId, { formSubmit: { formSubmissionId: 'f' } }));
  await collect(
    visitOf('session-linkedin-1', pageId, {
      formSubmit: { formSubmissionId: 'f', linkedin: 'de.linkedin.com/in/J%C3%BCrgen-X' },
    }),
  );

  say('Who is not counted');
  await collect(visitOf('session-ignored-01', pageId), { 'user-agent': 'Googlebot/2.1' });
  await collect(visitOf('session-ignored-01', pageId), { dnt: '1' });
  await collect(visitOf('session-ignored-01', pageId), { 'sec-gpc': '1' });

  say('What is refused');
  await collect({});
  await collect(
    visitOf('short', pageId, {
      activeMs: 10_501,
      engagedMs: -1,
      maxScrollDepthPercentage: 100.1,
      clicksCount: 0.5,
      pageUrl: 'x',
      utmTerm: '',
      formSubmit: { formSubmissionId: 'ü', email: 'x', phone: 'y', linkedin: 'https://people.example/a' },
    }),
  );
  await collect(
    visitOf('audience_session_0001', '', {
      elapsedMs: 86_400_001,
      questionsAskedCount: 100_001,
      pageTitle: 't'.repeat(301),
      x: 1,
    }),
  );
  await post(visits, visitOf('session-minimal-1', pageId));
  await post(visits, {}, { key: null });
  await collect(visitOf('session-origin-001', pageId), { origin: 'https://www.site.example' });
  await collect(visitOf('session-origin-001', pageId), { origin: 'https://evil.example' });
  await ask('OPTIONS', visits, {
    key: null,
    headers: { origin: 'https://www.site.example', 'access-control-request-method': 'POST' },
  });
  await ask('OPTIONS', visits, {
    key: null,
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  await ask('OPTIONS', visits, { key: null });
  await ask('GET', visits, by);
  const limited = { ...by, bindings: { FORM_RATE_LIMIT_POLICY: '"form";q=1;w=600' } as object };
  const form = (id: string) =>
    visitOf('session-limited-01', pageId, { formSubmit: { formSubmissionId: id, phone: '+49403' } });
  await post(visits, form('one'), {
    ...limited,
    headers: { ...by.headers, 'cf-connecting-ip': '192.0.2.1' },
  });
  await post(visits, form('one'), {
    ...limited,
    headers: { ...by.headers, 'cf-connecting-ip': '192.0.2.1' },
  });
  await post(visits, form('two'), {
    ...limited,
    headers: { ...by.headers, 'cf-connecting-ip': '192.0.2.1' },
  });
}

async function sessionsOf({ say, get, pages }: Recorder, { pageId, audienceId }: Place) {
  const sessions = `/v0/pages/${pageId}/audience_sessions`;
  say('Sessions that are over');
  await get(sessions);
  await pages(`${sessions}?limit=2`, ['audience_sessions', pageId, null, null, null]);
  await get(`${sessions}?audienceId=${audienceId}&limit=1`, {
    scope: ['audience_sessions', pageId, audienceId, null, null],
  });
  await get(`${sessions}/session_FULL_0000000001`);
  await get(`${sessions}/audience_session_session_FULL_0000000001`);
  await get(`${sessions}/audience_session_session-minimal-1`);
  await get(`${sessions}/nothing`);
  await get('/v0/pages/nothing/audience_sessions');
  await get('/v0/pages/nothing/audience_sessions/nothing');
  await get('/v0/audience_sessions?startDate=2040-01-01T00:00:00Z&limit=2&unknown=referrer');
  await get('/v0/audience_sessions?audienceId=x&status=never&limit=0');
  await get(`${sessions}?audienceId=nothing`);
  await get(`${sessions}?startDate=2040-02-30T00:00:00Z&endDate=yesterday&limit=0&cursor=`);
  await get(`${sessions}?startDate=2040-01-01T00:00:00Z&endDate=2040-01-01T00:00:00%2B00:00`);
  await get(`${sessions}?startDate=2040-01-01T00:00:00Z&endDate=2041-02-06T00:00:00Z`);
  await get(`${sessions}?cursor=x`);
  await get(`${sessions}?utmSource=s&limit=1`);
  await get(`${sessions}?utmSource=s&country=DE&status=completed&hasConversion=true&hasFormSubmit=false`);
  await get(`${sessions}?status=done&hasConversion=yes&hasFormSubmit=1`);
  await get(`${sessions}?personId=nothing`);
  await get('/v0/persons/nothing/audience_sessions');
}

async function analyticsOf({ say, get, post }: Recorder, { pageId, audienceId, other }: Place) {
  const analytics = `/v0/pages/${pageId}/analytics/audiences`;
  say('Analytics');
  await get(analytics);
  await get(`${analytics}?startDate=2040-02-29T00:00:00Z`);
  await get(`${analytics}?endDate=2040-02-29T01:00:00%2B01:00&startDate=`);
  await get(`${analytics}?startDate=2041-01-01T00:00:00Z`);
  await get(`${analytics}?startDate=x&endDate=2040-01-01`);
  await get(`${analytics}?startDate=2040-03-01T00:00:00Z&endDate=2040-02-01T00:00:00Z`);
  await get('/v0/pages/nothing/analytics/audiences');
  await get(`${analytics}?sort=-totalSessions&limit=1`);
  await get(`${analytics}?sort=name&limit=0&unknown=colour&timezone=Mars/Olympus`);
  say('Series');
  const series = `/v0/pages/${pageId}/analytics/timeseries`;
  await get(
    `${series}?startDate=2040-02-27T18:30:00Z&endDate=2040-03-01T18:30:00Z&interval=day&timezone=Asia/Kolkata`,
  );
  await get(
    `${series}?startDate=2040-02-29T00:30:00Z&endDate=2040-02-29T03:00:00Z&interval=hour&audienceId=${audienceId}`,
  );
  await get(`${series}?startDate=2040-01-01T00:00:00Z&endDate=2041-01-01T00:00:00Z&interval=hour`);
  await get(`${series}?interval=year&interval=day&unknown=country&unknown=place`);
  await get(
    '/v0/pages/nothing/analytics/timeseries?startDate=2040-01-01T00:00:00Z&endDate=2040-01-02T00:00:00Z&interval=day',
  );
  say('Breakdowns');
  const breakdown = `/v0/pages/${pageId}/analytics/breakdown`;
  await get(`${breakdown}?by=utmSource`);
  await get(`${breakdown}?by=landingPath&audienceId=${audienceId}&limit=1&query=%C3%9C`);
  await get(`${breakdown}?by=colour&utmSource=s`);
  await get(`${breakdown}?by=browser&audienceId=nothing`);
  say('All pages');
  await get('/v0/analytics/pages?startDate=2040-01-01T00:00:00Z&endDate=2040-12-31T00:00:00Z&limit=1');
  await get('/v0/analytics/pages?sort=-pageId');
  const weeks = `startDate=2040-01-10T00:00:00Z&endDate=2040-01-17T00:00:00Z&compareStartDate=2040-01-03T00:00:00Z&compareEndDate=2040-01-10T00:00:00Z`;
  await get(`${breakdown}s?by=utmSource&by=device&limit=1&${weeks}`);
  await get(`${breakdown}s?by=colour&limit=0&audienceId=x&compareStartDate=2040-01-03T00:00:00Z`);
  await get(`/v0/analytics/breakdowns?by=country&${weeks}`);
  await get('/v0/analytics/breakdowns');
  await get(`/v0/analytics/audiences?limit=1&${weeks}`);
  await get('/v0/analytics/audiences?limit=0&sort=name');
  await get(`/v0/analytics/pages?names=true&${weeks}`);
  await get(
    '/v0/analytics/breakdown?by=utmSource&startDate=2040-01-01T00:00:00Z&endDate=2040-12-31T00:00:00Z',
  );
  await get('/v0/analytics/breakdown?by=colour&limit=0&cursor=x&audienceId=x');
  await get('/v0/analytics/accounts?startDate=2040-01-01T00:00:00Z&endDate=2040-12-31T00:00:00Z');
  await get(`/v0/analytics/accounts?sort=-lastVisitAt&limit=1&pageId=${pageId}&unknown=country`);
  await get('/v0/analytics/accounts?sort=name&limit=0&cursor=x&pageId=');
  await get(
    '/v0/analytics/accounts?startDate=2040-01-10T00:00:00Z&endDate=2040-01-20T00:00:00Z&interval=week&timezone=Asia/Tokyo',
  );
  await get('/v0/analytics/persons?interval=year');
  await get('/v0/analytics/accounts?pageId=nothing');
  await get('/v0/analytics/persons?startDate=2040-01-01T00:00:00Z&endDate=2040-12-31T00:00:00Z');
  await get('/v0/analytics/persons?sort=peopleCount&startDate=2040-01-01');
  await get('/v0/accounts/nothing/audience_sessions?by=form');
  await get('/v0/persons/nothing/timeline');
  await get('/v0/persons/nothing/timeline?kind=publish&type=paid&limit=0');
  await get('/v0/accounts/nothing/audience_sessions?by=visitor&limit=0');
  await get(
    '/v0/analytics/timeseries?startDate=2040-02-28T00:00:00Z&endDate=2040-03-02T00:00:00Z&interval=day',
  );
  await get(
    '/v0/analytics/timeseries?startDate=2040-01-01&endDate=2040-02-01T00:00:00Z&interval=year&limit=0&country=DE&country=',
  );
  await post(`/v0/pages/${pageId}/audiences/${other}/archive`);
  await get(analytics);
}

async function leftOutOf({ say, get, post, mergeAll }: Recorder, { pageId }: Place, by: Asked) {
  const leftOut = '/v0/analytics/left_out';
  say('Visits that are left out');
  const bot = { ...by, headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } };
  await post(visits, visitOf('left-out-00000001', pageId), bot);
  await post(visits, visitOf('left-out-00000002', pageId, { hasInput: true }), bot);
  await post(visits, visitOf('left-out-00000003', pageId, { leftOut: 'own', referrer: 'news.example' }), by);
  await post(visits, visitOf('left-out-00000004', 'nothing', { leftOut: 'automated' }), by);
  await post(
    visits,
    visitOf('left-out-00000005', pageId, { leftOut: 'bot', hasInput: 1, referrer: '/' }),
    by,
  );
  await mergeAll();
  await get(`${leftOut}?limit=2`, { scope: ['left_out', null, null, null] });
  await get(`${leftOut}?pageId=${pageId}&startDate=2040-02-01T00:00:00Z&endDate=2040-04-01T00:00:00Z`);
  await get(`${leftOut}?pageId=nothing`);
  await get(`${leftOut}?startDate=x&endDate=2040-01-01&limit=0`);
  await get(`${leftOut}?startDate=2040-01-01T00:00:00Z&endDate=2041-02-06T00:00:00Z`);
  await get(`${leftOut}?cursor=x`);
}

/** Visits, their sessions, and the analytics of these. */
export async function visitSlice(recorder: Recorder) {
  const { say, get, merge, cron, wait } = recorder;
  const place = await newPlace(recorder, 'visits');
  const by = { key: await mintKey(['collect']), headers: { 'user-agent': firefox } };
  await collecting(recorder, place, by);
  await merge();
  say('Sessions that are pending');
  await get(`/v0/pages/${place.pageId}/audience_sessions`);
  await get(`/v0/pages/${place.pageId}/analytics/audiences`);
  say('Who the forms were from');
  await get('/v0/persons/search?query=lumen.example');
  await get('/v0/persons/search?query=%2B4940');
  wait(31 * minute);
  await cron();
  await sessionsOf(recorder, place);
  await analyticsOf(recorder, place);
  await leftOutOf(recorder, place, by);
}
