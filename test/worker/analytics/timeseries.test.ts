import { beforeAll, describe, expect, test } from 'vitest';
import type {
  AudienceAnalyticsList,
  PageAnalyticsList,
  Timeseries,
  WorkspaceTimeseries,
} from '../../../src/analytics/schemas.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import type { ImportedSession } from '../../../src/visits/sessions/import-schemas.ts';
import { newAudienceId } from '../support/audiences.ts';
import { openTestDatabase, type Problem, send } from '../support/client.ts';
import { newPageId } from '../support/pages.ts';
import { importSessions } from '../support/sessions.ts';
import { newId } from '../support/visits.ts';

type Made = Partial<ImportedSession> & { at: string };
async function importAll(pageId: string, made: Made[]) {
  const sessions = made.map(({ at, ...session }) => ({
    analyticsSessionId: newId(),
    sessionStartedAt: at,
    sessionEndedAt: at,
    ...session,
  }));
  const reply = await importSessions(pageId, sessions);
  expect(reply.status, reply.text).toBe(200);
}
const get = <T>(path: string) => send<T & Problem>('GET', path);
const stepsOf = async (pageId: string, query: string) => {
  const { status, text, body } = await get<Timeseries>(`/v0/pages/${pageId}/analytics/timeseries?${query}`);
  expect(status, text).toBe(200);
  return body.items.map(({ start, end, totalSessions }) => [start, end, totalSessions]);
};

/** Checks before the sessions are sealed, and after. */
async function beforeAndAfter(check: () => Promise<void>) {
  await check();
  expect(await sealSessions(openTestDatabase(), Date.now(), { isForced: true })).toBeGreaterThan(0);
  await check();
}

describe('a series', () => {
  test('has a day of 23 hours and one of 25 hours in Berlin, and zeros for gaps', async () => {
    const pageId = await newPageId();
    await importAll(pageId, [
      { at: '2026-03-28T22:59:59.999Z' },
      { at: '2026-03-28T23:00:00Z' },
      { at: '2026-03-29T21:59:59.999Z' },
      { at: '2026-03-29T22:00:00Z' },
      { at: '2025-10-26T22:59:59.999Z' },
    ]);
    await beforeAndAfter(async () => {
      const spring =
        'startDate=2026-03-27T23:00:00Z&endDate=2026-03-31T22:00:00Z&interval=day&timezone=Europe/Berlin';
      expect(await stepsOf(pageId, spring)).toEqual([
        ['2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z', 1],
        ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', 2],
        ['2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z', 1],
        ['2026-03-30T22:00:00.000Z', '2026-03-31T22:00:00.000Z', 0],
      ]);
      const autumn =
        'startDate=2025-10-25T22:00:00Z&endDate=2025-10-26T23:00:00Z&interval=day&timezone=europe/berlin';
      expect(await stepsOf(pageId, autumn)).toEqual([
        ['2025-10-25T22:00:00.000Z', '2025-10-26T23:00:00.000Z', 1],
      ]);
    });
  });

  test.each([
    ['Asia/Kolkata', '18:30'],
    ['Asia/Kathmandu', '18:15'],
    ['Asia/Tehran', '20:30'],
    ['Australia/Eucla', '15:15'],
  ])('begins days exactly in %s', async (timezone, midnight) => {
    const pageId = await newPageId();
    const [before, at] = [`2026-01-10T${midnight}:00Z`, `2026-01-11T${midnight}:00Z`];
    await importAll(pageId, [{ at: before }, { at: new Date(Date.parse(at) - 1).toISOString() }, { at }]);
    await beforeAndAfter(async () => {
      const query = `startDate=${before}&endDate=2026-01-12T${midnight}:00Z&interval=day&timezone=${timezone}`;
      expect((await stepsOf(pageId, query)).map(([, , sessions]) => sessions)).toEqual([2, 1]);
    });
  });

  test('counts visits of the range only in its first and last step', async () => {
    const pageId = await newPageId();
    await importAll(pageId, [
      { at: '2026-01-05T10:00:00Z' },
      { at: '2026-01-05T10:07:00Z' },
      { at: '2026-01-05T11:07:00.001Z' },
    ]);
    await beforeAndAfter(async () => {
      const query = 'startDate=2026-01-05T10:07:00Z&endDate=2026-01-05T11:07:00.001Z&interval=hour';
      expect(await stepsOf(pageId, query)).toEqual([
        ['2026-01-05T10:00:00.000Z', '2026-01-05T11:00:00.000Z', 1],
        ['2026-01-05T11:00:00.000Z', '2026-01-05T12:00:00.000Z', 0],
      ]);
    });
  });

  test('can be of an audience, of values, of unknown ones, and of all together', async () => {
    const pageId = await newPageId();
    const audienceId = await newAudienceId(pageId);
    const at = '2026-02-03T04:05:06Z';
    await importAll(pageId, [
      { at, audienceId, utmSource: 'news', country: 'DE' },
      { at, audienceId, country: 'DE' },
      { at, utmSource: 'news' },
      { at },
    ]);
    await beforeAndAfter(async () => {
      const counts = async (filter: string) =>
        (
          await stepsOf(
            pageId,
            `startDate=2026-02-03T00:00:00Z&endDate=2026-02-04T00:00:00Z&interval=day${filter}`,
          )
        )[0]?.[2];
      expect(await counts('')).toBe(4);
      expect(await counts(`&audienceId=${audienceId}`)).toBe(2);
      expect(await counts('&utmSource=news')).toBe(2);
      expect(await counts(`&utmSource=news&audienceId=${audienceId}`)).toBe(1);
      expect(await counts('&country=AT')).toBe(0);
      expect(await counts('&utmSource=news&country=DE')).toBe(1);
      expect(await counts('&country=DE&country=AT')).toBe(2);
      expect(await counts('&unknown=utmSource')).toBe(2);
      expect(await counts('&utmSource=news&unknown=utmSource')).toBe(4);
      expect(await counts('&unknown=utmSource&unknown=country')).toBe(1);
      expect(await counts(`&unknown=utmSource&country=DE&audienceId=${audienceId}`)).toBe(1);
      expect(await counts('&utmSource=%00')).toBe(0);
    });
  });

  test.each<[string, [path: string, code: string][]]>([
    [
      '',
      [
        ['endDate', 'required'],
        ['interval', 'required'],
        ['startDate', 'required'],
      ],
    ],
    ['startDate=2026-01-01T00:00:00Z&endDate=2026-02-12T16:01:00Z&interval=hour', [['endDate', 'too_large']]],
    [
      'startDate=2026-01-02T00:00:00Z&endDate=2026-01-01T00:00:00Z&interval=day',
      [['endDate', 'invalid_value']],
    ],
    [
      'startDate=2026-01-01T00:00:00Z&endDate=2026-01-02T00:00:00Z&interval=year&timezone=%2B02:00',
      [
        ['interval', 'not_allowed'],
        ['timezone', 'not_allowed'],
      ],
    ],
  ])('refuses %s', async (query, expected) => {
    const { status, body } = await get(`/v0/pages/${await newPageId()}/analytics/timeseries?${query}`);
    expect(status).toBe(400);
    expect(body.errors?.map(({ path, code }) => [path, code]).sort()).toEqual(expected);
  });

  test('has up to 1,000 steps', async () => {
    const query = 'startDate=2026-01-01T00:00:00Z&endDate=2026-02-11T16:00:00Z&interval=hour';
    expect(await stepsOf(await newPageId(), query)).toHaveLength(1000);
  });
});

describe('items that are chosen', () => {
  let pageId = '';
  let audiences: string[] = [];
  const at = '2026-02-03T04:05:06Z';

  beforeAll(async () => {
    pageId = await newPageId();
    audiences = [await newAudienceId(pageId), await newAudienceId(pageId), await newAudienceId(pageId)];
    const [first, second] = audiences;
    await importAll(pageId, [
      ...[1, 2, 3].map(() => ({ at, audienceId: first, utmSource: 'ads', referrer: 'a.example' })),
      ...[1, 2].map(() => ({ at, audienceId: second, utmSource: 'news', hasConversion: true })),
      { at, referrer: 'b.example' },
    ]);
    const archived = await newAudienceId(pageId);
    await importAll(pageId, [{ at, audienceId: archived }]);
    await send('POST', `/v0/pages/${pageId}/audiences/${archived}/archive`, {});
  });

  const audienceItems = async (query: string) => {
    const { body } = await get<AudienceAnalyticsList>(`/v0/pages/${pageId}/analytics/audiences?${query}`);
    const counts = body.items.map(({ audienceId, totalSessions }) => [audienceId, totalSessions]);
    return { counts, other: body.other === undefined ? undefined : (body.other?.totalSessions ?? null) };
  };

  test('are all audiences without sort and limit, and others without an id', async () => {
    const [first, second, third] = audiences;
    expect(await audienceItems('')).toEqual({
      counts: [
        [third, 0],
        [second, 2],
        [first, 3],
        [undefined, 2],
      ],
      other: undefined,
    });
  });

  test('of the workspace are its pages', async () => {
    const { body } = await get<PageAnalyticsList>('/v0/analytics/pages?limit=1&sort=-totalSessions');
    expect(body.items).toHaveLength(1);
    const sum = (body.items[0]?.totalSessions ?? 0) + (body.other?.totalSessions ?? 0);
    expect(body.total.totalSessions).toBe(sum);
    const all = (await get<PageAnalyticsList>('/v0/analytics/pages')).body;
    expect(all.items.find((item) => item.pageId === pageId)?.totalSessions).toBe(7);
    expect(all.other).toBe(null);
  });

  test('of the workspace over time are those of its pages, step by step', async () => {
    const range =
      'startDate=2025-12-31T18:15:00Z&endDate=2026-12-31T18:15:00Z&interval=week&timezone=Asia/Kathmandu';
    const { body } = await get<WorkspaceTimeseries>(`/v0/analytics/timeseries?${range}`);
    const visits = (series: Timeseries) => series.items.map((item) => item.totalSessions);
    const ofPages = await Promise.all(
      body.pages.map(async (page) => {
        const series = await get<Timeseries>(`/v0/pages/${page.pageId}/analytics/timeseries?${range}`);
        expect(page.totalSessions).toEqual(visits(series.body));
        return series.body.items;
      }),
    );
    expect(body.pages.find((page) => page.pageId === pageId)?.totalSessions.reduce((a, b) => a + b)).toBe(7);
    expect(visits(body)).toEqual(
      body.items.map((_, step) => ofPages.reduce((all, items) => all + (items[step]?.totalSessions ?? 0), 0)),
    );
    const first = (await get<WorkspaceTimeseries>(`/v0/analytics/timeseries?${range}&limit=1`)).body;
    expect(first).toEqual({ ...body, pages: body.pages.slice(0, 1) });
    const ofAll = (await get<PageAnalyticsList>(`/v0/analytics/pages?${range.replace('interval=week&', '')}`))
      .body;
    expect(body.total).toEqual(ofAll.total);
    const hours = await get(`/v0/analytics/timeseries?${range.replace('week', 'hour')}`);
    expect(hours.body.errors?.map(({ path, code }) => [path, code])).toEqual([['endDate', 'too_large']]);
  });
});
