import type { AudienceAnalytics } from '../../../src/analytics/schemas.ts';
import type { List } from '../../../src/lib/cursor.ts';
import { each } from '../../../src/lib/each.ts';
import { mergeVisits } from '../../../src/visits/beacons/store/merge.ts';
import type { AudienceSession } from '../../../src/visits/sessions/schemas.ts';
import { figureNames } from '../../../src/vocabulary/measures.ts';
import { newAudienceId } from '../support/audiences.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { newPageId } from '../support/pages.ts';
import { etagOf, outcome } from '../support/replies.ts';
import { importSessions } from '../support/sessions.ts';
import { after, hour } from '../support/times.ts';
import { newId } from '../support/visits.ts';

const analytics = async (pageId: string, query = '') => {
  const path = `/v0/pages/${pageId}/analytics/audiences?${query}`;
  const { status, text, body } = await send<{ items: AudienceAnalytics[] }>('GET', path);
  expect(status, text).toBe(200);
  return body.items;
};
const total = async (pageId: string, query = '') => {
  const { body } = await send<List<AudienceSession>>('GET', `/v0/pages/${pageId}/audience_sessions?${query}`);
  return body.totalCount;
};

/** The fields of a session that differ from those of a session without actions. */
interface Made {
  audienceId?: string | undefined;
  start?: number;
  clicks?: number;
  questions?: number;
  depth?: number | null;
  seconds?: number | null;
  conversion?: boolean;
  form?: boolean;
  status?: 'completed' | 'failed';
}
const noon = Date.UTC(2026, 2, 14, 12);
async function importAll(pageId: string, sessions: Made[]) {
  const body = sessions.map(({ start = noon, ...made }) => ({
    analyticsSessionId: newId(),
    audienceId: made.audienceId ?? null,
    computationStatus: made.status ?? 'completed',
    hasConversion: made.conversion ?? false,
    hasFormSubmit: made.form ?? false,
    maxScrollDepthPercentage: made.depth ?? null,
    questionsAskedCount: made.questions ?? 0,
    totalClicksCount: made.clicks ?? 0,
    timeSpentSeconds: made.seconds ?? null,
    sessionStartedAt: new Date(start).toISOString(),
    sessionEndedAt: new Date(start + hour).toISOString(),
  }));
  const reply = await importSessions(pageId, body);
  expect(reply.status, reply.text).toBe(200);
}

const zeros = each(figureNames, () => 0);

describe('the sums of sessions', () => {
  const cases: [string, Made[], Partial<typeof zeros>][] = [
    [
      'one of which nothing is known cannot be told from a bounce, and is not eligible',
      [{}, { depth: 40 }],
      { totalSessions: 2, avgScrollDepthPercentage: 40 },
    ],
    [
      'one without a time is eligible once something was done',
      [{ clicks: 1 }, { questions: 1 }, { form: true }, { conversion: true }, {}],
      {
        totalSessions: 5,
        bounceEligibleSessions: 4,
        avgInteractionsPerSession: 2 / 5,
        ctaSessions: 1,
        conversionCount: 1,
        conversionRate: 1 / 5,
        formSubmitCount: 1,
        formSubmitRate: 1 / 5,
      },
    ],
    [
      'one of no time at all is a bounce',
      [{ seconds: 0 }],
      { totalSessions: 1, bounceEligibleSessions: 1, bounceCount: 1, bounceRate: 1 },
    ],
    [
      'a depth and a time that are not known are in no average',
      [
        { depth: 0, seconds: 0 },
        { depth: 50, seconds: 20 },
        { depth: null, seconds: null },
      ],
      {
        totalSessions: 3,
        bounceEligibleSessions: 2,
        bounceCount: 1,
        bounceRate: 1 / 2,
        avgScrollDepthPercentage: 25,
        avgTimeSpentSeconds: 10,
      },
    ],
    [
      'a failed one is a session, but none that may bounce',
      [{ status: 'failed', seconds: 0 }, { status: 'failed', conversion: true }, { seconds: 0 }],
      {
        totalSessions: 3,
        bounceEligibleSessions: 1,
        bounceCount: 1,
        bounceRate: 1,
        conversionCount: 1,
        conversionRate: 1 / 3,
      },
    ],
    [
      'only failed ones have no rate of bounces',
      [{ status: 'failed' }],
      { totalSessions: 1, bounceRate: 0, bounceEligibleSessions: 0 },
    ],
    [
      'interactions are clicks and questions; sessions with a click are counted once',
      [{ clicks: 3 }, { questions: 2 }, { clicks: 1, questions: 1 }, { seconds: 9.999 }],
      {
        totalSessions: 4,
        avgInteractionsPerSession: 7 / 4,
        ctaSessions: 2,
        bounceEligibleSessions: 4,
        bounceCount: 1,
        bounceRate: 1 / 4,
        avgTimeSpentSeconds: 9.999,
      },
    ],
    [
      'ten seconds, a conversion and a form are no bounces',
      [{ seconds: 10 }, { conversion: true }, { form: true }, { form: true, conversion: true }],
      {
        totalSessions: 4,
        bounceEligibleSessions: 4,
        avgTimeSpentSeconds: 10,
        conversionCount: 2,
        conversionRate: 1 / 2,
        formSubmitCount: 2,
        formSubmitRate: 1 / 2,
      },
    ],
    [
      'averages are exact to a hundredth of a percent and a millisecond',
      [
        { depth: 33.33, seconds: 0.001 },
        { depth: 33.34, seconds: 0.002 },
        { depth: 100, seconds: 3599.999 },
      ],
      {
        totalSessions: 3,
        bounceEligibleSessions: 3,
        bounceCount: 2,
        bounceRate: 2 / 3,
        avgScrollDepthPercentage: 16_667 / 300,
        avgTimeSpentSeconds: 3_600_002 / 3000,
      },
    ],
  ];

  test.each(cases)('%s', async (_what, sessions, sums) => {
    const pageId = await newPageId();
    const audienceId = await newAudienceId(pageId);
    await importAll(pageId, [
      ...sessions,
      ...sessions.map((session) => ({ ...session, audienceId, start: noon + 30 * 24 * hour })),
    ]);
    const expected = { ...zeros, ...sums };
    expect(await analytics(pageId)).toEqual([{ audienceId, ...expected }, expected]);
  });

  test('without sessions are zeros, with an item for each audience', async () => {
    const pageId = await newPageId();
    expect(await analytics(pageId)).toEqual([]);
    const audienceId = await newAudienceId(pageId);
    expect(await analytics(pageId)).toEqual([{ audienceId, ...zeros }]);
    await importAll(pageId, [{ audienceId }]);
    expect(await analytics(pageId, 'endDate=2026-03-14T12:00:00Z')).toEqual([{ audienceId, ...zeros }]);
  });

  test('count pending sessions, which are not bounces yet', async () => {
    const pageId = await newPageId();
    const db = openTestDatabase();
    const visit = {
      analyticsSessionId: newId(),
      pageId,
      elapsedMs: 0,
      activeMs: 0,
      engagedMs: 0,
      maxScrollDepthPercentage: 10,
      clicksCount: 0,
      questionsAskedCount: 0,
      hasConversion: false,
    };
    await mergeVisits(db, [{ workspace: 'main', receivedAt: Date.now(), visit }]);
    const pending = { ...zeros, totalSessions: 1, avgScrollDepthPercentage: 10 };
    expect(await analytics(pageId)).toEqual([pending]);
    const closed = { bounceEligibleSessions: 1, bounceCount: 1, bounceRate: 1 };
    expect(await after(hour, () => analytics(pageId))).toEqual([{ ...pending, ...closed }]);
  });
});

describe('the items', () => {
  test('begin with the newest audience; archived ones count with visits without an audience, until restored', async () => {
    const pageId = await newPageId();
    const first = await newAudienceId(pageId);
    const second = await newAudienceId(pageId);
    const third = await newAudienceId(pageId);
    const of = (audienceId: string | undefined, n: number): Made[] =>
      Array.from({ length: n }, () => ({ audienceId, clicks: 1, depth: 10 * n }));
    await importAll(pageId, [...of(first, 1), ...of(second, 2), ...of(undefined, 4)]);
    const counts = async () =>
      (await analytics(pageId)).map(({ audienceId, totalSessions }) => [audienceId, totalSessions]);
    const all = [
      [third, 0],
      [second, 2],
      [first, 1],
      [undefined, 4],
    ];
    expect(await counts()).toEqual(all);

    const path = `/v0/pages/${pageId}/audiences/${second}`;
    expect((await send('POST', `${path}/archive`, {})).status).toBe(200);
    const archived = await analytics(pageId);
    expect(await counts()).toEqual([
      [third, 0],
      [first, 1],
      [undefined, 6],
    ]);
    expect(archived.at(-1)).toEqual({
      ...zeros,
      totalSessions: 6,
      bounceEligibleSessions: 6,
      ctaSessions: 6,
      avgInteractionsPerSession: 1,
      avgScrollDepthPercentage: (2 * 20 + 4 * 40) / 6,
    });
    expect(archived.at(-1)).not.toHaveProperty('audienceId');
    expect(await total(pageId, `audienceId=${second}`)).toBe(2);

    expect((await send('POST', `${path}/restore`, {})).status).toBe(200);
    expect(await counts()).toEqual(all);
  });
});

const start = '2026-03-02T00:00:00Z';
const end = '2026-03-04T00:00:00Z';
const range = `startDate=${start}&endDate=${end}`;
let pageId = '';

const visit = () => {
  const sessionStartedAt = '2026-03-03T10:00:00Z';
  const session = { analyticsSessionId: newId(), sessionStartedAt, sessionEndedAt: sessionStartedAt };
  return importSessions(pageId, [{ ...session, utmSource: 'newsletter' }]);
};
const get = (path: string, tag?: string) =>
  send<object>('GET', path, undefined, tag === undefined ? {} : { headers: { 'if-none-match': tag } });

beforeAll(async () => {
  pageId = await newPageId();
  await visit();
});

describe.each([
  ['analytics/audiences', () => `/v0/pages/${pageId}/analytics/audiences?${range}`],
  ['analytics/timeseries', () => `/v0/pages/${pageId}/analytics/timeseries?interval=day&${range}`],
  ['analytics/breakdown', () => `/v0/pages/${pageId}/analytics/breakdown?by=utmSource&${range}`],
  ['analytics/pages of all pages', () => `/v0/analytics/pages?${range}`],
  ['analytics/timeseries of all pages', () => `/v0/analytics/timeseries?interval=day&${range}`],
  ['analytics/breakdown of all pages', () => `/v0/analytics/breakdown?by=utmSource&${range}`],
  ['audience_sessions of all pages', () => `/v0/audience_sessions?${range}`],
])('the tag of %s', (_what, path) => {
  test('answers 304 until a visit changes the answer', async () => {
    const first = await get(path());
    const tag = etagOf(first);
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}"$/)]);
    expect(first.headers.get('content-type')).toBe('application/json');
    const same = await get(path(), `"other", W/${tag}`);
    expect([same.status, same.text, etagOf(same)]).toEqual([304, '', tag]);
    expect((await get(path(), '*')).status).toBe(304);
    await visit();
    const next = await get(path(), tag);
    expect([next.status, next.text === first.text, etagOf(next) === tag]).toEqual([200, false, false]);
    expect(etagOf(await get(`${path()}&device=mobile`))).not.toBe(etagOf(next));
    expect(outcome(await get(path(), 'no tag'))).toEqual([400, 'validation_failed']);
  });
});

test.each(['accounts', 'persons'])('who came by %s has a tag too', async (kind) => {
  const path = `/v0/analytics/${kind}?${range}`;
  const tag = etagOf(await get(path));
  expect((await get(path, tag)).status).toBe(304);
});
