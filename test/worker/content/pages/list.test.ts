import type { Page } from '../../../../src/content/pages/schemas.ts';
import { list, newPage, patch, post } from '../../support/pages.ts';
import { walk } from '../../support/replies.ts';

describe('the list of pages', () => {
  test('lists newest first, 50 by default, with an exact total', async () => {
    const before = (await list('limit=1')).totalCount;
    const made: Page[] = [];
    for (let n = 0; n < 55; n++) made.push(await newPage());
    const { items, totalCount, hasMore } = await list();
    expect([items.length, totalCount, hasMore]).toEqual([50, before + 55, true]);
    expect(items).toEqual(made.reverse().slice(0, 50));
    await post({ url: made[0]?.url });
    await patch(made[1] as Page, { title: 'Still one' });
    expect((await list('limit=100')).totalCount).toBe(before + 55);
  });

  test.each([7, 100])('shows every page once while others are created, %i a page', async (limit) => {
    const ids = async (limit: number, between?: () => Promise<unknown>) =>
      (await walk<Page>('/v0/pages', limit, between)).map(({ pageId }) => pageId);
    const expected = await ids(100);
    expect(expected).toEqual([...expected].sort().reverse());
    expect(await ids(limit, newPage)).toEqual(expected);
  });
});
