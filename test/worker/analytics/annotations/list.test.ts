import { list, newAnnotation } from '../../support/annotations.ts';
import { clonesOf } from '../../support/clones.ts';
import { newPageId } from '../../support/pages.ts';
import { pagesOf } from '../../support/replies.ts';

const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}T10:00:00.000Z`;
let page = '';
let other = '';

beforeAll(async () => {
  [page, other] = [await newPageId(), await newPageId()];
  // Out of order, and three at the same time.
  for (const n of [5, 1, 3, 9, 3])
    await newAnnotation({ pageId: page, happenedAt: day(n), text: `page ${n}` });
  for (const n of [4, 2, 3, 8]) await newAnnotation({ happenedAt: day(n), text: `all ${n}` });
  for (const n of [6, 3]) await newAnnotation({ pageId: other, happenedAt: day(n), text: `other ${n}` });
});

/** The texts of all items, page by page. */
async function walk(query: string, limit: number) {
  const texts: string[] = [];
  const read = (next: string) => list(`${query}&limit=${limit}${next}`);
  for await (const { items, hasMore, nextCursor, totalCount } of pagesOf(read)) {
    expect([hasMore, items.length <= limit]).toEqual([nextCursor !== null, true]);
    texts.push(...items.map(({ text }) => text));
    if (!hasMore) expect(totalCount).toBe(texts.length);
  }
  return texts;
}

const days = (texts: string[]) => texts.map((text) => Number(text.split(' ')[1]));

describe('the list of annotations', () => {
  test.each([1, 2, 3, 100])('has every annotation once, the latest first, %i a page', async (limit) => {
    const texts = await walk('', limit);
    expect(days(texts)).toEqual([9, 8, 6, 5, 4, 3, 3, 3, 3, 2, 1]);
    expect(texts).toEqual(await walk('', 100));
  });

  test.each([1, 2, 3, 100])('of a page has its own and those of the workspace, %i a page', async (limit) => {
    const texts = await walk(`pageId=${page}`, limit);
    expect(days(texts)).toEqual([9, 8, 5, 4, 3, 3, 3, 2, 1]);
    expect(texts.some((text) => text.startsWith('other'))).toBe(false);
    expect(texts).toEqual(await walk(`pageId=${page}`, 100));
  });

  test('of an unknown page has those of the workspace', async () => {
    expect(await walk('pageId=page_none', 100)).toEqual(['all 8', 'all 4', 'all 3', 'all 2']);
  });

  test.each(['', 'page'])('begins with its start date and ends before its end date (%s)', async (of) => {
    const query = of && `pageId=${page}&`;
    const range = (start: string, end: string) => walk(`${query}startDate=${start}&endDate=${end}`, 2);
    expect(new Set(days(await range(day(3), day(5))))).toEqual(new Set([4, 3]));
    expect(new Set(days(await walk(`${query}startDate=${day(8)}`, 2)))).toEqual(new Set([9, 8]));
    expect(new Set(days(await walk(`${query}endDate=${day(3)}`, 1)))).toEqual(new Set([2, 1]));
    expect(await range(day(10), day(11))).toEqual([]);
  });
});

test('annotations are counted to 1,000', async () => {
  const change = (n: number) => ({ annotation_id: `annotation_${n}` });
  const copies = await clonesOf('annotations', change, { from: 0, inPlaceOf: 'true' });
  const total = async () => (await list('limit=1')).totalCount;
  await copies.fill(1000);
  expect(await total()).toBe(1000);
  await copies.fill(1001);
  expect(await total()).toBeNull();
});
