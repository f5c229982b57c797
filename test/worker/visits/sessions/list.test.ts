import { beforeAll, describe, expect, test } from 'vitest';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import type { Page } from '../../../../src/content/pages/schemas.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import type { AudienceSession } from '../../../../src/visits/sessions/schemas.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { openTestDatabase, type Problem, send } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { violationsOf } from '../../support/replies.ts';
import { importSessions } from '../../support/sessions.ts';
import { newId } from '../../support/visits.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

interface Made {
  analyticsSessionId: string;
  audienceId: string | null;
  start: number;
}
async function importAll(pageId: string, sessions: Made[]) {
  const body = sessions.map(({ start, ...session }) => {
    const [sessionStartedAt, sessionEndedAt] = [start, start + 1000].map((ms) => new Date(ms).toISOString());
    return { ...session, sessionStartedAt, sessionEndedAt };
  });
  const reply = await importSessions(pageId, body);
  expect(reply.status, reply.text).toBe(200);
}
const list = (query: string, page = pageId) =>
  send<List<AudienceSession> & Problem>('GET', `/v0/pages/${page}/audience_sessions?${query}`);

const noon = Date.UTC(2026, 2, 14, 12);
const made: Made[] = [];
let pageId = '';
let audiences: string[] = [];

beforeAll(async () => {
  pageId = await newPageId();
  audiences = [await newAudienceId(pageId), await newAudienceId(pageId)];
  // Three sessions begin at each moment: one of each audience, and one without.
  for (let n = 0; n < 60; n++) {
    const start = noon + Math.floor(n / 3) * 3_700_000;
    made.push({ analyticsSessionId: newId(), audienceId: audiences[n % 3] ?? null, start });
  }
  await importAll(pageId, made);
  made.sort((a, b) => b.start - a.start || (a.analyticsSessionId < b.analyticsSessionId ? 1 : -1));
});

describe('the list', () => {
  const instant = (index: number) => new Date(made[index]?.start ?? 0).toISOString();
  const filters = (): [string, (session: Made) => boolean][] => {
    const [from, to] = [instant(40), instant(10)];
    const inRange = ({ start }: Made) => start >= Date.parse(from) && start < Date.parse(to);
    return [
      ['', () => true],
      [`startDate=${from}`, ({ start }) => start >= Date.parse(from)],
      [`endDate=${to}`, ({ start }) => start < Date.parse(to)],
      [`startDate=${from}&endDate=${to}`, inRange],
      [`audienceId=${audiences[0]}`, ({ audienceId }) => audienceId === audiences[0]],
      [
        `audienceId=${audiences[1]}&startDate=${from}&endDate=${to}`,
        (session) => session.audienceId === audiences[1] && inRange(session),
      ],
      ['startDate=2030-01-01T00:00:00Z', () => false],
      ['endDate=1960-01-01T00:00:00Z', () => false],
    ];
  };

  test.each([
    [1, 'not sealed'],
    [7, 'not sealed'],
    [19, 'sealed'],
    [100, 'sealed'],
  ])(
    'of %i a page has all sessions once, latest first, for any filter: they are %s',
    async (limit, state) => {
      if (state === 'sealed') await sealSessions(openTestDatabase(), Date.now(), { isForced: true });
      const check = async ([query, passes]: ReturnType<typeof filters>[number]) => {
        const expected = made.filter(passes).map(({ analyticsSessionId }) => analyticsSessionId);
        const got: string[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const { status, body, text, cost } = await list(
            `${query}&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`,
          );
          expect(status, text).toBe(200);
          expect(cost.trips).toBeLessThanOrEqual(2);
          expect(body.totalCount, query).toBe(expected.length);
          expect(body.hasMore, query).toBe(body.nextCursor !== null);
          expect(body.items.length).toBeLessThanOrEqual(limit);
          got.push(...body.items.map(({ analyticsSessionId }) => analyticsSessionId));
          cursor = body.nextCursor;
        }
        expect(got, query).toEqual(expected);
      };
      await Promise.all(filters().map(check));
    },
  );

  test('has every session once while others are added', async () => {
    const page = await newPageId();
    const of = (start: number): Made => ({ analyticsSessionId: newId(), audienceId: null, start });
    const there = Array.from({ length: 10 }, (_, n) => of(noon + n));
    await importAll(page, there);
    const got: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await list(`limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`, page);
      got.push(...body.items.map(({ analyticsSessionId }) => analyticsSessionId));
      cursor = body.nextCursor;
      await importAll(page, [of(noon + 1000)]);
    }
    expect(got).toEqual(there.map(({ analyticsSessionId }) => analyticsSessionId).reverse());
  });

  test('of a page takes one trip, and an archived audience still has a list', async () => {
    const page = await newPageId();
    const audienceId = await newAudienceId(page);
    await importAll(page, [{ analyticsSessionId: newId(), audienceId, start: noon }]);
    await send('POST', `/v0/pages/${page}/audiences/${audienceId}/archive`, {});
    const { body, cost } = await list(`audienceId=${audienceId}`, page);
    expect([body.totalCount, body.items.length, cost.trips]).toEqual([1, 1, 1]);
  });

  test('of an unknown page or audience is a 404', async () => {
    const answers = async (query: string, page = pageId) => {
      const { status, body } = await list(query, page);
      return `${status} ${body.code}`;
    };
    expect(await answers('', 'page_none')).toBe('404 page_not_found');
    expect(await answers('audienceId=x', 'page_none')).toBe('404 page_not_found');
    const theirs = await newAudienceId(await newPageId());
    for (const audienceId of ['x', '%00', theirs, `${audiences[0]}%20`, pageId])
      expect(await answers(`audienceId=${audienceId}`), audienceId).toBe('404 audience_not_found');
  });

  test('accepts a cursor only with its own filters', async () => {
    const of = filters()
      .slice(0, 6)
      .map(([query]) => query);
    const cursors: string[] = [];
    for (const query of of) cursors.push((await list(`${query}&limit=1`)).body.nextCursor ?? '');
    for (const [index, query] of of.entries())
      for (const [other, cursor] of cursors.entries()) {
        const { status, body } = await list(`${query}&cursor=${cursor}`);
        const answer = index === other ? [200, undefined] : [400, 'invalid_cursor'];
        expect([status, body.code], `${query} / ${of[other]}`).toEqual(answer);
      }
  });
});

describe('a session', () => {
  const read = (id: string, page = pageId) =>
    send<AudienceSession & Problem>('GET', `/v0/pages/${page}/audience_sessions/${id}`);

  test('is found by either of its ids, in one trip', async () => {
    for (const { analyticsSessionId, audienceId } of made.slice(0, 3)) {
      const { body, cost } = await read(analyticsSessionId);
      expect(cost.trips).toBe(1);
      const id = audienceId === null ? null : `audience_session_${analyticsSessionId}`;
      expect(body).toMatchObject({ analyticsSessionId, audienceId, audienceSessionId: id });
      const found = await read(`audience_session_${analyticsSessionId}`);
      expect(id === null ? found.body.code : found.body).toEqual(
        id === null ? 'audience_session_not_found' : body,
      );
    }
  });

  test('is not found on another page', async () => {
    const other = await newPageId();
    const { status, body } = await read(made[0]?.analyticsSessionId ?? '', other);
    expect([status, body.code]).toEqual([404, 'audience_session_not_found']);
    expect((await read(made[0]?.analyticsSessionId ?? '', 'page_none')).body.code).toBe('page_not_found');
  });
});

describe.each(['audience_sessions', 'analytics/audiences'])('the dates of %s', (name) => {
  const get = (dates: [string, string][]) => {
    const query = dates.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
    return send<Problem>('GET', `/v0/pages/${pageId}/${name}?${query}`);
  };

  // The analytics take them as dates of a time zone.
  const local = ['2026-01-01', '2026-01-01T00:00:00', '2026-01-01T00:00:00.000'];
  const wrong = [
    ...(name === 'audience_sessions' ? local : []),
    ' ',
    'x',
    'null',
    '2026',
    '2026-01',
    '20260101T000000Z',
    '1767225600000',
    '0',
    '2026-01-01 00:00:00Z',
    ' 2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00Z ',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00+25:00',
    '2026-01-01T00:00:00+1',
    '2026-01-01T00:00:00 02:00',
    '２026-01-01T00:00:00Z',
    '-001-01-01T00:00:00Z',
    '+12026-01-01T00:00:00Z',
    '2026-01-01T00:00:00Zx',
    "2026-01-01T00:00:00Z' or 1",
    '\u0000',
    'today',
    '{"$gt":0}',
    '%00',
    'Z',
  ];
  test.each(['startDate', 'endDate'])('%s must be an instant', async (path) => {
    await writesNothing(async () => {
      for (const value of wrong) {
        const reply = await get([[path, value]]);
        expect([reply.status, violationsOf(reply)], value).toEqual([400, [`query ${path} invalid_format`]]);
        expect(reply.cost.trips).toBe(0);
      }
      const long = await get([[path, `2026-01-01T00:00:00.${'0'.repeat(300)}Z`]]);
      expect([long.status, violationsOf(long)]).toEqual([400, [`query ${path} too_long`]]);
      const twice = await get([
        [path, '2026-01-01T00:00:00Z'],
        [path, '2026-01-01T00:00:00Z'],
      ]);
      expect([twice.status, violationsOf(twice)]).toEqual([400, [`query ${path} invalid_type`]]);
    });
  });

  test.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
    ['2026-01-01T00:00:00Z', '2025-12-31T23:59:59.999Z'],
    ['2026-01-01T00:00:00Z', '2026-01-01T02:00:00+02:00'],
    ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00+02:00'],
    ['2026-01-01T00:00:00Z', '2027-02-05T00:00:00.001Z'],
    ['2026-01-01T00:00:00Z', '2027-02-04T23:00:00.001-01:00'],
    ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
    ['1960-01-01T00:00:00Z', '1961-06-01T00:00:00Z'],
  ])('from %s to %s is not a range', async (startDate, endDate) => {
    const reply = await get([
      ['startDate', startDate],
      ['endDate', endDate],
    ]);
    expect([reply.status, violationsOf(reply)]).toEqual([400, ['query endDate invalid_value']]);
  });

  test.each([
    [
      ['startDate', '2026-01-01T00:00:00Z'],
      ['endDate', '2027-02-05T00:00:00Z'],
    ],
    [
      ['startDate', '2026-01-01T00:00:00Z'],
      ['endDate', '2026-01-01T00:00:00.001Z'],
    ],
    [
      ['startDate', '2026-01-01T02:00:00+02:00'],
      ['endDate', '2026-01-01T01:00:00Z'],
    ],
    [
      ['startDate', '2026-01-01T00:00:00.123456789Z'],
      ['endDate', '2026-01-01T00:00:01Z'],
    ],
    [['startDate', '2024-02-29T00:00:00Z']],
    [['startDate', '0001-01-01T00:00:00Z']],
    [['startDate', '9999-12-31T23:59:59.999Z']],
    [['endDate', '0001-01-01T00:00:00Z']],
    [['endDate', '9999-12-31T23:59:59.999Z']],
    [
      ['startDate', '1960-01-01T00:00:00Z'],
      ['endDate', '1960-06-01T00:00:00Z'],
    ],
  ] as [string, string][][])('%j is a range', async (...dates) => {
    const reply = await get(dates.filter((date): date is [string, string] => Array.isArray(date)));
    expect(reply.status, reply.text).toBe(200);
  });

  test('are reported together with other violations', async () => {
    const reply = await get([
      ['startDate', 'x'],
      ['endDate', 'y'],
      ['limit', '0'],
    ]);
    expect(violationsOf(reply)?.sort()).toEqual([
      'query endDate invalid_format',
      'query limit too_small',
      'query startDate invalid_format',
    ]);
  });
});

describe('times in any spelling of RFC 3339', () => {
  const sessionsOf = async () => {
    const unique = crypto.randomUUID();
    const page = await send<Page>('POST', '/v0/pages', { title: 'Times', url: `https://${unique}.example/` });
    const path = `/v0/pages/${page.body.pageId}/audience_sessions`;
    const starts = ['2025-03-04t10:00:00z', '2025-03-04T10:00:00.0001Z', '2025-03-04T12:00:00.002+02:00'];
    const sessions = starts.map((sessionStartedAt, index) => ({
      analyticsSessionId: `${unique}-${index}`,
      sessionStartedAt,
      sessionEndedAt: sessionStartedAt,
    }));
    expect((await send('POST', `${path}/import`, { sessions })).status).toBe(200);
    return { path, unique };
  };

  test('are stored in milliseconds, with finer fractions rounded up', async () => {
    const { path } = await sessionsOf();
    const { body } = await send<List<AudienceSession>>('GET', path);
    const times = ['2025-03-04T10:00:00.002Z', '2025-03-04T10:00:00.001Z', '2025-03-04T10:00:00.000Z'];
    expect(body.items.map(({ sessionStartedAt }) => sessionStartedAt)).toEqual(times);
    expect(body.items.map(({ sessionEndedAt }) => sessionEndedAt)).toEqual(times);
  });

  test.each([
    ['startDate', '2025-03-04T10:00:00.0000000Z', 3],
    ['startDate', '2025-03-04T10:00:00.0000001Z', 2],
    ['startDate', '2025-03-04T10:00:00.0010000001Z', 1],
    ['endDate', '2025-03-04T10:00:00.000Z', 0],
    ['endDate', '2025-03-04T10:00:00.0000001Z', 1],
    ['endDate', '2025-03-04t10:00:00.0010000001z', 2],
    ['endDate', '2025-03-04T23:59:60Z', 3],
  ])('%s=%s finds %d', async (name, value, found) => {
    const { path } = await sessionsOf();
    const { body } = await send<List<AudienceSession>>('GET', `${path}?${name}=${value}`);
    expect([body.items.length, body.totalCount]).toEqual([found, found]);
  });

  test('a cursor belongs to the instants, not to their spelling', async () => {
    const { path } = await sessionsOf();
    const page = (startDate: string, cursor = '') =>
      send<List<AudienceSession> & Problem>('GET', `${path}?limit=1&startDate=${startDate}&cursor=${cursor}`);
    const first = (await page('2025-03-04T10:00:00Z')).body;
    const cursor = first.nextCursor ?? '';
    const second = (await page('2025-03-04T10:00:00Z', cursor)).body.items;
    for (const startDate of [
      '2025-03-04t10:00:00.000z',
      '2025-03-04T12:00:00%2B02:00',
      '2025-03-04T09:59:59.9995Z',
    ])
      expect((await page(startDate, cursor)).body.items, startDate).toEqual(second);
    expect((await page('2025-03-04T10:00:00.001Z', cursor)).body.code).toBe('invalid_cursor');
  });
});

test('a cursor with the longest possible id is accepted', async () => {
  const page = await send<Page>('POST', '/v0/pages', { title: 'Long ids', url: 'https://long-ids.example/' });
  const path = `/v0/pages/${page.body.pageId}/audience_sessions`;
  const at = { sessionStartedAt: '2025-03-04T10:00:00Z', sessionEndedAt: '2025-03-04T10:00:00Z' };
  const ids = ['b', 'a'].map((end) => '\u{1f601}'.repeat(254) + end);
  await send('POST', `${path}/import`, {
    sessions: ids.map((analyticsSessionId) => ({ ...at, analyticsSessionId })),
  });
  const first = await send<List<AudienceSession>>('GET', `${path}?limit=1`);
  const second = await send<List<AudienceSession>>('GET', `${path}?limit=1&cursor=${first.body.nextCursor}`);
  const found = [...first.body.items, ...second.body.items];
  expect(found.map(({ analyticsSessionId }) => analyticsSessionId)).toEqual(ids);
});
