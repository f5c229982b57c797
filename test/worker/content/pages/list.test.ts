import { describe, expect, test } from 'vitest';
import type { Page } from '../../../../src/content/pages/schemas.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import { list, newPage, patch, pathOf, post } from '../../support/pages.ts';
import { once, outcome } from '../../support/replies.ts';

describe('GET /v0/pages', () => {
  async function walk(limit: number, between: () => Promise<unknown> = async () => {}): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { items, hasMore, nextCursor }: List<Page> = await list(
        `limit=${limit}${cursor && `&cursor=${cursor}`}`,
      );
      expect(items.length).toBeLessThanOrEqual(limit);
      expect(hasMore).toBe(nextCursor !== null);
      ids.push(...items.map(({ pageId }) => pageId));
      cursor = nextCursor;
      await between();
    }
    return ids;
  }

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
    const expected = await walk(100);
    expect(expected).toEqual([...expected].sort().reverse());
    const seen = await walk(limit, () => newPage());
    expect(seen).toEqual(expected);
  });

  test('refuses a cursor of another list', async () => {
    const of = await newPage();
    for (let n = 0; n < 2; n++) await once('POST', `${pathOf(of)}/audiences`, {});
    const ofAudiences = await once<List<unknown>>('GET', `${pathOf(of)}/audiences?limit=1`);
    const { nextCursor } = ofAudiences.body;
    expect(nextCursor).not.toBeNull();
    expect(outcome(await once('GET', `/v0/pages?cursor=${nextCursor}`))).toEqual([400, 'invalid_cursor']);
  });
});
