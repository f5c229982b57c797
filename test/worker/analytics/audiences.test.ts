import type { List } from '../../../src/lib/cursor.ts';
import type { AudienceSession } from '../../../src/visits/sessions/schemas.ts';
import { audiencesOf, importMade, type Made, zeros } from '../support/analytics.ts';
import { newAudienceId } from '../support/audiences.ts';
import { send } from '../support/client.ts';
import { newPageId } from '../support/pages.ts';

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
