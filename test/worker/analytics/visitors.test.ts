import { env } from 'cloudflare:workers';
import type { AccountAnalyticsList, PersonAnalyticsList } from '../../../src/analytics/visitor-schemas.ts';
import { removeSessions } from '../../../src/analytics/worker/remove.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { at } from '../support/analytics.ts';
import { correctionsCount, expectExactBlocks } from '../support/blocks.ts';
import { openTestDatabase, type Problem, send } from '../support/client.ts';
import { newPlace, type Place } from '../support/places.ts';
import { ok, pagesOf } from '../support/replies.ts';
import { changeSessions, forgetSessions, insertSessions } from '../support/sessions.ts';
import { costOf } from '../support/statements.ts';
import { day, later, minute, noon, setClock } from '../support/times.ts';

// Who came. The numbers are those of a model: test/worker/models/visitors.test.ts.

let one: Place;
beforeAll(async () => {
  one = await newPlace();
});
beforeEach(forgetSessions);
afterEach(() => vi.useRealTimers());

const seal = () => sealSessions(openTestDatabase(), later, { isForced: true });

/** A number from the id of a session: the same each time. */
const n = 'cast(substr(analytics_session_id, -6) as integer)';
/** Gives sessions recipients and senders of forms: persons of accounts, persons without, and both, alike or not. */
const giveVisitors = (turn = 0) =>
  changeSessions(
    one,
    `recipient_person_id = iif(${n} % 2 = 0, 'person_' || ((${n} + ${turn}) % 5), null),
    recipient_account_id = iif(${n} % 2 = 0 and ${n} % 5 <> 3, 'account_' || ((${n} + ${turn}) % 3), null),
    person_id = iif(${n} % 3 = 0, 'person_' || (${n} % 7), null),
    account_id = iif(${n} % 3 = 0, iif(${n} % 7 = 1, '', 'account_' || (${n} % 4)), null)`,
  );

type Lists = AccountAnalyticsList & PersonAnalyticsList;
type Kind = 'account' | 'person';
const ask = (kind: Kind, query = '') => send<Lists & Problem>('GET', `/v0/analytics/${kind}s?${query}`);
const answer = (kind: Kind, query: string) => ok(ask(kind, query));

describe('accounts and persons that came', () => {
  test('are asked for in one round trip, and read no row of a session that is sealed', async () => {
    await insertSessions(one, 2500, { start: `${noon} + n * 1000` });
    await giveVisitors();
    await seal();
    const { trips, read, written } = await costOf(() => ask('account'));
    expect({ trips, written }).toEqual({ trips: 1, written: 0 });
    expect(read).toBeLessThan(60);
  });

  test('have a visit as its recipient and as its sender, once if they are the same; visits of nobody are unknown', async () => {
    await insertSessions(one, 6, { start: `${noon} + n * 60000` });
    // Anna's link, Anna's link that Ben of her company sends a form from, her own form, Carl's form, nobody, and a sender
    // of before migration 0034, of whom only the person is known.
    const roles: [recipient: string | null, sender: string | null][] = [
      ['anna', null],
      ['anna', 'ben'],
      ['anna', 'anna'],
      [null, 'carl'],
      [null, null],
      [null, 'dora'],
    ];
    const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
    const accountOf = (who: string | null) =>
      who === null || who === 'dora' ? null : who === 'carl' ? 'beta' : 'alpha';
    for (const [index, [recipient, sender]] of roles.entries())
      await changeSessions(
        one,
        `recipient_person_id = ${text(recipient)}, recipient_account_id = ${text(accountOf(recipient))},
        person_id = ${text(sender)}, account_id = ${text(accountOf(sender))}`,
        `${n} = ${index}`,
      );
    const minuteOf = (index: number) => at(noon + index * minute);
    const accounts = (await ask('account')).body;
    expect(accounts.items).toMatchObject([
      {
        accountId: 'alpha',
        totalSessions: 3,
        recipientSessions: 3,
        formSessions: 2,
        peopleCount: 2,
        firstVisitAt: minuteOf(0),
        lastVisitAt: minuteOf(2),
      },
      { accountId: 'beta', totalSessions: 1, recipientSessions: 0, formSessions: 1, peopleCount: 1 },
    ]);
    for (const item of accounts.items)
      expect(item.engagedSessions).toBe(item.bounceEligibleSessions - item.bounceCount);
    const persons: PersonAnalyticsList = (await ask('person')).body;
    expect(persons.items.map(({ personId, totalSessions }) => [personId, totalSessions])).toEqual([
      ['anna', 3],
      ['ben', 1],
      ['carl', 1],
    ]);
    // Items may add up to more than all visits.
    for (const { total, unknown } of [accounts, persons])
      expect([total.totalSessions, unknown.totalSessions]).toEqual([6, 2]);
    const later = (await ask('account', `startDate=${minuteOf(2)}`)).body.items;
    expect(later.map(({ firstVisitAt, peopleCount }) => [firstVisitAt, peopleCount])).toEqual([
      [minuteOf(2), 1],
      [minuteOf(3), 1],
    ]);
  });

  test('are listed page by page, by any number, and each once', async () => {
    await insertSessions(one, 60, { start: `${noon} + n * 60000` });
    await giveVisitors();
    const whole = (await ask('account')).body;
    for (const name of [
      'lastVisitAt',
      'peopleCount',
      'engagedSessions',
      'conversionCount',
      'firstVisitAt',
    ] as const)
      for (const sign of ['', '-']) {
        const ids: string[] = [];
        const values: (string | number)[] = [];
        const read = (next: string) => answer('account', `limit=1&sort=${sign}${name}${next}`);
        for await (const page of pagesOf(read))
          for (const item of page.items) {
            ids.push(item.accountId);
            values.push(item[name]);
          }
        expect(ids.toSorted()).toEqual(whole.items.map(({ accountId }) => accountId).sort());
        const known = new Map(whole.items.map((item) => [item.accountId, item[name]]));
        expect(values).toEqual(ids.map((id) => known.get(id)));
        const ascending = values.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
        expect(values).toEqual(sign === '' ? ascending : ascending.reverse());
      }
  });

  test('of a range that retention has removed are unknown', async () => {
    await insertSessions(one, 40, { start: `${noon - 3 * day} + n` });
    await giveVisitors();
    await seal();
    await removeSessions(openTestDatabase(), noon - day, later);
    const { body } = await ask('account');
    expect(body).toMatchObject({ items: [], totalCount: 0, unknown: { totalSessions: 40 } });
    expect(body.wholeDaysBefore).toBeDefined();
    const { results } = await env.DB.prepare('select * from session_blocks').all();
    expect(JSON.stringify(results)).not.toMatch(/(?:person|account)_\d/);
  });

  test('are known again, and nothing is stuck, after a version without them has sealed sessions', async () => {
    await insertSessions(one, 60, { start: `${noon} + n * 1000` });
    await giveVisitors();
    await seal();
    // The release before migration 0034 writes blocks without these columns, for example after a rollback.
    await env.DB.prepare(
      `update session_blocks set person_id = '[]', account_id = '[]', recipient_person_id = '[]',
        recipient_account_id = '[]'`,
    ).run();
    await giveVisitors(2);
    await changeSessions(one, 'total_clicks_count = total_clicks_count + 1');
    await changeSessions(one, 'recipient_person_id = null, recipient_account_id = null', `${n} % 3 = 0`);
    expect(await correctionsCount()).toBe(60);
    // Until the blocks are written again, they lack visitors that the corrections take away.
    for (const kind of ['account', 'person'] as const) expect((await ask(kind)).status).toBe(200);
    await seal();
    expect(await correctionsCount()).toBe(0);
    await expectExactBlocks();
  });

  test('are known again after a version without them has written a block with more sessions', async () => {
    const columns = ['person_id', 'account_id', 'recipient_person_id', 'recipient_account_id'];
    const stored = () => env.DB.prepare(`select page_id, ${columns.join(', ')} from session_blocks`).all();
    await insertSessions(one, 600, { start: `${noon} + n * 1000` });
    await giveVisitors();
    await seal();
    const { results } = await stored();
    await insertSessions(one, 300, { id: "'later-'", start: `${noon} + 700000 + n * 1000` });
    await giveVisitors(3);
    await seal();
    // As that version leaves them: the other columns have 900 sessions, these have 600, of other visitors.
    for (const { page_id: pageId, ...row } of results)
      await env.DB.prepare(
        `update session_blocks set ${columns.map((name) => `${name} = ?`).join(', ')} where page_id = ?`,
      )
        .bind(...columns.map((name) => row[name]), pageId)
        .run();
    expect((await ask('account')).body).toMatchObject({ total: { totalSessions: 900 } });
    await changeSessions(one, 'total_clicks_count = total_clicks_count + 1');
    for (let run = 0; run < 5; run++) await seal();
    expect(await correctionsCount()).toBe(0);
    await expectExactBlocks();
  });

  test('are refused with a cursor of another order, and of a page that does not exist', async () => {
    await insertSessions(one, 20);
    await giveVisitors();
    const { nextCursor } = await answer('account', 'limit=1');
    const other = await ask('account', `sort=peopleCount&cursor=${nextCursor}`);
    expect([other.status, other.body.code]).toEqual([400, 'invalid_cursor']);
    const none = await ask('account', 'pageId=page_01kafz8q6tf7n9t3cwh2k5v4xe');
    expect([none.status, none.body.code]).toEqual([404, 'page_not_found']);
    const wrong = await ask('person', 'sort=peopleCount');
    expect([wrong.status, wrong.body.code]).toEqual([400, 'validation_failed']);
  });

  test('are refused with too_many_values beyond some 60,000; the people of accounts are counted', async () => {
    await insertSessions(one, 100_002, { start: `${noon} + n` });
    const who = `recipient_person_id = 'person_' || ${n}, recipient_account_id = 'account_' || (${n} % 2)`;
    await changeSessions(one, who);
    expect((await ask('person')).body.code).toBe('too_many_values');
    for (const query of ['', 'limit=1&sort=peopleCount']) {
      const { items } = await answer('account', query);
      for (const item of items) expect(item).toMatchObject({ totalSessions: 50_001, peopleCount: 50_001 });
    }
    const some = await ask('person', `endDate=${at(noon + 60_000)}&limit=1`);
    expect(some.body).toMatchObject({ totalCount: 60_000, total: { totalSessions: 60_000 } });
  });
});

describe('the sessions of accounts and persons by step', () => {
  const begin = Date.parse('2026-03-23T21:30:00Z');
  const whole = 'startDate=2026-03-22T00:00:00Z&endDate=2026-04-06T00:00:00Z';

  test('do not bind a cursor: the next page may be asked for by other steps, or by none', async () => {
    await insertSessions(one, 200, { start: `${begin} + n * ${minute}` });
    await giveVisitors();
    const query = `${whole}&interval=day&timezone=Asia/Tokyo`;
    const { nextCursor } = await answer('person', `${query}&limit=2`);
    const next = (by: string) => answer('person', `${by}&limit=2&cursor=${nextCursor}`);
    const { items } = await next(query);
    const byWeek = await next(`${whole}&interval=week`);
    const plain = await next(query.replace(/&interval=\w+/, ''));
    const withoutSeries = (all: object[]) => all.map((item) => ({ ...item, series: undefined }));
    for (const other of [byWeek, plain]) expect(withoutSeries(other.items)).toEqual(withoutSeries(items));
    expect([byWeek.steps?.length, plain.steps]).toEqual([3, undefined]);
  });

  test('are asked for in one round trip, which reads no more than without', async () => {
    await insertSessions(one, 2500, { start: `${begin} + n * ${minute}` });
    await giveVisitors();
    await seal();
    const range = `${whole}&timezone=Asia/Kathmandu`;
    const priceOf = async (query: string) => {
      const { trips, read, written } = await costOf(() => answer('account', query));
      return { trips, read, written };
    };
    // The key is looked up again after a minute.
    setClock();
    await answer('account', range);
    const plain = await priceOf(range);
    // Days of this zone begin within an hour, and steps begin within blocks.
    for (const interval of ['hour', 'day', 'week'])
      expect(await priceOf(`${range}&interval=${interval}`)).toEqual(plain);
    expect(plain.trips).toBe(1);
  });

  test('are no more than the visits that are known after retention', async () => {
    await insertSessions(one, 40, { start: `${begin} + n` });
    await insertSessions(one, 40, { start: `${begin + 3 * day} + n`, id: "'later-'" });
    await giveVisitors();
    await seal();
    await removeSessions(openTestDatabase(), begin + 2 * day, later);
    const body = await answer('account', `${whole}&interval=week`);
    expect(body.wholeDaysBefore).toBeDefined();
    expect(body.items.length).toBeGreaterThan(2);
    for (const { series, totalSessions } of body.items) expect(series).toEqual([0, totalSessions, 0]);
  });

  test('of nobody are none, with the steps of the range', async () => {
    const body = await answer('person', `${whole}&interval=week`);
    expect(body).toMatchObject({
      items: [],
      steps: [
        { start: '2026-03-16T00:00:00.000Z', end: '2026-03-23T00:00:00.000Z' },
        { start: '2026-03-23T00:00:00.000Z', end: '2026-03-30T00:00:00.000Z' },
        { start: '2026-03-30T00:00:00.000Z', end: '2026-04-06T00:00:00.000Z' },
      ],
    });
  });

  test('are refused for an interval that does not exist, and for more than 1,000 steps', async () => {
    for (const kind of ['account', 'person'] as const) {
      const violations = async (query: string) => {
        const { status, body } = await ask(kind, query);
        return [status, body.code, body.errors?.map(({ path, code }) => [path, code])];
      };
      expect(await violations('interval=year')).toEqual([
        400,
        'validation_failed',
        [['interval', 'not_allowed']],
      ]);
      const tooMany = [400, 'validation_failed', [['endDate', 'too_large']]];
      const start = 'startDate=2026-01-01T00:00:00Z';
      expect(await violations(`${start}&endDate=2026-02-11T16:00:01Z&interval=hour`)).toEqual(tooMany);
      // A range that is open has steps without end.
      expect(await violations('interval=month')).toEqual(tooMany);
      expect(await violations(`${start}&interval=day`)).toEqual(tooMany);
      const most = await answer(kind, `${start}&endDate=2026-02-11T16:00:00Z&interval=hour`);
      expect(most.steps).toHaveLength(1000);
    }
  });
});
