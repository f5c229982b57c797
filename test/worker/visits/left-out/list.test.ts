import type { Reason } from '../../../../src/visits/left-out/reasons.ts';
import type { LeftOutList } from '../../../../src/visits/left-out/schemas.ts';
import { dateOf, deliver, leftOut, list, onNewPage } from '../../support/left-out.ts';
import { newPlace } from '../../support/places.ts';
import { pagesOf } from '../../support/replies.ts';
import { day } from '../../support/times.ts';
import { newId, prepareVisits } from '../../support/visits.ts';

prepareVisits();
beforeAll(onNewPage);

describe('the list of visits that were left out', () => {
  const reasons: Reason[] = ['automated', 'bot', 'own', 'scanner'];

  test('has days, pages and reasons, latest first, and a page of it at a time', async () => {
    const pages = [await newPlace(), await newPlace()];
    const start = Date.UTC(2031, 4, 1, 23, 59);
    const messages = [0, 1, 2].flatMap((days) =>
      pages.flatMap(({ pageId }) =>
        reasons.map((reason) => leftOut({ pageId, reason, receivedAt: start + days * day })),
      ),
    );
    await deliver(...messages, leftOut({ ...messages[0], analyticsSessionId: newId() }));
    const expected = [2, 1, 0].flatMap((days) =>
      pages.toReversed().flatMap(({ pageId }, place) =>
        reasons.toReversed().map((reason) => ({
          date: dateOf(start + days * day),
          pageId,
          reason,
          count: days === 0 && place === 1 && reason === 'automated' ? 2 : 1,
        })),
      ),
    );
    const range = 'startDate=2031-05-01T00:00:00Z&endDate=2031-05-04T00:00:00Z';
    expect((await list(`${range}&limit=100`)).items).toEqual(expected);
    for (const filter of ['', `&pageId=${pages[0]?.pageId}`]) {
      const whole = expected.filter(({ pageId }) => filter === '' || pageId === pages[0]?.pageId);
      const found: LeftOutList['items'] = [];
      for await (const part of pagesOf((next) => list(`${range}${filter}&limit=5${next}`))) {
        expect(part.hasMore).toBe(part.nextCursor !== null);
        found.push(...part.items);
      }
      expect(found).toEqual(whole);
    }
  });

  test.each([
    ['startDate=2031-05-02T12:00:00Z', ['2031-05-03', '2031-05-02']],
    ['startDate=2031-05-03T00:00:00Z', ['2031-05-03']],
    ['startDate=2031-05-01T00:00:00Z&endDate=2031-05-02T00:00:00Z', ['2031-05-01']],
    ['startDate=2031-05-01T00:00:00Z&endDate=2031-05-02T00:00:00.001Z', ['2031-05-02', '2031-05-01']],
    ['startDate=2031-05-02T01:00:00%2B02:00&endDate=2031-05-02T02:00:00%2B02:00', ['2031-05-01']],
    ['startDate=2032-01-01T00:00:00Z', []],
    ['endDate=0001-01-01T00:00:00Z', []],
    ['startDate=9999-12-31T23:59:59Z', []],
  ])('of %s has the days that it touches: %j', async (range, dates) => {
    const { items } = await list(`${range}&limit=100`);
    expect([...new Set(items.map(({ date }) => date))]).toEqual(dates);
  });

  test.each([
    ['endDate=2031-05-01T00:00:00Z&startDate=2031-05-01T00:00:00Z', 'endDate'],
    ['startDate=2031-05-01', 'startDate'],
  ])('of %s is a 400', async (query, name) => {
    const { code, errors } = await list(query);
    expect([code, errors?.[0]?.path]).toEqual(['validation_failed', name]);
  });

  test('of an unknown page has nothing', async () => {
    await deliver(leftOut());
    expect(await list('pageId=page_none')).toEqual({ items: [], hasMore: false, nextCursor: null });
  });

  test('of a cursor of another list is a 400', async () => {
    const { nextCursor } = await list('limit=1');
    expect((await list(`limit=1&pageId=page_x&cursor=${nextCursor}`)).code).toBe('invalid_cursor');
  });
});
