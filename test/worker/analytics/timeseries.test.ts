import type { Timeseries, WorkspaceTimeseries } from '../../../src/analytics/schemas.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { openTestDatabase, type Problem, send } from '../support/client.ts';
import { newPageId } from '../support/pages.ts';
import { importSessions } from '../support/sessions.ts';
import { newId } from '../support/visits.ts';

async function importAll(pageId: string, starts: string[]) {
  const sessions = starts.map((at) => ({
    analyticsSessionId: newId(),
    sessionStartedAt: at,
    sessionEndedAt: at,
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

describe('a time series', () => {
  test.each([
    ['Asia/Kolkata', '18:30'],
    ['Asia/Kathmandu', '18:15'],
    ['Asia/Tehran', '20:30'],
    ['Australia/Eucla', '15:15'],
  ])('begins days exactly in %s', async (timezone, midnight) => {
    const pageId = await newPageId();
    const [before, at] = [`2026-01-10T${midnight}:00Z`, `2026-01-11T${midnight}:00Z`];
    await importAll(pageId, [before, new Date(Date.parse(at) - 1).toISOString(), at]);
    await beforeAndAfter(async () => {
      const query = `startDate=${before}&endDate=2026-01-12T${midnight}:00Z&interval=day&timezone=${timezone}`;
      expect((await stepsOf(pageId, query)).map(([, , sessions]) => sessions)).toEqual([2, 1]);
    });
  });

  test('counts visits of the range only in its first and last step', async () => {
    const pageId = await newPageId();
    await importAll(pageId, ['2026-01-05T10:00:00Z', '2026-01-05T10:07:00Z', '2026-01-05T11:07:00.001Z']);
    await beforeAndAfter(async () => {
      const query = 'startDate=2026-01-05T10:07:00Z&endDate=2026-01-05T11:07:00.001Z&interval=hour';
      expect(await stepsOf(pageId, query)).toEqual([
        ['2026-01-05T10:00:00.000Z', '2026-01-05T11:00:00.000Z', 1],
        ['2026-01-05T11:00:00.000Z', '2026-01-05T12:00:00.000Z', 0],
      ]);
    });
  });

  test('has up to 1,000 steps, and no more', async () => {
    const [pageId, range] = [await newPageId(), 'startDate=2026-01-01T00:00:00Z&interval=hour'];
    expect(await stepsOf(pageId, `${range}&endDate=2026-02-11T16:00:00Z`)).toHaveLength(1000);
    const query = `${range}&endDate=2026-02-11T16:01:00Z`;
    const { status, body } = await get(`/v0/pages/${pageId}/analytics/timeseries?${query}`);
    expect([status, body.errors?.map(({ path, code }) => [path, code])]).toEqual([
      400,
      [['endDate', 'too_large']],
    ]);
  });
});

test('a series of the workspace has its steps in items, the visits of its most visited pages in pages, and all in total', async () => {
  const [most, few] = [await newPageId(), await newPageId()];
  await importAll(most, ['2025-02-01T10:00:00Z', '2025-02-02T10:00:00Z', '2025-02-02T11:00:00Z']);
  await importAll(few, ['2025-02-02T12:00:00Z']);
  await beforeAndAfter(async () => {
    const query = 'startDate=2025-02-01T00:00:00Z&endDate=2025-02-03T00:00:00Z&interval=day&limit=1';
    const { body } = await get<WorkspaceTimeseries>(`/v0/analytics/timeseries?${query}`);
    expect(body.items.map(({ totalSessions }) => totalSessions)).toEqual([1, 3]);
    expect(body.pages).toEqual([{ pageId: most, totalSessions: [1, 2] }]);
    expect(body.total.totalSessions).toBe(4);
  });
});
