import type { PageAnalyticsList } from '../../../src/analytics/schemas.ts';
import { get } from '../support/analytics.ts';
import { newPlace } from '../support/places.ts';
import { forgetSessions, insertSessions } from '../support/sessions.ts';

beforeEach(forgetSessions);

describe('the analytics of the pages of a workspace', () => {
  test('have the pages with visits, most visits first; what is beyond the limit is in other, and all is in total', async () => {
    const [some, most, few] = [await newPlace(), await newPlace(), await newPlace()];
    await newPlace();
    await insertSessions(some, 2);
    await insertSessions(most, 3);
    await insertSessions(few, 1);
    const pagesOf = async (query: string) => {
      const { items, other, total } = await get<PageAnalyticsList>(`/v0/analytics/pages?${query}`);
      const counts = items.map(({ pageId, totalSessions }) => [pageId, totalSessions]);
      return [counts, other?.totalSessions, total.totalSessions];
    };
    const [first, second, third] = [
      [most.pageId, 3],
      [some.pageId, 2],
      [few.pageId, 1],
    ];
    expect(await pagesOf('')).toEqual([[first, second, third], undefined, 6]);
    expect(await pagesOf('limit=2')).toEqual([[first, second], 1, 6]);
    expect(await pagesOf('limit=2&sort=totalSessions')).toEqual([[third, second], 3, 6]);
  });
});
