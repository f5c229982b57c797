import { env } from 'cloudflare:workers';
import type { Annotation } from '../../../../src/analytics/annotations/schemas.ts';
import { list, newAnnotation, pathOf, post } from '../../support/annotations.ts';
import type { Problem } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { etagOf, once, outcome, pagesOf, timestamp, violationsOf } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

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

// Before the annotations of other tests.
describe('the list', () => {
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

const patch = (of: Annotation, fields: object, tag?: string) =>
  once<Annotation & Problem>('PATCH', pathOf(of), fields, tag ? { headers: { 'if-match': tag } } : {});

describe('an annotation', () => {
  test('without a page is one of the workspace', async () => {
    expect([(await newAnnotation()).pageId, (await newAnnotation({ pageId: null })).pageId]).toEqual([
      null,
      null,
    ]);
  });

  test.each(['1970-01-01T00:00:00Z', '2099-12-31T23:59:59.999Z', '2027-05-01T12:00:00+02:00'])(
    'may be of %s',
    async (happenedAt) => {
      expect((await newAnnotation({ happenedAt })).happenedAt).toBe(new Date(happenedAt).toISOString());
    },
  );

  test.each([
    '1969-12-31T23:59:59.999Z',
    '2100-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T00:00:00Z',
  ])('is not of %s', async (happenedAt) => {
    const reply = await writesNothing(() => post({ happenedAt }));
    expect(violationsOf(reply)).toEqual(['body happenedAt invalid_value']);
  });

  test('of an unknown page is a 404, and writes nothing', async () => {
    const annotation = await newAnnotation();
    await writesNothing(async () => {
      for (const pageId of ['page_none', '%', "' or 1=1--"]) {
        expect(outcome(await post({ pageId }))).toEqual([404, 'page_not_found']);
        expect(outcome(await patch(annotation, { pageId, text: 'Moved' }))).toEqual([404, 'page_not_found']);
      }
    });
  });

  test('changes and keeps its author, unless it has changed since it was read', async () => {
    const made = await post();
    const pageId = await newPageId();
    const change = { text: 'Old price', happenedAt: '2026-03-05T00:00:00.000Z', pageId };
    const changed = await patch(made.body, change, etagOf(made));
    expect([changed.status, changed.body]).toEqual([200, { ...made.body, ...change, updatedAt: timestamp }]);
    expect((await patch(made.body, { pageId: null })).body.pageId).toBeNull();
    await writesNothing(async () => {
      for (const fields of [{ text: 'Late' }, { pageId: 'page_none' }, {}]) {
        const late = await patch(made.body, fields, etagOf(made));
        expect(outcome(late)).toEqual([412, 'precondition_failed']);
      }
      expect((await patch(made.body, {})).status).toBe(200);
    });
  });

  test('is deleted with its text, and the same answer comes again', async () => {
    const made = await post();
    const { annotationId } = made.body;
    const late = await once('DELETE', pathOf(made.body), undefined, { headers: { 'if-match': '"9"' } });
    expect(outcome(late)).toEqual([412, 'precondition_failed']);
    const first = await once('DELETE', pathOf(made.body), undefined, {
      headers: { 'if-match': etagOf(made) },
    });
    expect([first.status, first.body]).toEqual([200, { annotationId, deletedAt: timestamp }]);
    await writesNothing(async () => {
      expect((await once('DELETE', pathOf(made.body))).text).toBe(first.text);
      for (const [method, body] of [['GET'], ['PATCH', { text: 'X' }], ['PATCH', {}]] as const)
        expect(outcome(await once(method, pathOf(made.body), body))).toEqual([404, 'annotation_not_found']);
    });
    expect((await list('limit=100')).items.map((item) => item.annotationId)).not.toContain(annotationId);
    const row = env.DB.prepare('select text, author from annotations where annotation_id = ?');
    expect(await row.bind(annotationId).first()).toEqual({ text: '', author: '' });
  });
});
