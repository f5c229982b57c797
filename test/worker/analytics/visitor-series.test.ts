import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Timeseries } from '../../../src/analytics/schemas.ts';
import type { AccountAnalyticsList, PersonAnalyticsList } from '../../../src/analytics/visitor-schemas.ts';
import { VisitorSeries } from '../../../src/analytics/visitor-series.ts';
import { removeSessions } from '../../../src/analytics/worker/remove.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { openTestDatabase, type Problem, send } from '../support/client.ts';
import {
  changeSessions,
  correctionsCount,
  forgetSessions,
  insertSessions,
  later,
} from '../support/sessions.ts';
import { costOf } from '../support/statements.ts';
import { day, minute, newPlace, type Place } from '../support/visits.ts';

// Who came, by the steps of a range: the numbers are those of a scan, in the steps that a series of the page has.

let one: Place;
beforeAll(async () => {
  one = await newPlace();
});
beforeEach(forgetSessions);

const seal = () => sealSessions(openTestDatabase(), later, { isForced: true });

/** A number from the id of a session: the same each time. */
const n = 'cast(substr(analytics_session_id, -6) as integer)';
/** Gives sessions recipients and senders: of the same company, of two, and nobody. */
const giveVisitors = (turn = 0, where = 'true') =>
  changeSessions(
    one,
    `recipient_person_id = iif(${n} % 4 > 0, 'person_' || ((${n} + ${turn}) % 5), null),
    recipient_account_id = iif(${n} % 4 > 0, 'account_' || ((${n} + ${turn}) % 3), null),
    person_id = iif(${n} % 3 = 0, 'person_' || (${n} % 7), null),
    account_id = iif(${n} % 3 = 0, 'account_' || (${n} % 4), null)`,
    where,
  );

type Kind = 'account' | 'person';
type Lists = AccountAnalyticsList & PersonAnalyticsList;
const ask = (kind: Kind, query: string) => send<Lists & Problem>('GET', `/v0/analytics/${kind}s?${query}`);
async function answer(kind: Kind, query: string) {
  const { status, text, body } = await ask(kind, query);
  expect(status, text).toBe(200);
  return body;
}

interface Row {
  started: number;
  country: string | null;
  account: string[];
  person: string[];
}
async function scan(): Promise<Row[]> {
  const { results } = await env.DB.prepare(
    `select session_started_at as started, country,
      json_array(recipient_account_id, account_id) as account, json_array(recipient_person_id, person_id) as person
    from audience_sessions`,
  ).all<{ started: number; country: string | null; account: string; person: string }>();
  return results.map(({ started, country, account, person }) => ({
    started,
    country,
    account: JSON.parse(account),
    person: JSON.parse(person),
  }));
}

interface Asked {
  start: string;
  end: string;
  interval: string;
  timezone: string;
}
const queryOf = ({ start, end, interval, timezone }: Asked) =>
  `startDate=${start}&endDate=${end}&interval=${interval}&timezone=${timezone}`;

/** Holds that the series of both kinds are those of a scan, in the steps of the page's series. */
async function expectScan(asked: Asked, country?: string) {
  const rows = (await scan()).filter((row) => country === undefined || row.country === country);
  const query = queryOf(asked);
  const { items: steps } = (
    await send<Timeseries>('GET', `/v0/pages/${one.pageId}/analytics/timeseries?${query}`)
  ).body;
  const [start, end] = [Date.parse(asked.start), Date.parse(asked.end)];
  const inRange = rows.filter(({ started }) => started >= start && started < end);
  for (const kind of ['account', 'person'] as const) {
    const filtered = `${query}${country === undefined ? '' : `&country=${country}`}`;
    const body = await answer(kind, filtered);
    expect(body.steps).toEqual(steps.map(({ start, end }) => ({ start, end })));
    expect(body.items.length).toBeGreaterThan(2);
    for (const item of body.items) {
      const own = inRange.filter((row) => row[kind].includes(item[`${kind}Id`]));
      const series = steps.map(
        (step) =>
          own.filter(({ started }) => started >= Date.parse(step.start) && started < Date.parse(step.end))
            .length,
      );
      expect(item.series, query).toEqual(series);
      expect(item.totalSessions).toBe(own.length);
    }
    // Nothing else changes.
    const plain = await answer(kind, filtered.replace(/&interval=\w+/, ''));
    const { steps: _, ...others } = body;
    expect({ ...others, items: others.items.map(({ series, ...item }) => item) }).toEqual(plain);
  }
}

/** The night in which clocks in Berlin are set forward: sessions every 83 minutes, for 12 days around it. */
const begin = Date.parse('2026-03-23T21:30:00Z');
const whole = { start: '2026-03-22T00:00:00Z', end: '2026-04-06T00:00:00Z' };
const insert = () => insertSessions(one, 200, { start: `${begin} + n * ${83 * minute}` });

describe('the sessions of accounts and persons by step', () => {
  test('are those of a scan in any zone, while sessions wait, are sealed and are corrected', async () => {
    await insert();
    await changeSessions(one, `country = iif(${n} % 3 = 0, 'DE', null)`);
    await giveVisitors();
    const expectAll = async () => {
      for (const timezone of ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'])
        await expectScan({ ...whole, interval: 'day', timezone });
      await expectScan({ ...whole, interval: 'week', timezone: 'Europe/Berlin' }, 'DE');
      await expectScan({ ...whole, interval: 'month', timezone: 'Pacific/Auckland' });
      await expectScan({ ...whole, interval: 'hour', timezone: 'Australia/Lord_Howe' });
      // Both ends cut a step, one of them at a session.
      const start = new Date(begin + 20 * 83 * minute + 1).toISOString();
      const end = new Date(begin + 150 * 83 * minute).toISOString();
      await expectScan({ start, end, interval: 'day', timezone: 'Europe/Berlin' });
      // One step has the whole range.
      await expectScan({ ...whole, start: '2026-03-25T10:00:00Z', interval: 'month', timezone: 'UTC' }, 'DE');
    };
    await expectAll();
    await seal();
    await expectAll();
    await giveVisitors(2, `${n} % 4 < 2`);
    await changeSessions(one, `session_started_at = session_started_at - ${day}`, `${n} % 5 = 0`);
    await changeSessions(one, 'recipient_person_id = null, recipient_account_id = null', `${n} in (1, 198)`);
    expect(await correctionsCount()).toBeGreaterThan(70);
    await expectAll();
    await seal();
    expect(await correctionsCount()).toBe(0);
    await expectAll();
  });

  test('stand in each page of a list, in the steps of the range', async () => {
    await insert();
    await giveVisitors();
    const query = queryOf({ ...whole, interval: 'day', timezone: 'Asia/Tokyo' });
    for (const kind of ['account', 'person'] as const) {
      const { items, steps } = await answer(kind, `${query}&sort=lastVisitAt`);
      const listed: Lists['items'] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Lists = await answer(
          kind,
          `${query}&sort=lastVisitAt&limit=2${cursor && `&cursor=${cursor}`}`,
        );
        expect(page.steps).toEqual(steps);
        listed.push(...page.items);
        cursor = page.nextCursor;
      }
      expect(listed).toEqual(items);
    }
  });

  test('do not bind a cursor: the next page may be asked for by other steps, or by none', async () => {
    await insert();
    await giveVisitors();
    const query = queryOf({ ...whole, interval: 'day', timezone: 'Asia/Tokyo' });
    const { nextCursor } = await answer('person', `${query}&limit=2`);
    const next = (by: string) => answer('person', `${by}&limit=2&cursor=${nextCursor}`);
    const { items } = await next(query);
    const byWeek = await next(queryOf({ ...whole, interval: 'week', timezone: 'UTC' }));
    const plain = await next(query.replace(/&interval=\w+/, ''));
    const withoutSeries = (all: object[]) => all.map((item) => ({ ...item, series: undefined }));
    for (const other of [byWeek, plain]) expect(withoutSeries(other.items)).toEqual(withoutSeries(items));
    expect([byWeek.steps?.length, plain.steps]).toEqual([3, undefined]);
  });

  test('are asked for in one round trip, which reads no more than without', async () => {
    await insertSessions(one, 2500, { start: `${begin} + n * ${minute}` });
    await giveVisitors();
    await seal();
    const range = `startDate=${whole.start}&endDate=${whole.end}&timezone=Asia/Kathmandu`;
    const priceOf = async (query: string) => {
      const { trips, read, written } = await costOf(() => answer('account', query));
      return { trips, read, written };
    };
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
    const body = await answer('account', queryOf({ ...whole, interval: 'week', timezone: 'UTC' }));
    expect(body.wholeDaysBefore).toBeDefined();
    expect(body.items.length).toBeGreaterThan(2);
    for (const { series, totalSessions } of body.items) expect(series).toEqual([0, totalSessions, 0]);
  });

  test('of nobody are none, with the steps of the range', async () => {
    const body = await answer('person', queryOf({ ...whole, interval: 'week', timezone: 'UTC' }));
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

describe('a series of visitors', () => {
  test('counts what many arrays note, in any order, and takes away what was not added yet', () => {
    const series = new VisitorSeries([0, 10, 20, 30]);
    series.add(60_000, 25, -1);
    for (let nth = 0; nth < 200_000; nth++) series.add(nth % 4, (nth * 7) % 30, 1);
    for (let nth = 0; nth < 100_000; nth++) series.add(nth % 4, (nth * 7) % 30, -1);
    for (const at of [29, 20, 10, 9]) series.add(60_000, at, 1);
    const counts = series.counts(new Set([1, 3, 60_000]), 60_001);
    expect(counts.get(60_000)).toEqual([1, 1, 1]);
    const expected = (number: number) =>
      [0, 1, 2].map((piece) => {
        let count = 0;
        for (let nth = 100_000; nth < 200_000; nth++)
          if (nth % 4 === number && Math.floor(((nth * 7) % 30) / 10) === piece) count++;
        return count;
      });
    expect([counts.get(1), counts.get(3)]).toEqual([expected(1), expected(3)]);
  });

  test('has up to some four million sessions', () => {
    const series = new VisitorSeries([0, 10, 20]);
    for (let nth = 0; nth < 64 * 65_536; nth++) series.add(0, 15, 1);
    expect(series.counts(new Set([0]), 1).get(0)).toEqual([0, 64 * 65_536]);
    expect(() => series.add(0, 15, 1)).toThrow(/different values/);
  });
});
