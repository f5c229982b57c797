import { env } from 'cloudflare:workers';
import type { LeftOutMessage } from '../../../../src/visits/beacons/schemas.ts';
import type { Reason } from '../../../../src/visits/left-out/reasons.ts';
import type { LeftOutList } from '../../../../src/visits/left-out/schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { silent } from '../../support/faults.ts';
import { analytics, newPlace, type Place, sessions } from '../../support/places.ts';
import { pagesOf } from '../../support/replies.ts';
import { day, minute, now, setClock } from '../../support/times.ts';
import { held, messageOf, newId, prepareVisits, visitOf } from '../../support/visits.ts';

prepareVisits();

let page: Place;
beforeAll(async () => {
  page = await newPlace();
});

const leftOut = (fields: Partial<LeftOutMessage> = {}): LeftOutMessage => ({
  kind: 'left out',
  workspace: 'main',
  receivedAt: now,
  pageId: page.pageId,
  analyticsSessionId: newId(),
  reason: 'bot',
  ...fields,
});
const deliver = async (...messages: unknown[]) => {
  expect(await held.deliver(messages)).toEqual(messages.map(() => 'ack'));
};
const list = async (query = '', workspace: 'main' | 'acme' = 'main') =>
  (await send<LeftOutList & Problem>('GET', `/v0/analytics/left_out?${query}`, undefined, { workspace }))
    .body;
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
/** The counts of a page, as `date reason count`. */
const counts = async ({ pageId } = page) =>
  (await list(`pageId=${pageId}&limit=100`)).items.map(
    ({ date, reason, count }) => `${date} ${reason} ${count}`,
  );
const today = dateOf(now);
const ids = async () =>
  (await env.DB.prepare('select count(*) as n from left_out_visits').first<{ n: number }>())?.n;

describe('a visit that is left out', () => {
  test('counts once, however often it is delivered and in whatever order', async () => {
    page = await newPlace();
    const visit = leftOut();
    const copies = Array.from({ length: 50 }, (_, index) => ({ ...visit, receivedAt: now + index }));
    await deliver(...copies);
    await Promise.all(copies.map((copy) => deliver(copy)));
    await deliver(...copies.toReversed());
    expect(await counts()).toEqual([`${today} bot 1`]);
    expect(await analytics(page)).toMatchObject([{ totalSessions: 0 }]);
  });

  test('counts once when its beacons are on both sides of midnight', async () => {
    const midnight = Math.floor(now / day) * day;
    for (const order of [
      [-1, 1],
      [1, -1],
    ]) {
      page = await newPlace();
      const visit = leftOut();
      for (const minutes of order) await deliver({ ...visit, receivedAt: midnight + minutes * minute });
      expect(await counts()).toHaveLength(1);
    }
    page = await newPlace();
    const visit = leftOut();
    await deliver({ ...visit, receivedAt: midnight + 1 }, { ...visit, receivedAt: midnight - 1 });
    expect(await counts()).toEqual([`${dateOf(midnight - 1)} bot 1`]);
  });

  test('counts by its first reason', async () => {
    page = await newPlace();
    const visit = leftOut({ reason: 'scanner' });
    await deliver(visit);
    await deliver({ ...visit, reason: 'own' });
    expect(await counts()).toEqual([`${today} scanner 1`]);
  });

  test.each([
    ['kind', 'left'],
    ['receivedAt', 'now'],
    ['reason', 'dull'],
    ['reason', null],
    ['pageId', null],
    ['analyticsSessionId', 1],
  ])('with a malformed %s (%j) is tried again, and the others count', async (name, value) => {
    page = await newPlace();
    const { result } = await silent(() =>
      held.deliver([leftOut(), { ...leftOut(), [name]: value }, leftOut()]),
    );
    expect(result).toEqual(['ack', 'retry', 'ack']);
    expect(await counts()).toEqual([`${today} bot 2`]);
  });
});

describe('a visit of a page that does not exist', () => {
  test('counts without the id, which anyone can make up', async () => {
    const before = (await list('limit=100')).items.filter(({ pageId }) => pageId === null);
    expect(before).toEqual([]);
    const garbage = ["'; drop table pages; --", 'page_none', 'x'.repeat(255), '\u{1f4a9}', ''];
    await deliver(...garbage.map((pageId) => messageOf(visitOf(newId(), { pageId }))));
    const again = messageOf(visitOf(newId(), { pageId: 'page_none' }));
    await deliver(again, again);
    await deliver(
      leftOut({ pageId: 'page_none', reason: 'bot' }),
      leftOut({ pageId: 'page_nil', reason: 'bot' }),
    );
    expect((await list('limit=100')).items.filter(({ pageId }) => pageId === null)).toEqual([
      { date: today, pageId: null, reason: 'unknown_page', count: garbage.length + 1 },
      { date: today, pageId: null, reason: 'bot', count: 2 },
    ]);
    const { results } = await env.DB.prepare('select distinct page_id as id from left_out_visits').all();
    const kept = results.map(({ id }) => String(id));
    expect(kept.filter((id) => id !== '' && !/^page_[0-9a-z]{26}$/.test(id))).toEqual([]);
  });
});

describe('a visit counts as a session or as left out, never as both', () => {
  test.each([
    ['its first beacon is left out', [0, 1]],
    ['the queue turns the order round', [1, 0]],
    ['a beacon is left out again', [0, 1, 0]],
    ['all come twice', [0, 0, 1, 1, 0, 1]],
    ['all come in one batch', undefined],
  ])('when %s', async (_what, order) => {
    page = await newPlace();
    const id = newId();
    const beacons = [
      leftOut({ analyticsSessionId: id, reason: 'scanner' }),
      messageOf(visitOf(id, page), now + 20_000),
    ];
    if (order) for (const index of order) await deliver(beacons[index]);
    else await deliver(...beacons, ...beacons);
    expect(await counts()).toEqual([]);
    expect((await sessions(page)).items.map(({ analyticsSessionId }) => analyticsSessionId)).toEqual([id]);
  });

  test('when its beacons are a day apart', async () => {
    page = await newPlace();
    const id = newId();
    await deliver(leftOut({ analyticsSessionId: id, receivedAt: now - day + minute }));
    const long = { elapsedMs: day, activeMs: day, engagedMs: 0 };
    await deliver(messageOf(visitOf(id, { ...page, ...long })));
    expect(await counts()).toEqual([]);
  });

  test('and others stay counted', async () => {
    page = await newPlace();
    const id = newId();
    await deliver(leftOut(), leftOut({ analyticsSessionId: id }), leftOut({ reason: 'own' }));
    expect(await counts()).toEqual([`${today} own 1`, `${today} bot 2`]);
    await deliver(messageOf(visitOf(id, page)));
    expect(await counts()).toEqual([`${today} own 1`, `${today} bot 1`]);
  });

  test('as a session when it is left out later', async () => {
    page = await newPlace();
    const id = newId();
    await deliver(messageOf(visitOf(id, page)));
    await deliver(leftOut({ analyticsSessionId: id, reason: 'own' }));
    expect(await counts()).toEqual([]);
  });
});

describe('the list', () => {
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

  test('of a cursor of another list is a 400', async () => {
    const { nextCursor } = await list('limit=1');
    expect((await list(`limit=1&pageId=page_x&cursor=${nextCursor}`)).code).toBe('invalid_cursor');
  });
});

describe('the cron', () => {
  test('removes ids of more than three days, and keeps the counts', async () => {
    await env.DB.prepare('delete from left_out_visits').run();
    page = await newPlace();
    const start = Date.UTC(2033, 0, 10);
    const visits = [0, 1, 2, 3].map((days) => leftOut({ receivedAt: start - days * day }));
    await deliver(...visits);
    const before = await counts();
    setClock(start);
    await held.cron();
    expect(await ids()).toBe(4);
    vi.setSystemTime(start + day - 1);
    await held.cron();
    expect(await ids()).toBe(4);
    vi.setSystemTime(start + day);
    await held.cron();
    expect(await ids()).toBe(3);
    expect(await counts()).toEqual(before);
    vi.useRealTimers();
  });

  test('removes 10,000 a minute', async () => {
    await env.DB.prepare(
      `insert into left_out_visits (day, analytics_session_id, page_id, reason)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 10001)
      select 1, i, '', 'bot' from n`,
    ).run();
    const [waiting] = [await ids()];
    await held.cron();
    expect(await ids()).toBe((waiting ?? 0) - 10_000);
    await held.cron();
    await held.cron();
  });
});
