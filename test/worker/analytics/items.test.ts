import { firstOf, pagesOf } from '../../../src/analytics/store/items.ts';
import { encodeCursor } from '../../../src/lib/cursor.ts';

describe('the items of an answer', () => {
  const items = [
    { id: null, rank: 2 },
    { id: 'b', rank: 2 },
    { id: 'd', rank: 1 },
    { id: 'a', rank: 2 },
    { id: 'c', rank: 9 },
  ];
  const idsOf = (list: typeof items) => list.map(({ id }) => id);

  test('are sorted by a number; of equal numbers by value, and the unknown value is last', () => {
    expect(idsOf(firstOf(items, { sort: '-totalSessions' }))).toEqual(['c', 'a', 'b', null, 'd']);
    expect(idsOf(firstOf(items, { sort: 'totalSessions' }))).toEqual(['d', 'a', 'b', null, 'c']);
    // Of records, the newest id is first.
    expect(idsOf(firstOf(items, { sort: '-totalSessions', ties: -1 }))).toEqual(['c', 'b', 'a', null, 'd']);
  });

  test('go on after a cursor, also among equal numbers', () => {
    const pages: (string | null)[][] = [];
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const page = pagesOf(['test'], { sort: '-totalSessions', limit: 2, cursor })(items);
      pages.push(idsOf(page.items));
      expect(page.hasMore).toBe(page.nextCursor !== null);
      cursor = page.nextCursor;
    }
    expect(pages).toEqual([['c', 'a'], ['b', null], ['d']]);
  });

  test.each(['', '[]', '["2","a"]', '[2]', '[2,{}]'])('refuse a cursor with the place %j', (place) => {
    const cursor = encodeCursor(['test'], place);
    expect(() => pagesOf(['test'], { sort: '-totalSessions', limit: 2, cursor })).toThrow(
      expect.objectContaining({ code: 'invalid_cursor' }),
    );
  });
});
