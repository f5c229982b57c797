import type { AudienceAnalyticsList, WorkspaceAudienceList } from '../../../src/analytics/schemas.ts';
import type { List } from '../../../src/lib/cursor.ts';
import type { AudienceSession } from '../../../src/visits/sessions/schemas.ts';
import { audiencesOf, get, importMade, type Made, rangeOf, zeros } from '../support/analytics.ts';
import { newAudienceId } from '../support/audiences.ts';
import { send } from '../support/client.ts';
import { newPageId } from '../support/pages.ts';
import { day } from '../support/times.ts';

const total = async (pageId: string, query = '') => {
  const { body } = await send<List<AudienceSession>>('GET', `/v0/pages/${pageId}/audience_sessions?${query}`);
  return body.totalCount;
};

describe('the analytics of the audiences of a page', () => {
  test('are zeros without visits, with an item for each audience', async () => {
    const pageId = await newPageId();
    expect(await audiencesOf(pageId)).toEqual([]);
    const audienceId = await newAudienceId(pageId);
    expect(await audiencesOf(pageId)).toEqual([{ audienceId, ...zeros }]);
    await importMade(pageId, [{ audienceId }]);
    expect(await audiencesOf(pageId, 'endDate=2026-03-14T12:00:00Z')).toEqual([{ audienceId, ...zeros }]);
  });

  test('begin with the newest audience; archived ones count with visits without an audience, until restored', async () => {
    const pageId = await newPageId();
    const first = await newAudienceId(pageId);
    const second = await newAudienceId(pageId);
    const third = await newAudienceId(pageId);
    const of = (audienceId: string | undefined, n: number): Made[] =>
      Array.from({ length: n }, () => ({ audienceId, clicks: 1, depth: 10 * n }));
    await importMade(pageId, [...of(first, 1), ...of(second, 2), ...of(undefined, 4)]);
    const counts = async () =>
      (await audiencesOf(pageId)).map(({ audienceId, totalSessions }) => [audienceId, totalSessions]);
    const all = [
      [third, 0],
      [second, 2],
      [first, 1],
      [undefined, 4],
    ];
    expect(await counts()).toEqual(all);

    const path = `/v0/pages/${pageId}/audiences/${second}`;
    expect((await send('POST', `${path}/archive`, {})).status).toBe(200);
    const archived = await audiencesOf(pageId);
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

/** Visits that begin at a time, of each audience as many as it says; those of undefined have no audience. */
const visitsOf = (
  pageId: string,
  start: number,
  ...counts: [audienceId: string | undefined, visits: number][]
) =>
  importMade(
    pageId,
    counts.flatMap(([audienceId, visits]) => Array.from({ length: visits }, () => ({ audienceId, start }))),
  );
const countsIn = (items: { audienceId?: string | undefined; totalSessions: number }[]) =>
  items.map(({ audienceId, totalSessions }) => [audienceId, totalSessions]);

test('with sort or limit, audiences have items in that order, and all other visits are in other', async () => {
  const pageId = await newPageId();
  const [first, second, third, archived] = [
    await newAudienceId(pageId),
    await newAudienceId(pageId),
    await newAudienceId(pageId),
    await newAudienceId(pageId),
  ];
  const start = Date.UTC(2025, 0, 5);
  await visitsOf(pageId, start, [first, 3], [second, 3], [archived, 1], [undefined, 2]);
  await send('POST', `/v0/pages/${pageId}/audiences/${archived}/archive`, {});
  const ask = async (query: string) => {
    const path = `/v0/pages/${pageId}/analytics/audiences?${query}`;
    const { items, other, total } = await get<AudienceAnalyticsList>(path);
    return [countsIn(items), other?.totalSessions, total?.totalSessions];
  };
  // Of equal numbers, the newest audience is first; one without visits has no item with a limit.
  const most = [
    [second, 3],
    [first, 3],
  ];
  expect(await ask('limit=1')).toEqual([most.slice(0, 1), 6, 9]);
  expect(await ask('limit=9')).toEqual([most, 3, 9]);
  expect(await ask('sort=totalSessions')).toEqual([[[third, 0], ...most], 3, 9]);
  expect(await ask(`limit=9&${rangeOf(start - day, start)}`)).toEqual([[], undefined, 0]);
});

test('the audiences of all pages have items, archived ones too; visits of no audience are in other and in unlisted', async () => {
  const [one, another] = [await newPageId(), await newPageId()];
  const [some, archived] = [await newAudienceId(one), await newAudienceId(another)];
  const start = Date.UTC(2025, 1, 5);
  await visitsOf(one, start, [some, 2], [undefined, 4]);
  await visitsOf(another, start, [archived, 3]);
  await send('POST', `/v0/pages/${another}/audiences/${archived}/archive`, {});
  const path = `/v0/analytics/audiences?${rangeOf(start - day, start + day)}`;
  const ask = async (query: string) => {
    const { items, other, unlisted, total, nextCursor } = await get<WorkspaceAudienceList>(
      `${path}&${query}`,
    );
    const sums = [other, unlisted, total].map((figures) => figures?.totalSessions);
    return { nextCursor, said: [countsIn(items), ...sums], archivedAt: items[0]?.archivedAt };
  };
  const all = await ask('');
  expect(all.said).toEqual([
    [
      [archived, 3],
      [some, 2],
    ],
    4,
    4,
    9,
  ]);
  expect(all.archivedAt).toEqual(expect.any(String));
  const first = await ask('limit=1');
  expect(first.said).toEqual([[[archived, 3]], 6, 4, 9]);
  expect((await ask(`limit=1&cursor=${first.nextCursor}`)).said).toEqual([[[some, 2]], 7, 4, 9]);
});
