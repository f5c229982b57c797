import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { AudienceAnalytics, AudienceSession } from '../../src/audience-sessions/schemas.ts';
import type { Audience } from '../../src/audiences/schemas.ts';
import type { Page as List } from '../../src/lib/page.ts';
import type { Page } from '../../src/pages/schemas.ts';
import type { Person } from '../../src/persons/schemas.ts';
import { mergeVisits } from '../../src/visits/merge-store.ts';
import type { Visit, VisitMessage } from '../../src/visits/schemas.ts';
import {
  collectKey,
  contents,
  mintKey,
  openTestDatabase,
  type Problem,
  type RequestOptions,
  send,
} from './client.ts';
import { faultyDatabase } from './faults.ts';
import { HeldVisits } from './held-queue.ts';

const origin = 'https://www.site.example';
const minute = 60_000;
const day = 24 * 60 * minute;
const lost = 'D1_ERROR: Network connection lost.';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const held = new HeldVisits();

interface Place {
  pageId: string;
  audienceId: string;
}
const newPlace = async (workspace: 'main' | 'acme' = 'main'): Promise<Place> => {
  const url = `https://visits.example/${crypto.randomUUID()}`;
  const page = await send<Page>('POST', '/v0/pages', { title: 'Visits', url }, { workspace });
  const { pageId } = page.body;
  const audience = await send<Audience>('POST', `/v0/pages/${pageId}/audiences`, {}, { workspace });
  return { pageId, audienceId: audience.body.audienceId };
};
let place: Place = { pageId: '', audienceId: '' };
let key = '';

beforeAll(async () => {
  place = await newPlace();
  key = await collectKey();
  await collect(visitOf(crypto.randomUUID()));
  await send('GET', '/v0/pages'); // From here on the keys are known.
});

/** A visit of ten seconds and a half, without anything done. */
const visitOf = (analyticsSessionId: string, fields: Partial<Visit> = {}): Visit => ({
  analyticsSessionId,
  ...place,
  elapsedMs: 10_500,
  activeMs: 10_400,
  engagedMs: 10_000,
  maxScrollDepthPercentage: 0,
  clicksCount: 0,
  questionsAskedCount: 0,
  hasConversion: false,
  ...fields,
});

const collect = (visit: unknown, headers: Record<string, string> = {}, options: RequestOptions = {}) =>
  send<{ accepted: boolean } & Problem>('POST', '/v0/visits', visit, {
    key,
    bindings: held.bindings(),
    headers: { 'user-agent': firefox, ...headers },
    ...options,
  });

const now = Math.floor(Date.now() / 1000) * 1000;
const messageOf = (visit: Visit, receivedAt = now, workspace = 'main'): VisitMessage => ({
  workspace,
  receivedAt,
  visit,
});
/** Delivers visits to the consumer, all of which take. */
const merge = async (...messages: VisitMessage[]) => {
  expect(await held.deliver(messages)).toEqual(messages.map(() => 'ack'));
};
const read = (id: string, { pageId }: Pick<Place, 'pageId'> = place, options?: RequestOptions) =>
  send<AudienceSession & Problem>('GET', `/v0/pages/${pageId}/audience_sessions/${id}`, undefined, options);
const session = async (id: string, of = place): Promise<AudienceSession> => {
  const reply = await read(id, of);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const analytics = async (of: Place, query = '') =>
  (await send<{ items: AudienceAnalytics[] }>('GET', `/v0/pages/${of.pageId}/analytics/audiences?${query}`))
    .body.items;
const sessions = async (of: Place, query = '') =>
  (await send<List<AudienceSession>>('GET', `/v0/pages/${of.pageId}/audience_sessions?${query}`)).body;
const newId = () => crypto.randomUUID();

/** Work that may be seen only in D1; what the worker logs of failures it was made to have is not shown. */
const silent = async <T>(work: () => Promise<T>) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    return { result: await work(), logged: log.mock.calls.map(([line]) => String(line)) };
  } finally {
    log.mockRestore();
  }
};

describe('the answer of the collector', () => {
  test('is 202 for what is on the queue, and costs no trip once the key is known', async () => {
    const visit = visitOf(newId(), { utmSource: 'newsletter' });
    const before = Date.now();
    const { status, body, cost, headers } = await collect(visit);
    expect([status, body, cost]).toEqual([202, { accepted: true }, { trips: 0, read: 0, written: 0 }]);
    expect(headers.get('cache-control')).toBe('no-store');
    const { receivedAt, ...message } = held.sent.at(-1) ?? { receivedAt: 0 };
    expect(message).toEqual({ workspace: 'main', visit });
    expect(receivedAt).toBeGreaterThanOrEqual(before);
    expect(receivedAt).toBeLessThanOrEqual(Date.now());
  });

  test('is the same for a session that is told again, and for what names nothing', async () => {
    const visit = visitOf(newId());
    for (const told of [visit, visit, { ...visit, pageId: 'page_none' }, { ...visit, audienceId: null }])
      expect((await collect(told)).body).toEqual({ accepted: true });
  });

  test('normalises the identifiers of a form', async () => {
    const formSubmit = { formSubmissionId: 'f', email: ' Grace@ACME.example', linkedin: 'in/Grace' };
    await collect(visitOf(newId(), { formSubmit }));
    expect(held.sent.at(-1)?.visit.formSubmit).toEqual({
      formSubmissionId: 'f',
      email: 'grace@acme.example',
      linkedin: 'https://www.linkedin.com/in/grace',
    });
  });

  test.each([
    ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    [
      'Bing',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0.1938.76 Safari/537.36',
    ],
    ['GPTBot', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)'],
    ['a headless Chrome', `${firefox} HeadlessChrome/142.0.0.0`],
    ['curl', 'curl/8.14.1'],
    ['Python', 'python-requests/2.32.3'],
    ['Lighthouse', 'Mozilla/5.0 (Linux; Android 11) Chrome-Lighthouse'],
    ['Slack', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ])('takes no visit of a bot: %s', async (_name, agent) => {
    const waiting = held.sent.length;
    const { status, body } = await collect(visitOf(newId()), { 'user-agent': agent });
    expect([status, body, held.sent.length]).toEqual([202, { accepted: false }, waiting]);
  });

  test.each([
    ['Firefox', firefox],
    [
      'Chrome',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    ],
    [
      'Safari on a phone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    ],
    ['none', ''],
  ])('takes the visit of a browser: %s', async (_name, agent) => {
    const waiting = held.sent.length;
    const { body } = await collect(visitOf(newId()), { 'user-agent': agent });
    expect([body, held.sent.length]).toEqual([{ accepted: true }, waiting + 1]);
  });

  test('takes a visit without the header user-agent', async () => {
    const options = { key, bindings: held.bindings() };
    expect((await send('POST', '/v0/visits', visitOf(newId()), options)).body).toEqual({ accepted: true });
  });

  test.each([
    [{ dnt: '1' }, false],
    [{ 'sec-gpc': '1' }, false],
    [{ dnt: '1', 'sec-gpc': '0' }, false],
    [{ dnt: '0' }, true],
    [{ dnt: 'unspecified' }, true],
    [{ 'sec-gpc': '0' }, true],
    [{ 'sec-gpc': 'true' }, true],
  ])('to %j is accepted: %s', async (headers, accepted) => {
    const waiting = held.sent.length;
    const { status, body } = await collect(visitOf(newId()), headers);
    expect([status, body]).toEqual([202, { accepted }]);
    expect(held.sent.length).toBe(waiting + (accepted ? 1 : 0));
  });

  test('is 503 queue_unavailable with Retry-After when the queue does not take it', async () => {
    const VISITS = { send: () => Promise.reject(new Error('Queue sends are disabled')) };
    const bindings = { VISITS: VISITS as unknown as Queue<VisitMessage> };
    const { result } = await silent(() =>
      collect(visitOf(newId()), { origin }, { bindings: { ...bindings } }),
    );
    expect([result.status, result.body.code]).toEqual([503, 'queue_unavailable']);
    expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(result.headers.get('access-control-allow-origin')).toBe(origin);
    expect(result.text).not.toContain('disabled');
  });
});

describe('a visit against the rules', () => {
  const of = (code: string, ...values: unknown[]) => values.map((value): [unknown, string] => [value, code]);
  const label = (max: number): [unknown, string][] => [
    ['', 'too_short'],
    ['x'.repeat(max + 1), 'too_long'],
    ...of('invalid_format', 'a\u0000b', 'a\nb', '\ud800'),
    ...of('invalid_type', 0, true, {}, []),
  ];
  const whole = (most: number): [unknown, string][] => [
    [-1, 'too_short'],
    ...of('too_long', most + 1, 2 ** 53 - 1),
    ...of('invalid_type', 1.5, '1', true, null, []),
    [undefined, 'required'],
  ];
  const day = 86_400_000;
  const bad: Record<string, [unknown, string][]> = {
    analyticsSessionId: [
      ...of('invalid_format', '', 'x'.repeat(15), 'x'.repeat(65), `${'x'.repeat(16)} `, 'é'.repeat(16)),
      ...of('invalid_format', `${'x'.repeat(16)}\n`, '../../../../../..', `${'x'.repeat(16)}\u0000`),
      ...of('invalid_type', null, 1, [], {}),
      [undefined, 'required'],
    ],
    pageId: [...label(255), [null, 'invalid_type'], [undefined, 'required']],
    audienceId: label(255),
    elapsedMs: whole(day),
    activeMs: [...whole(day), [10_501, 'invalid_value']],
    engagedMs: [...whole(day), [10_401, 'invalid_value']],
    maxScrollDepthPercentage: [
      [-0.01, 'too_short'],
      [100.01, 'too_long'],
      ...of('invalid_type', '50', null, true, []),
      [undefined, 'required'],
    ],
    clicksCount: whole(100_000),
    questionsAskedCount: whole(100_000),
    hasConversion: [...of('invalid_type', 'true', 0, 1, null, []), [undefined, 'required']],
    formSubmit: of('invalid_type', null, 'x', 1, true, []),
    'formSubmit.formSubmissionId': [
      ...of('invalid_format', '', 'x'.repeat(65), 'a b', 'é'),
      ...of('invalid_type', null, 1),
      [undefined, 'required'],
    ],
    'formSubmit.email': [
      ...of('invalid_format', '', 'x', '@x.example', 'a@', 'a@b@c', 'a b@x.example', 'a\u200b@x.example'),
      [`${'x'.repeat(320)}@x.example`, 'too_long'],
      ...of('invalid_type', null, 1, []),
    ],
    'formSubmit.phone': [
      ...of('invalid_format', '', '123', '+0123', '+1', '+1234567890123456', '+1 555 123', 'tel:+1555'),
      ...of('invalid_type', null, 15551234567),
    ],
    'formSubmit.linkedin': [
      ['', 'too_short'],
      ...of('invalid_value', 'not a url', 'mailto:a@b.example', 'https://www.linkedin.com/', 'https://x y/'),
      [`https://www.linkedin.com/in/${'x'.repeat(2048)}`, 'too_long'],
      ...of('invalid_type', null, 1),
    ],
    'formSubmit.name': of('unknown_field', 'Grace', null),
    pageTitle: label(300),
    pageUrl: [
      ...of('invalid_value', 'x', '/a', '//x.example', 'javascript:alert(1)', 'ftp://x.example/'),
      ['', 'too_short'],
      [`https://x.example/${'x'.repeat(2031)}`, 'too_long'],
    ],
    ...Object.fromEntries(
      ['utmCampaign', 'utmContent', 'utmMedium', 'utmSource', 'utmTerm'].map((name) => [name, label(255)]),
    ),
    ...Object.fromEntries(
      ['audienceSessionId', 'personId', 'sessionStartedAt', 'receivedAt', 'workspace', 'isBounce'].map(
        (name) => [name, of('unknown_field', 'x', null)],
      ),
    ),
  };
  const withField = (field: string, value: unknown) => {
    const visit: Record<string, unknown> = { ...visitOf('x'.repeat(16)) };
    const [name = '', part] = field.split('.');
    if (part === undefined) return { ...visit, [name]: value };
    return { ...visit, [name]: { formSubmissionId: 'f', [part]: value } };
  };
  const named = ({ body }: { body: Problem }) =>
    body.errors?.map(({ in: part, path, code }) => `${part} ${path} ${code}`) ?? [];

  test.each(Object.entries(bad))('in %s is refused, and nothing is queued', async (field, values) => {
    const [rows, waiting] = [await contents(), held.sent.length];
    for (const [value, code] of values) {
      const reply = await collect(withField(field, value));
      const what = `${field}: ${JSON.stringify(value)?.slice(0, 100)}`;
      expect([reply.status, reply.body.code], what).toEqual([400, 'validation_failed']);
      expect(named(reply), what).toContain(`body ${field} ${code}`);
      expect(reply.cost.trips).toBe(0);
    }
    expect([held.sent.length, await contents()]).toEqual([waiting, rows]);
  });

  test('is named for every field at once', async () => {
    const fields = Object.keys(bad).filter((field) => !field.includes('.'));
    const reply = await collect(Object.fromEntries(fields.map((field) => [field, bad[field]?.[0]?.[0]])));
    for (const field of fields) expect(named(reply).join('\n')).toContain(`body ${field} `);
    const parts = Object.keys(bad).filter((field) => field.includes('.'));
    const formSubmit = Object.fromEntries(
      parts.map((field) => [field.split('.')[1] ?? '', bad[field]?.[0]?.[0]]),
    );
    const ofForm = await collect({ ...visitOf('x'.repeat(16)), formSubmit });
    for (const field of parts) expect(named(ofForm).join('\n')).toContain(`body ${field} `);
  });

  test('and on the good side of them is taken', async () => {
    const longest = { elapsedMs: day, activeMs: day, engagedMs: day };
    const good: Partial<Visit>[] = [
      { elapsedMs: 0, activeMs: 0, engagedMs: 0 },
      longest,
      { ...longest, clicksCount: 100_000, questionsAskedCount: 100_000, maxScrollDepthPercentage: 100 },
      { maxScrollDepthPercentage: 33.333333333333336 },
      { pageTitle: '\u{1f4a9}'.repeat(300), pageUrl: `https://x.example/${'x'.repeat(2030)}` },
      { utmSource: 'x'.repeat(255), utmTerm: "'; drop table audience_sessions; --" },
      { formSubmit: { formSubmissionId: 'x'.repeat(64) } },
    ];
    for (const fields of good) {
      const id = 'Az09_-'.padEnd(32, newId().replaceAll('-', '')) + newId().replaceAll('-', '');
      expect((await collect(visitOf(id, fields))).body).toEqual({ accepted: true });
      await merge(...held.sent.slice(-1));
      const { maxScrollDepthPercentage = 0, clicksCount = 0, engagedMs = 10_000 } = fields;
      expect(await session(id)).toMatchObject({
        maxScrollDepthPercentage: Math.round(maxScrollDepthPercentage * 100) / 100,
        totalClicksCount: clicksCount,
        timeSpentSeconds: engagedMs / 1000,
        utmTerm: fields.utmTerm ?? null,
        pageTitle: fields.pageTitle ?? null,
        pageUrl: fields.pageUrl ?? null,
      });
    }
  });

  // The consumer normalises nothing: a second time could change what the collector has taken.
  test.each([
    ['email', 'a@..'],
    ['linkedin', `https://www.linkedin.com/in/${'\u0130'.repeat(330)}/%`],
  ])('or else is merged: %s', async (field, value) => {
    const reply = await collect(withField(`formSubmit.${field}`, value));
    if (reply.status === 400) return;
    const { result } = await silent(() => held.deliver(held.sent.slice(-1)));
    expect(result).toEqual(['ack']);
  });
});

describe('the key of the collector', () => {
  test.each(['read', 'write', 'admin'] as const)('has the scope collect, not %s', async (scope) => {
    const waiting = held.sent.length;
    const { status, body } = await collect(visitOf(newId()), {}, { key: await mintKey([scope]) });
    expect([status, body.code, body.neededScope]).toEqual([403, 'insufficient_scope', 'collect']);
    expect(held.sent.length).toBe(waiting);
  });

  test('may do nothing else', async () => {
    for (const path of ['/v0/pages', '/v0/persons/search', `/v0/pages/${place.pageId}/audience_sessions`]) {
      const { status, body } = await send<Problem>('GET', path, undefined, { key });
      expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    }
  });
});

describe('CORS', () => {
  const preflight = (from: string, path = '/v0/visits') =>
    send('OPTIONS', path, undefined, {
      key: null,
      headers: {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-api-key',
      },
    });
  const allowed = (headers: Headers) =>
    [...headers.keys()].filter((name) => name.startsWith('access-control-allow')).sort();
  const foreign = [
    'https://site.example',
    'http://www.site.example',
    'https://www.site.example:444',
    'https://www.site.example.evil.example',
    'https://evil-www.site.example',
    'https://www.site.example/',
    'HTTPS://WWW.SITE.EXAMPLE',
    'https://site.example:8443 https://evil.example',
    'null',
    '*',
    'https://footfall.test',
  ];

  test.each([origin, 'https://site.example:8443'])('answers the preflight from %s', async (from) => {
    const { status, headers } = await preflight(from);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(from);
    expect(headers.get('access-control-allow-methods')).toBe('POST');
    expect(headers.get('access-control-allow-headers')?.toLowerCase().split(/,\s*/).sort()).toEqual([
      'content-type',
      'x-api-key',
    ]);
    expect(headers.get('access-control-max-age')).toBe('86400');
    expect(headers.get('vary')).toMatch(/\bOrigin\b/i);
    expect(headers.has('access-control-allow-credentials')).toBe(false);
  });

  test.each(foreign)('lets %s do nothing', async (from) => {
    const asked = await preflight(from);
    expect(asked.headers.get('access-control-allow-origin')).toBe(null);
    expect(asked.headers.get('vary')).toMatch(/\bOrigin\b/i);

    const waiting = held.sent.length;
    const { status, body, headers, cost } = await collect(visitOf(newId()), { origin: from });
    expect([status, body.code, held.sent.length]).toEqual([403, 'origin_not_allowed', waiting]);
    expect(allowed(headers)).toEqual([]);
    expect(headers.get('vary')).toMatch(/\bOrigin\b/i);
    expect(cost.trips).toBe(0);
  });

  test('lets an allowed origin read every answer', async () => {
    const { bindings } = { bindings: held.bindings() };
    const replies = [
      await collect(visitOf(newId()), { origin }),
      await collect({}, { origin }),
      await collect(visitOf(newId()), { origin, dnt: '1' }),
      await send('POST', '/v0/visits', {}, { key: null, headers: { origin }, bindings }),
      await send('POST', '/v0/visits', undefined, { key, headers: { origin }, rawBody: '{', bindings }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([202, 400, 202, 401, 400]);
    for (const { headers } of replies) {
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('vary')).toMatch(/\bOrigin\b/i);
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  test('is for no origin at all without VISIT_ORIGINS; servers still pass', async () => {
    const bindings = { ...held.bindings(), VISIT_ORIGINS: '' };
    const from = async (headers: Record<string, string>) =>
      (await collect(visitOf(newId()), headers, { bindings })).status;
    expect(await from({ origin })).toBe(403);
    expect(await from({})).toBe(202);
  });

  test('is for no other route', async () => {
    for (const path of ['/v0/pages', '/v0/person_logs', '/v0/visits/', '/health', '/openapi.json']) {
      const { status, headers } = await preflight(origin, path);
      expect(status, path).not.toBe(204);
      expect(allowed(headers), path).toEqual([]);
      expect(allowed((await send('GET', path, undefined, { headers: { origin } })).headers), path).toEqual(
        [],
      );
    }
  });
});

test('/visit.js is for every origin, and kept an hour', async () => {
  const { status, headers, text } = await send('GET', '/visit.js', undefined, { key: null });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^(?:text|application)\/javascript\b/);
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(headers.get('cache-control')).toContain('max-age=3600');
  expect(text.length).toBeGreaterThan(100);
});

describe('a session', () => {
  test('of one beacon tells all of it', async () => {
    const id = newId();
    await merge(
      messageOf(
        visitOf(id, {
          elapsedMs: 131_000,
          activeMs: 120_000,
          engagedMs: 94_250,
          maxScrollDepthPercentage: 87.5,
          clicksCount: 3,
          questionsAskedCount: 1,
          hasConversion: true,
          pageTitle: 'Pricing',
          pageUrl: 'https://www.site.example/pricing',
          utmSource: 's',
          utmMedium: 'm',
          utmCampaign: 'c',
          utmTerm: 't',
          utmContent: 'n',
        }),
      ),
    );
    expect(await session(id)).toEqual({
      analyticsSessionId: id,
      audienceSessionId: `audience_session_${id}`,
      ...place,
      pageTitle: 'Pricing',
      pageUrl: 'https://www.site.example/pricing',
      computationStatus: 'pending',
      formSubmissionId: null,
      formSubmissionEmail: null,
      formSubmissionPhone: null,
      formSubmissionIdentifier: null,
      formSubmissionIdentifierType: null,
      hasConversion: true,
      hasFormSubmit: false,
      isBounce: false,
      maxScrollDepthPercentage: 87.5,
      questionsAskedCount: 1,
      totalClicksCount: 3,
      timeSpentSeconds: 94.25,
      sessionStartedAt: new Date(now - 131_000).toISOString(),
      sessionEndedAt: null,
      utmCampaign: 'c',
      utmContent: 'n',
      utmMedium: 'm',
      utmSource: 's',
      utmTerm: 't',
      personId: null,
      computationError: null,
    });
    expect(await session(`audience_session_${id}`)).toEqual(await session(id));
  });

  /** Beacons of one visit, the last of which tells everything. */
  const beacons = (id: string): VisitMessage[] => {
    const once = { pageTitle: 'T', utmSource: 's' };
    return [
      messageOf(visitOf(id, { ...once, elapsedMs: 0, activeMs: 0, engagedMs: 0 }), now),
      messageOf(
        visitOf(id, {
          ...once,
          ...{ elapsedMs: 9000, activeMs: 8000, engagedMs: 7000, maxScrollDepthPercentage: 40 },
          clicksCount: 1,
        }),
        now + 9700, // 700 ms under way
      ),
      messageOf(
        visitOf(id, {
          ...once,
          ...{ elapsedMs: 20_000, activeMs: 19_000, engagedMs: 12_000, maxScrollDepthPercentage: 66.67 },
          ...{ clicksCount: 2, questionsAskedCount: 1, hasConversion: true },
          formSubmit: { formSubmissionId: 'form-1' },
        }),
        now + 20_050,
      ),
    ];
  };
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2],
    [2, 0],
    [2, 2, 0, 1, 0, 2],
    [0, 0, 1, 1, 1, 2, 0],
  ];

  test.each(orders.map((order) => [order]))('comes to the same from beacons %j', async (order) => {
    for (const inOneBatch of [true, false]) {
      const id = newId();
      const of = beacons(id);
      const messages = order.flatMap((index) => of[index] ?? []);
      if (inOneBatch) await merge(...messages);
      else for (const message of messages) await merge(message);
      expect(await session(id)).toMatchObject({
        ...{ pageTitle: 'T', utmSource: 's', computationStatus: 'pending' },
        ...{ maxScrollDepthPercentage: 66.67, timeSpentSeconds: 12, totalClicksCount: 2 },
        ...{ questionsAskedCount: 1, hasConversion: true, hasFormSubmit: true },
        formSubmissionId: 'form-1',
        sessionStartedAt: new Date(now).toISOString(),
      });
    }
  });

  test('began as long ago as the least delayed beacon says', async () => {
    const id = newId();
    await merge(messageOf(visitOf(id, { elapsedMs: 20_000 }), now + 60_000));
    expect((await session(id)).sessionStartedAt).toBe(new Date(now + 40_000).toISOString());
    await merge(messageOf(visitOf(id, { elapsedMs: 30_000 }), now + 31_000));
    await merge(messageOf(visitOf(id, { elapsedMs: 40_000 }), now + 99_000));
    expect((await session(id)).sessionStartedAt).toBe(new Date(now + 1000).toISOString());
  });

  test('of no audience has no audienceSessionId', async () => {
    for (const audienceId of [undefined, null]) {
      const id = newId();
      const { audienceId: _, ...visit } = visitOf(id);
      await merge(messageOf(audienceId === null ? { ...visit, audienceId } : visit));
      expect(await session(id)).toMatchObject({ audienceId: null, audienceSessionId: null });
      expect((await read(`audience_session_${id}`)).status).toBe(404);
    }
  });

  test('of an unknown page is dropped', async () => {
    const before = await contents();
    await merge(messageOf(visitOf(newId(), { pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xx' })));
    expect(await contents()).toEqual(before);
  });

  test.each([
    ['unknown', async () => 'audience_01kafz8q6tf7n9t3cwh2k5v4xx'],
    ['of another page', async () => (await newPlace()).audienceId],
  ])('of an audience that is %s is of the page alone, and fails', async (_what, audience) => {
    const [id, audienceId, of] = [newId(), await audience(), await newPlace()];
    await merge(messageOf(visitOf(id, { ...of, audienceId, engagedMs: 0 }), now - 40 * minute));
    const pending = await session(id, of);
    expect(pending).toMatchObject({
      audienceId: null,
      audienceSessionId: null,
      computationStatus: 'pending',
      computationError: expect.stringContaining(audienceId),
    });
    await held.cron();
    const failed = await session(id, of);
    expect(failed).toEqual({
      ...pending,
      computationStatus: 'failed',
      sessionEndedAt: new Date(now - 40 * minute - 10_500 + 10_400).toISOString(),
    });
    expect(failed.isBounce).toBe(false);
    const items = await analytics(of);
    expect(items.find((item) => item.audienceId === undefined)).toMatchObject({
      ...{ totalSessions: 1, bounceEligibleSessions: 0, bounceCount: 0, bounceRate: 0 },
    });
  });

  test('of another page keeps its id: what a beacon tells of it there is ignored', async () => {
    const [id, elsewhere] = [newId(), await newPlace()];
    await merge(messageOf(visitOf(id)));
    const [before, known] = [await contents(), await session(id)];
    const formSubmit = { formSubmissionId: 'f', email: 'thief@x.example' };
    await merge(messageOf(visitOf(id, { ...elsewhere, clicksCount: 9, formSubmit }), now + 1000));
    expect(await contents()).toEqual(before);
    expect(await session(id)).toEqual(known);
    expect((await read(id, elsewhere)).body.code).toBe('audience_session_not_found');
  });

  test('is a session for each id, in one batch of many', async () => {
    const of = await newPlace();
    const ids = Array.from({ length: 50 }, newId);
    await merge(...ids.map((id, n) => messageOf(visitOf(id, { ...of, clicksCount: n }), now + n)));
    const { totalCount, items } = await sessions(of);
    expect(totalCount).toBe(50);
    expect(items.map((item) => item.totalClicksCount)).toEqual(ids.map((_, n) => 49 - n));
  });

  test('is read and listed in its own workspace only', async () => {
    const acme = await newPlace('acme');
    const [here, there] = [newId(), newId()];
    await merge(messageOf(visitOf(here)), messageOf(visitOf(there, acme), now, 'acme'));
    expect((await session(here)).analyticsSessionId).toBe(here);
    expect((await read(there, acme, { workspace: 'acme' })).status).toBe(200);
    expect((await read(there, acme)).body.code).toBe('page_not_found');
    expect((await read(here, acme, { workspace: 'acme' })).body.code).toBe('audience_session_not_found');
  });
});

describe('a batch', () => {
  const poison = [
    null,
    'visit',
    {},
    { workspace: 'main', receivedAt: now },
    { ...messageOf(visitOf('x')), receivedAt: 'now' },
    { ...messageOf(visitOf('x')), visit: { ...visitOf('x'), engagedMs: null } },
  ];
  test.each(poison.map((body) => [body]))(
    'with a message that is none, %j, merges the others',
    async (bad) => {
      const [first, last] = [newId(), newId()];
      const { result, logged } = await silent(() =>
        held.deliver([messageOf(visitOf(first)), bad, messageOf(visitOf(last))]),
      );
      expect(result).toEqual(['ack', 'retry', 'ack']);
      expect(logged.join()).toContain('The message is no visit.');
      await session(first);
      await session(last);
    },
  );

  test('with a message of a workspace that there is not merges the others', async () => {
    const id = newId();
    const messages = [messageOf(visitOf(newId()), now, 'nowhere'), messageOf(visitOf(id))];
    const { result } = await silent(() => held.deliver(messages));
    expect(result).toEqual(['retry', 'ack']);
    await session(id);
  });

  test('that D1 fails as a whole is merged a visit at a time', async () => {
    const ids = [newId(), newId(), newId()];
    const DB = faultyDatabase({ message: 'D1_ERROR: parser stack', moment: 'before', size: 1 });
    const { result } = await silent(() =>
      held.deliver(
        ids.map((id) => messageOf(visitOf(id))),
        { DB },
      ),
    );
    expect(result).toEqual(['ack', 'ack', 'ack']);
    for (const id of ids) await session(id);
  });

  test('is delivered again when D1 does not answer, and asked for once only', async () => {
    const ids = [newId(), newId()];
    const DB = faultyDatabase({ message: 'D1_ERROR: D1 DB is overloaded.', moment: 'before', size: 1 });
    const { result } = await silent(() =>
      held.deliver(
        ids.map((id) => messageOf(visitOf(id))),
        { DB },
      ),
    );
    expect(result).toEqual(['retry', 'retry']);
    for (const id of ids) expect((await read(id)).status).toBe(404);
  });

  test('whose answer is lost after the commit is merged once', async () => {
    const [id, of] = [newId(), await newPlace()];
    const DB = faultyDatabase({ message: lost, moment: 'after', size: 1 });
    expect(await held.deliver([messageOf(visitOf(id, { ...of, clicksCount: 2 }))], { DB })).toEqual(['ack']);
    expect((await analytics(of))[0]).toMatchObject({ totalSessions: 1, avgInteractionsPerSession: 2 });
  });
});

describe('a form', () => {
  interface Log {
    person_id: string;
    source: string;
    type: string;
    payload: string;
  }
  const logs = async (id: string) => {
    const select =
      "select person_id, source, type, payload from person_logs where payload ->> 'analyticsSessionId' = ?";
    return (await env.DB.prepare(select).bind(id).all<Log>()).results;
  };
  const person = async (id: string | null) => (await send<Person & Problem>('GET', `/v0/persons/${id}`)).body;
  const form = (id: string, fields: object, formSubmissionId = 'form-1') =>
    messageOf(visitOf(id, { formSubmit: { formSubmissionId, ...fields } }));
  const company = () => `c${newId().slice(0, 8)}.example`;

  test('with an identifier is a log of a new person, of its account and its session', async () => {
    const [id, domain] = [newId(), company()];
    await merge(form(id, { email: `grace@${domain}`, phone: '+15557654321' }));
    const { personId, ...known } = await session(id);
    expect(known).toMatchObject({
      hasFormSubmit: true,
      formSubmissionId: 'form-1',
      formSubmissionEmail: `grace@${domain}`,
      formSubmissionPhone: '+15557654321',
      formSubmissionIdentifier: `grace@${domain}`,
      formSubmissionIdentifierType: 'email',
    });
    const [log, ...others] = await logs(id);
    expect(others).toEqual([]);
    expect(log).toMatchObject({ person_id: personId, source: 'website', type: 'form-submitted' });
    expect(JSON.parse(log?.payload ?? '')).toEqual({
      ...{ analyticsSessionId: id, formSubmissionId: 'form-1' },
      ...place,
    });
    expect(await person(personId)).toMatchObject({
      ...{ name: 'grace', email: `grace@${domain}`, phoneNumber: '+15557654321' },
    });
    const account = env.DB.prepare('select linked_persons_count as n from accounts where domain = ?');
    expect(await account.bind(domain).first('n')).toBe(1);
  });

  test.each([
    ['email', { email: 'EMAIL' }, 'email', 'EMAIL'],
    ['tel', { phone: '+15550001111' }, 'tel', '+15550001111'],
    [
      'linkedin',
      { linkedin: 'https://de.linkedin.com/in/Grace-Visits/?x=1' },
      'linkedin',
      'https://www.linkedin.com/in/grace-visits',
    ],
    ['tel before linkedin', { phone: '+15550001112', linkedin: 'in/other-visits' }, 'tel', '+15550001112'],
  ])('is identified by its %s', async (_what, fields, type, identifier) => {
    const [id, email] = [newId(), `ada@${company()}`];
    const given = JSON.parse(JSON.stringify(fields).replace('EMAIL', email));
    await collect(visitOf(id, { formSubmit: { formSubmissionId: 'f', ...given } }));
    await merge(...held.sent.slice(-1));
    const known = await session(id);
    expect([known.formSubmissionIdentifierType, known.formSubmissionIdentifier]).toEqual([
      type,
      identifier.replace('EMAIL', email),
    ]);
    expect((await person(known.personId)).personId).toBe(known.personId);
    expect(await logs(id)).toHaveLength(1);
  });

  test('of a person that is known is that person’s', async () => {
    const email = `known@${company()}`;
    const { body } = await send<Person>('POST', '/v0/persons', { name: 'Known', email });
    const [id, again] = [newId(), newId()];
    await merge(form(id, { email, phone: '+15550002222' }), form(again, { email }));
    expect((await session(id)).personId).toBe(body.personId);
    expect((await session(again)).personId).toBe(body.personId);
    expect(await person(body.personId)).toMatchObject({ name: 'Known', phoneNumber: '+15550002222' });
  });

  test('without an identifier is no log', async () => {
    const id = newId();
    const persons = env.DB.prepare("select value as n from counters where name = 'persons'");
    const before = await persons.first('n');
    await merge(form(id, {}));
    expect(await session(id)).toMatchObject({ hasFormSubmit: true, formSubmissionId: 'form-1' });
    expect([await logs(id), await persons.first('n'), (await session(id)).personId]).toEqual([
      [],
      before,
      null,
    ]);
  });

  test.each([[[0, 1]], [[1, 0]], [[0, 1, 0]], [[1, 0, 1]]])(
    'with an identifier wins over one without: %j',
    async (order) => {
      for (const inOneBatch of [true, false]) {
        const [id, email] = [newId(), `win@${company()}`];
        const of = [form(id, {}, 'form-a'), form(id, { email }, 'form-b')];
        const messages = order.flatMap((index) => of[index] ?? []);
        if (inOneBatch) await merge(...messages);
        else for (const message of messages) await merge(message);
        const known = await session(id);
        expect(known).toMatchObject({ formSubmissionId: 'form-b', formSubmissionEmail: email });
        expect((await person(known.personId)).email).toBe(email);
        expect((await logs(id)).map(({ payload }) => JSON.parse(payload).formSubmissionId)).toEqual([
          'form-b',
        ]);
      }
    },
  );

  test.each([
    [
      'twice in a batch',
      async (message: VisitMessage) => {
        await merge(message, message);
      },
    ],
    [
      'in two batches',
      async (message: VisitMessage) => {
        await merge(message);
        await merge(message);
      },
    ],
    [
      '50 times at once',
      async (message: VisitMessage) => {
        await Promise.all(Array.from({ length: 50 }, () => merge(message)));
      },
    ],
    [
      'again after a lost answer',
      async (message: VisitMessage) => {
        const DB = faultyDatabase({ message: lost, moment: 'after', size: 1 });
        expect(await held.deliver([message], { DB })).toEqual(['ack']);
      },
    ],
    [
      'again after three lost answers',
      async (message: VisitMessage) => {
        const DB = faultyDatabase({ message: lost, moment: 'after', size: 1, times: 3 });
        const { result } = await silent(() => held.deliver([message], { DB }));
        expect(result).toEqual(['retry']);
        await merge(message);
      },
    ],
  ])('that is delivered %s is one log', async (_what, deliver) => {
    const [id, of] = [newId(), await newPlace()];
    const email = `once@${company()}`;
    await deliver(messageOf(visitOf(id, { ...of, formSubmit: { formSubmissionId: 'f', email } })));
    expect(await logs(id)).toHaveLength(1);
    const known = await session(id, of);
    expect(known.personId).toBe((await logs(id))[0]?.person_id);
    const persons = env.DB.prepare('select count(*) as n from persons where email = ?').bind(email);
    expect(await persons.first('n')).toBe(1);
    expect((await analytics(of))[0]).toMatchObject({ totalSessions: 1, formSubmitCount: 1 });
  });

  test('of 50 visitors in one batch are 50 logs', async () => {
    const [of, domain] = [await newPlace(), company()];
    const ids = Array.from({ length: 50 }, newId);
    const formOf = (n: number) => ({
      ...{
        formSubmissionId: `f${n}`,
        email: `n${n}@${domain}`,
        linkedin: `in/visitor-${n}-${domain.slice(0, 9)}`,
      },
      phone: `+1777${String(n).padStart(7, '0')}`,
    });
    await merge(...ids.map((id, n) => messageOf(visitOf(id, { ...of, formSubmit: formOf(n) }))));
    const { items } = await sessions(of, 'limit=100');
    expect(new Set(items.map(({ personId }) => personId)).size).toBe(50);
    for (const [n, id] of ids.entries()) {
      const known = items.find(({ analyticsSessionId }) => analyticsSessionId === id);
      expect(known?.formSubmissionEmail).toBe(`n${n}@${domain}`);
      expect((await logs(id)).map(({ person_id }) => person_id)).toEqual([known?.personId]);
    }
  });

  test('of a page that is not there is no log', async () => {
    const id = newId();
    const formSubmit = { formSubmissionId: 'f', email: `nobody@${company()}` };
    const before = await contents();
    await merge(messageOf(visitOf(id, { pageId: 'page_none', formSubmit })));
    expect(await contents()).toEqual(before);
  });

  test('goes with its person; late beacons bring nothing back', async () => {
    const [id, of, email] = [newId(), await newPlace(), `gone@${company()}`];
    const formSubmit = { formSubmissionId: 'f', email, phone: '+15550003333' };
    const told = (fields: Partial<Visit> = {}) => messageOf(visitOf(id, { ...of, formSubmit, ...fields }));
    await merge(told());
    const { personId } = await session(id, of);
    const [before] = await analytics(of);
    expect((await send('DELETE', `/v0/persons/${personId}`)).status).toBe(200);
    const cleared = {
      ...{ formSubmissionEmail: null, formSubmissionPhone: null, formSubmissionIdentifier: null },
      ...{ formSubmissionIdentifierType: null, personId: null, hasFormSubmit: true },
    };
    expect(await session(id, of)).toMatchObject(cleared);
    expect((await analytics(of))[0]).toEqual(before);

    await merge(told(), told({ clicksCount: 4 }));
    await held.cron();
    await merge(told({ clicksCount: 5 }));
    expect(await session(id, of)).toMatchObject({ ...cleared, totalClicksCount: 5 });
    expect(await logs(id)).toEqual([]);
    expect(await env.DB.prepare('select 1 from persons where email = ?').bind(email).first()).toBe(null);
    expect(JSON.stringify((await contents()) as object)).not.toContain(email);
  });
});

describe('closing', () => {
  /** Lets the time pass: the session's clocks are set back. */
  const age = (id: string, milliseconds: number) =>
    env.DB.prepare(
      `update audience_sessions set session_started_at = session_started_at - ?2, close_at = close_at - ?2
      where analytics_session_id = ?1`,
    )
      .bind(id, milliseconds)
      .run();

  test('is done by the cron 30 minutes after the last activity, not before', async () => {
    const [id, of] = [newId(), await newPlace()];
    const received = Date.now();
    await merge(messageOf(visitOf(id, of), received));
    await held.cron();
    expect((await session(id, of)).computationStatus).toBe('pending');
    await age(id, 29 * minute);
    await held.cron();
    expect((await session(id, of)).computationStatus).toBe('pending');
    await age(id, minute);
    await held.cron();
    const closed = await session(id, of);
    expect(closed).toMatchObject({ computationStatus: 'completed', isBounce: false, computationError: null });
    expect(closed.sessionEndedAt).toBe(new Date(received - 30 * minute - 100).toISOString());
    await held.cron();
    expect(await session(id, of)).toEqual(closed);
  });

  test('waits for one that was active since', async () => {
    const [id, of] = [newId(), await newPlace()];
    const start = Date.now() - 35 * minute;
    await merge(messageOf(visitOf(id, { ...of, elapsedMs: 0, activeMs: 0, engagedMs: 0 }), start));
    const active = { ...of, elapsedMs: 20 * minute, activeMs: 20 * minute, engagedMs: 2000, clicksCount: 1 };
    await merge(messageOf(visitOf(id, active), start + 20 * minute));
    await held.cron();
    expect((await session(id, of)).computationStatus).toBe('pending');
    expect((await analytics(of))[0]).toMatchObject({ totalSessions: 1, bounceEligibleSessions: 0 });
    await age(id, 16 * minute);
    await held.cron();
    expect((await session(id, of)).computationStatus).toBe('completed');
    expect((await analytics(of))[0]).toMatchObject({ totalSessions: 1, bounceEligibleSessions: 1 });
  });

  test.each<[string, Partial<Visit>, boolean]>([
    ['nothing at all', { engagedMs: 0 }, true],
    ['9,999 ms', { engagedMs: 9999 }, true],
    ['10,000 ms', { engagedMs: 10_000 }, false],
    ['a click', { engagedMs: 0, clicksCount: 1 }, false],
    ['a question', { engagedMs: 0, questionsAskedCount: 1 }, false],
    ['a conversion', { engagedMs: 0, hasConversion: true }, false],
    ['a form', { engagedMs: 0, formSubmit: { formSubmissionId: 'f' } }, false],
    ['all of the page seen', { engagedMs: 0, maxScrollDepthPercentage: 100 }, true],
  ])('a bounce: %s', async (_what, fields, isBounce) => {
    const [id, of] = [newId(), await newPlace()];
    await merge(messageOf(visitOf(id, { ...of, ...fields }), now - 40 * minute));
    expect((await session(id, of)).isBounce).toBe(false);
    await held.cron();
    expect((await session(id, of)).isBounce).toBe(isBounce);
    const [item] = await analytics(of);
    expect(item).toMatchObject({ bounceEligibleSessions: 1, bounceCount: isBounce ? 1 : 0 });
  });

  test('a late beacon corrects the session, its bounce and the analytics', async () => {
    const [id, of] = [newId(), await newPlace()];
    const received = now - 40 * minute;
    await merge(messageOf(visitOf(id, { ...of, engagedMs: 100 }), received));
    await held.cron();
    expect((await analytics(of))[0]).toMatchObject({ bounceCount: 1, bounceRate: 1, ctaSessions: 0 });

    const told = { elapsedMs: 60_000, activeMs: 50_000, engagedMs: 20_000, clicksCount: 2 };
    await merge(messageOf(visitOf(id, { ...of, ...told }), received + 60_000));
    expect(await session(id, of)).toMatchObject({
      ...{ computationStatus: 'completed', isBounce: false, timeSpentSeconds: 20 },
      sessionEndedAt: new Date(received + 50_000 - 10_500).toISOString(),
    });
    expect((await analytics(of))[0]).toMatchObject({
      ...{ totalSessions: 1, bounceEligibleSessions: 1, bounceCount: 0, bounceRate: 0 },
      ...{ ctaSessions: 1, avgInteractionsPerSession: 2, avgTimeSpentSeconds: 20 },
    });
  });

  test('a late beacon that moves the beginning to another hour moves the analytics', async () => {
    const [id, of] = [newId(), await newPlace()];
    const hour = Math.floor(now / 3_600_000) * 3_600_000 - 3_600_000;
    await merge(messageOf(visitOf(id, { ...of, elapsedMs: 20_000, engagedMs: 0 }), hour + 20_000));
    await held.cron();
    await merge(messageOf(visitOf(id, { ...of, elapsedMs: 20_001, engagedMs: 0 }), hour + 20_000));
    const [before, after] = [
      `endDate=${new Date(hour).toISOString()}`,
      `startDate=${new Date(hour).toISOString()}`,
    ];
    expect([
      (await sessions(of, before)).totalCount,
      (await analytics(of, before))[0]?.totalSessions,
    ]).toEqual([1, 1]);
    expect([(await sessions(of, after)).totalCount, (await analytics(of, after))[0]?.totalSessions]).toEqual([
      0, 0,
    ]);
  });

  test('goes on after the failure of a workspace, and leaves what it cannot close', async () => {
    const [id, of] = [newId(), await newPlace('acme')];
    await merge(messageOf(visitOf(id, of), now - 40 * minute, 'acme'));
    const DB = faultyDatabase({ message: 'D1_ERROR: boom', moment: 'before', size: 1, times: 9 });
    await silent(() => held.cron({ DB }));
    const options = { workspace: 'acme' } as const;
    expect((await read(id, of, options)).body.computationStatus).toBe('completed');
  });

  test('and removing take many chunks in one run', async () => {
    const of = await newPlace();
    const old = now - 40 * day;
    await mergeVisits(
      openTestDatabase(),
      Array.from({ length: 1201 }, (_, n) => messageOf(visitOf(newId(), of), old + n * 1000)),
      0,
    );
    await held.cron();
    const [item] = await analytics(of);
    expect(item).toMatchObject({ totalSessions: 1201, bounceEligibleSessions: 1201 });
    await held.cron({ SESSION_RETENTION_DAYS: '39' });
    expect(await analytics(of)).toEqual([item]);
    expect((await sessions(of)).totalCount).toBe(0);
  });
});

describe('retention', () => {
  const retention = { SESSION_RETENTION_DAYS: '30' };
  /** The beginning of an hour 31 days ago. */
  const old = Math.floor((now - 31 * day) / 3_600_000) * 3_600_000;

  test('removes sessions from lists and counts, and changes no analytics', async () => {
    const of = await newPlace();
    const starts = [old, old + 1, old + 30 * minute, old - 3 * day, now - 29 * day, now - minute];
    const ids = starts.map(newId);
    await merge(
      ...starts.map((start, n) =>
        messageOf(
          visitOf(ids[n] ?? '', {
            ...of,
            ...(n === 2 ? { audienceId: null } : {}),
            engagedMs: 1000 * n,
            clicksCount: n % 2,
            maxScrollDepthPercentage: 10 * n,
          }),
          start + 10_500,
        ),
      ),
    );
    await held.cron();
    const instants = [old - 4 * day, old - 1, old, old + 1, old + 2, old + 30 * minute, now - 29 * day, now];
    const ranges = [
      '',
      ...instants.flatMap((start, n) =>
        instants
          .slice(n + 1)
          .map(
            (end) => `startDate=${new Date(start).toISOString()}&endDate=${new Date(end + 1).toISOString()}`,
          ),
      ),
    ];
    const read = async () => {
      const answers = [];
      for (const range of ranges) answers.push(await analytics(of, range));
      return answers;
    };
    const before = await read();
    expect((await sessions(of)).totalCount).toBe(6);
    await held.cron(retention);
    expect(await read()).toEqual(before);
    const left = await sessions(of);
    expect(left.totalCount).toBe(2);
    expect(left.items.map(({ analyticsSessionId }) => analyticsSessionId)).toEqual([ids[5], ids[4]]);
    const ofAudience = await sessions(of, `audienceId=${of.audienceId}`);
    expect(ofAudience.totalCount).toBe(2);
    for (const id of ids.slice(0, 4))
      expect((await send('GET', `/v0/pages/${of.pageId}/audience_sessions/${id}`)).status).toBe(404);

    // A beacon of one that is removed does not bring it back.
    await held.deliver(
      [messageOf(visitOf(ids[0] ?? '', { ...of, clicksCount: 9 }), old + 10_500)],
      retention,
    );
    expect((await sessions(of)).totalCount).toBe(2);
    expect(await read()).toEqual(before);
  });

  test('keeps what is pending, and everything when it is not configured', async () => {
    const [id, of] = [newId(), await newPlace()];
    await merge(messageOf(visitOf(id, of), old));
    for (const days of ['', ' ', 'forever']) await held.cron({ SESSION_RETENTION_DAYS: days });
    expect((await session(id, of)).computationStatus).toBe('completed');
    await env.DB.prepare(
      "update audience_sessions set computation_status = 'pending', close_at = ? where analytics_session_id = ?",
    )
      .bind(Date.now() + day, id)
      .run();
    await held.cron(retention);
    expect((await session(id, of)).computationStatus).toBe('pending');
  });
});

test('through the real queue and the real consumer: a visit is a session', async () => {
  const id = newId();
  const headers = { 'user-agent': firefox, origin };
  const told = await send('POST', '/v0/visits', visitOf(id, { clicksCount: 1 }), { key, headers });
  expect(told.body).toEqual({ accepted: true });
  await vi.waitFor(async () => expect((await read(id)).body.totalClicksCount).toBe(1), {
    timeout: 10_000,
    interval: 200,
  });
}, 15_000);
