import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { countBy } from 'es-toolkit/array';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { guestVisits } from '../../demo/data/guest-visits.ts';
import { demoPages } from '../../demo/data/pages.ts';
import { demoVisits } from '../../demo/data/visits.ts';
import { allVisits, callsFor } from '../../demo/load/visits.ts';
import { localised } from '../../demo/site/resolve.ts';
import { documents, type Site, serveSite } from '../../demo/site/server.ts';
import { fill } from '../../demo/site/template.ts';
import { sitePort } from '../../scripts/lib/settings.ts';
import { SessionImport } from '../../src/visits/sessions/import-schemas.ts';
import { cleanUp, freePort, newStateDir, npmRun } from './processes.ts';

const day = 86_400_000;
const until = new Date('2026-11-18T10:30:00Z');

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

describe('demo visits', () => {
  const pages = demoVisits(until);
  const visits = pages.flatMap((page) => page.visits);
  const share = (of: typeof visits, is: (visit: (typeof visits)[number]) => boolean) =>
    of.filter(is).length / of.length;

  test('are the same at each call, and have the same ids on every date', () => {
    expect(demoVisits(new Date('2026-11-18T23:59:59Z'))).toEqual(pages);
    const ids = visits.map(({ analyticsSessionId }) => analyticsSessionId);
    const later = demoVisits(new Date('2027-03-01T00:00:00Z')).flatMap((page) => page.visits);
    expect(later.map(({ analyticsSessionId }) => analyticsSessionId)).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('are some 12,000 in the year before a day, and end before that day', () => {
    expect(visits.length).toBe(12_270);
    expect(callsFor(allVisits(until))).toBe(27);
    const today = Date.parse('2026-11-18T00:00:00Z');
    const starts = visits.map(({ sessionStartedAt }) => Date.parse(sessionStartedAt));
    expect(starts.reduce((a, b) => Math.min(a, b))).toBeGreaterThanOrEqual(today - 365 * day);
    const ends = visits.map(({ sessionEndedAt }) => Date.parse(sessionEndedAt));
    expect(ends.reduce((a, b) => Math.max(a, b))).toBeLessThanOrEqual(today);
  });

  /** The number of visits of each value, most first. */
  const counts = (value: (visit: (typeof visits)[number]) => string | null | undefined, of = visits) =>
    new Map(Object.entries(countBy(of, (visit) => value(visit) ?? '')).sort((a, b) => b[1] - a[1]));
  const monthOf = (at: Date) => at.toISOString().slice(0, 7);

  test.each([
    '2026-11-18T10:30:00Z',
    '2026-12-25T12:00:00Z',
    '2027-03-20T00:00:00Z',
    '2027-08-01T00:00:00Z',
    '2028-02-29T23:59:59Z',
  ])('are of all of the last 12 months on %s, and of many campaigns, countries and devices', (at) => {
    const now = new Date(at);
    const ofYear = demoVisits(now).flatMap((page) => page.visits);
    const months = counts(({ sessionStartedAt }) => sessionStartedAt.slice(0, 7), ofYear);
    const last = Array.from({ length: 11 }, (_, index) =>
      monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index - 1, 1))),
    );
    for (const month of last) expect(months.get(month), month).toBeGreaterThan(300);
    expect(months.size).toBeGreaterThanOrEqual(12);
    const campaigns = counts(({ utmCampaign }) => utmCampaign, ofYear);
    campaigns.delete('');
    expect(campaigns.size).toBeGreaterThanOrEqual(5);
    expect(Math.min(...campaigns.values())).toBeGreaterThan(20);
    expect([...counts(({ country }) => country, ofYear).keys()].slice(0, 6).sort()).toEqual([
      'AT',
      'CH',
      'DE',
      'GB',
      'NL',
      'US',
    ]);
    expect(counts(({ device }) => device, ofYear).size).toBe(4);
    expect(counts(({ browser }) => browser, ofYear).size).toBeGreaterThanOrEqual(5);
    // Each page and audience keeps its visitors, whatever the date.
    expect(counts(({ audience }) => audience, ofYear)).toEqual(counts(({ audience }) => audience));
  });

  test('grow over the year, with few in summer and on holidays, and most in autumn', () => {
    const ofDays = (first: string, last: string) => {
      const days = (Date.parse(last) - Date.parse(first)) / day;
      return share(visits, ({ sessionStartedAt: at }) => at >= first && at < last) / days;
    };
    const [winter, holidays, spring] = [
      ofDays('2026-01-12', '2026-02-16'),
      ofDays('2025-12-22', '2026-01-05'),
      ofDays('2026-04-13', '2026-05-11'),
    ];
    const [summer, autumn] = [ofDays('2026-07-06', '2026-08-31'), ofDays('2026-09-21', '2026-11-16')];
    expect(holidays).toBeLessThan(winter / 2);
    expect(spring).toBeGreaterThan(winter);
    expect(summer).toBeLessThan(spring * 0.8);
    expect(autumn).toBeGreaterThan(summer * 2);
    expect(ofDays('2026-11-03', '2026-11-18')).toBeGreaterThan(1.5 * ofDays('2025-11-18', '2025-12-03'));
  });

  test('have campaigns that begin and end, referrers of their source, and mobile visitors of social networks', () => {
    const days = (campaign: string) =>
      visits
        .filter(({ utmCampaign }) => utmCampaign === campaign)
        .map(({ sessionStartedAt }) => sessionStartedAt.slice(0, 10))
        .sort();
    expect([days('autumn-launch')[0], days('autumn-launch').at(-1)]).toEqual(['2026-09-15', '2026-10-31']);
    const [first, last = ''] = [days('spring-fair')[0], days('spring-fair').at(-1)];
    expect(first).toBe('2026-03-16');
    // Few are left on the last days.
    expect(last > '2026-04-20' && last <= '2026-04-24', last).toBe(true);
    const hosts = (isOf: (visit: (typeof visits)[number]) => boolean) => [
      ...counts(({ referrer }) => referrer, visits.filter(isOf)).keys(),
    ];
    for (const name of ['google', 'bing', 'linkedin'])
      expect(hosts(({ utmSource }) => utmSource === name)).toEqual([`${name}.com`]);
    expect(hosts(({ utmMedium }) => utmMedium === 'email' || utmMedium === 'qr')).toEqual(['']);
    expect(hosts(({ utmSource }) => !utmSource)).toEqual(
      expect.arrayContaining(['', 'google.com', 'news.ycombinator.com']),
    );
    expect(share(visits, ({ utmCampaign, utmMedium }) => Boolean(utmCampaign && !utmMedium))).toBe(0);
    const mobile = (source?: string) =>
      share(
        visits.filter(({ utmSource }) => utmSource === source),
        ({ device }) => device === 'mobile',
      );
    expect(mobile('linkedin')).toBeGreaterThan(0.6);
    expect(mobile('google')).toBeLessThan(0.4);
  });

  test('of guests are up to the moment, most of the last weeks, and of several people of most companies', () => {
    for (const at of ['2026-11-18T10:30:00Z', '2026-11-21T00:10:00Z', '2027-01-03T12:00:00Z']) {
      const now = Date.parse(at);
      const ofGuests = guestVisits(new Date(at)).flatMap((page) => page.visits);
      expect(guestVisits(new Date(at)).flatMap((page) => page.visits)).toEqual(ofGuests);
      const ends = ofGuests.map(({ sessionEndedAt }) => Date.parse(sessionEndedAt));
      const latest = Math.max(...ends);
      expect(latest).toBeLessThanOrEqual(now);
      expect(latest).toBeGreaterThan(now - day);
      const ofWeek = ofGuests.filter(({ sessionEndedAt }) => Date.parse(sessionEndedAt) > now - 7 * day);
      expect(ofWeek.length).toBeGreaterThan(30);
      const companies = new Set(ofWeek.map(({ audience }) => audience?.split('@')[1]));
      expect(companies.size).toBeGreaterThan(7);
      expect(new Set(ofWeek.map(({ audience }) => audience)).size).toBeGreaterThan(companies.size);
    }
    const ids = (at: string) =>
      guestVisits(new Date(at)).flatMap((page) =>
        page.visits.map(({ analyticsSessionId }) => analyticsSessionId),
      );
    expect(ids('2027-03-01T00:00:00Z')).toEqual(ids('2026-11-18T10:30:00Z'));
  });

  test('are valid for an import', () => {
    const all = allVisits(until).flatMap((page) => page.visits);
    const sessions = all.map(({ audience: _, ...visit }) => visit);
    for (let from = 0; from < sessions.length; from += 500) {
      const { error } = SessionImport.safeParse({ sessions: sessions.slice(from, from + 500) });
      expect(error?.issues).toBeUndefined();
    }
  });

  test('are of published pages and audiences of the demo', () => {
    for (const { pageUrl, visits: ofPage } of allVisits(until)) {
      const page = demoPages.find(({ url }) => url === pageUrl);
      const published = page?.audiences.filter(
        ({ becomes, contexts }) => becomes === 'published' || contexts.length > 1,
      );
      const names = published?.map(({ person, content }) => person ?? content.customName) ?? [];
      const shown = new Set(ofPage.map(({ audience }) => audience));
      for (const audience of shown) expect([null, ...names]).toContain(audience);
    }
  });

  test('differ by hour and weekday, and have bounces, forms and sources', () => {
    const hourOf = (at: string) => new Date(at).getUTCHours();
    expect(share(visits, ({ sessionStartedAt: at }) => hourOf(at) >= 7 && hourOf(at) < 18)).toBeGreaterThan(
      0.8,
    );
    expect(
      share(visits, ({ sessionStartedAt: at }) => [0, 6].includes(new Date(at).getUTCDay())),
    ).toBeLessThan(0.2);
    expect(share(visits, ({ formSubmissionEmail }) => Boolean(formSubmissionEmail))).toBeGreaterThan(0.03);
    expect(new Set(visits.map(({ utmSource }) => utmSource)).size).toBeGreaterThan(4);
    const isShort = (visit: (typeof visits)[number]) => (visit.timeSpentSeconds ?? 0) < 10;
    expect(share(visits, isShort)).toBeGreaterThan(0.25);
    const [home = []] = pages.map((page) => page.visits);
    const ofAudience = (name: string | null) => home.filter(({ audience }) => audience === name);
    expect(share(ofAudience(null), isShort)).toBeGreaterThan(share(ofAudience('Logistics'), isShort));
  });
});

describe('a template', () => {
  test('is filled with escaped values, and loses attributes that would be empty', () => {
    const template = '<p data-page="{{page}}" data-audience="{{audience}}">{{title}}</p>';
    const title = `<b> & "it's"`;
    expect(fill(template, { page: 'p"1', audience: '', title })).toBe(
      '<p data-page="p&quot;1">&lt;b&gt; &amp; &quot;it&#39;s&quot;</p>',
    );
    expect(fill(template, { page: 'p', audience: '{{title}}', title: '$&' })).toBe(
      '<p data-page="p" data-audience="{{title}}">$&amp;</p>',
    );
  });
});

test.each(demoPages)('the page "$title" marks the fields that it declares', ({ url, fields = [] }) => {
  const document = documents[new URL(url).pathname] ?? '';
  const text = readFileSync(path.join(import.meta.dirname, '../../demo/site', document), 'utf8');
  const marked = Array.from(text.matchAll(/<(?!form)[^<>]* data-footfall="([^"]*)"/g), ([, name]) => name);
  expect(marked).toEqual(fields.map(({ name }) => name));
});

test.each([
  ['https://www.trailmark.example/', '/'],
  ['https://www.trailmark.example/request-demo?x=//y', '/request-demo?x=//y'],
  ['https://www.trailmark.example//evil.example/', 'https://www.trailmark.example//evil.example/'],
  ['https://www.trailmark.example/\\evil.example/', 'https://www.trailmark.example/\\evil.example/'],
  ['https://www.trailmark.example/\t/evil.example/', 'https://www.trailmark.example/\t/evil.example/'],
  ['https://www.trailmark.example.evil.example/', 'https://www.trailmark.example.evil.example/'],
  ['#form', '#form'],
])('a link to %j leads to %j on the site', (url, expected) => {
  expect(localised(url)).toBe(expected);
});

describe('the site', () => {
  const metadata = { title: 'For <you>', description: 'As told.' };
  const actionUrl = 'https://www.trailmark.example/request-demo?industry=a';
  const link = {
    pageId: 'page_1',
    audienceId: 'audience_1',
    versionId: 'version_3',
    preview: null,
    content: { url: 'https://www.trailmark.example/pricing', metadata, actionUrl, fields: {} },
  };
  const fields = { hero: 'Know <b> who', proofs: ['One & two', '{{hero}}'] };
  const page = {
    pageId: 'page_2',
    audienceId: null,
    versionId: null,
    preview: null,
    content: { url: 'https://www.trailmark.example/', metadata, actionUrl: null, fields },
  };
  const asked: string[] = [];
  const port = freePort();
  /** An API with a link on the second domain, and a page of the website itself. */
  const api = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://api');
    const url = searchParams.get('url') ?? '';
    asked.push(url);
    const answers: Record<string, object | undefined> = {
      'https://hello.trailmark.example/for/ada': link,
      [`http://127.0.0.1:${await port}/`]: page,
    };
    const isRight = request.headers['x-api-key'] === 'words' && pathname === '/v0/page_links/resolve';
    const answer = isRight ? answers[url] : undefined;
    response.statusCode = url.endsWith('/broken') ? 500 : answer ? 200 : 404;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer ?? {}));
  });
  let site: Site;
  let address: string;
  beforeAll(async () => {
    address = `http://127.0.0.1:${await listening(api)}`;
    const website = `http://127.0.0.1:${await port}`;
    site = await serveSite(await port, { address, websiteKey: 'words', site: website });
  });
  afterAll(() => {
    site.stop();
    api.close();
  });
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(`${site.address}${path}`, { method });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const tag = (attributes: string) =>
    `<script async src="${address}/visit.js" data-key="words" ${attributes}>`;

  test('shows an audience at its link, and asks for its words at each request', async () => {
    for (const query of ['', '?utm_source=mail']) {
      asked.length = 0;
      const { status, text } = await get(`/for/ada${query}`);
      expect(status).toBe(200);
      expect(text).toContain(tag('data-page="page_1" data-audience="audience_1" data-version="version_3"'));
      expect(text).toContain('<h1 data-footfall="hero">For &lt;you&gt;</h1>');
      expect(text).toContain('content="As told."');
      expect(text).toContain('href="/request-demo?industry=a"');
      expect(text).not.toContain('{{');
      expect(asked).toEqual(['www', 'hello'].map((host) => `https://${host}.trailmark.example/for/ada`));
    }
  });

  test('falls back to the page of the path, without an audience', async () => {
    const { status, text, headers } = await get('/');
    expect(status).toBe(200);
    expect(text).toContain(tag('data-page="page_2"'));
    // Its fields are text.
    expect(text).toContain('<h1 data-footfall="hero">Know &lt;b&gt; who</h1>');
    expect(text).toContain(
      '<ul class="proofs" data-footfall="proofs"><li>One &amp; two</li><li>{{hero}}</li></ul>',
    );
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-security-policy')).toContain(`connect-src ${address};`);
  });

  test.each([
    ['GET', '/site.css', 200],
    ['GET', '/site.js', 200],
    ['GET', '/icon.svg', 200],
    ['HEAD', '/', 200],
    ['GET', '/pricing', 404],
    ['GET', '/home.html', 404],
    ['GET', '/%zz', 404],
    ['GET', '/%2e%2e/%2e%2e/package.json', 404],
    ['GET', '/toString', 404],
    ['POST', '/', 405],
  ])('answers %s %s with %i', async (method, path, status) => {
    const answer = await get(path, method);
    expect(answer.status).toBe(status);
    // Without a page there is no tracker.
    expect(answer.text).not.toContain('data-key');
  });

  test('says so when the API does not answer', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect((await get('/broken')).status).toBe(503);
    expect(error.mock.calls.flat().join()).toContain('the site cannot show /broken');
    error.mockRestore();
  });

  test('says in one line that its port is taken', async () => {
    const taken = Number(new URL(site.address).port);
    const second = serveSite(taken, { address, websiteKey: 'words', site: site.address });
    await expect(second).rejects.toThrow(`port ${taken} cannot be used (EADDRINUSE); set SITE_PORT`);
  });
});

describe('SITE_PORT', () => {
  afterEach(() => vi.unstubAllEnvs());
  afterAll(cleanUp);

  test('is by default the port after PORT, or a free one when that is taken', async () => {
    const other = createServer();
    const taken = await listening(other);
    vi.stubEnv('SITE_PORT', '');
    vi.stubEnv('PORT', String(taken - 1));
    expect([taken, taken - 1]).not.toContain(await sitePort());
    await new Promise((resolve) => other.close(resolve));
    expect(await sitePort()).toBe(taken);
    vi.stubEnv('PORT', '65535');
    expect(await sitePort()).toBeLessThan(65_535);
  });

  test.concurrent.each([
    ['http', 'SITE_PORT is http; it must be 1 to 65535.'],
    ['as PORT', /SITE_PORT is \d+, as PORT is; set it to another\./],
    ['taken', /port \d+ cannot be used \(EADDRINUSE\); set SITE_PORT to another\./],
  ])('%s: npm start refuses it in one line', async (kind, line) => {
    const PORT = String(await freePort());
    const other = createServer();
    const SITE_PORT = { 'as PORT': PORT, taken: String(await listening(other)) }[kind] ?? kind;
    const { code, stderr, left } = await npmRun(['start'], { STATE_DIR: newStateDir(), PORT, SITE_PORT });
    other.close();
    expect(stderr).toMatch(/^footfall: .+\n$/);
    expect(stderr).toMatch(line);
    expect(code).toBe(1);
    expect(left).toEqual([]);
  });
});
