import { env } from 'cloudflare:workers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountAnalyticsList, PersonAnalyticsList } from '../../../src/analytics/visitor-schemas.ts';
import { removeSessions } from '../../../src/analytics/worker/remove.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { openTestDatabase, type Problem, send } from '../support/client.ts';
import {
  changeSessions,
  correctionsCount,
  expectExactBlocks,
  forgetSessions,
  insertSessions,
  later,
  noon,
} from '../support/sessions.ts';
import { costOf } from '../support/statements.ts';
import { day, newPlace, type Place } from '../support/visits.ts';

// Who came: every number is that of a scan of the sessions.

let one: Place;
let two: Place;
beforeAll(async () => {
  one = await newPlace();
  two = await newPlace();
});
beforeEach(forgetSessions);

const seal = () => sealSessions(openTestDatabase(), later, { isForced: true });

/** A number from the id of a session: the same each time. */
const n = 'cast(substr(analytics_session_id, -6) as integer)';
/**
 * Gives sessions of a page recipients and senders of forms: persons of accounts, persons without, and both, alike or
 * not.
 */
const giveVisitors = (of: Place, turn = 0, where = 'true') =>
  changeSessions(
    of,
    `recipient_person_id = iif(${n} % 2 = 0, 'person_' || ((${n} + ${turn}) % 5), null),
    recipient_account_id = iif(${n} % 2 = 0 and ${n} % 5 <> 3, 'account_' || ((${n} + ${turn}) % 3), null),
    person_id = iif(${n} % 3 = 0, 'person_' || (${n} % 7), null),
    account_id = iif(${n} % 3 = 0, iif(${n} % 7 = 1, '', 'account_' || (${n} % 4)), null)`,
    where,
  );

interface Row {
  page_id: string;
  country: string | null;
  started: number;
  engaged: number | null;
  isActive: number;
  clicked: number;
  has_conversion: number;
  hasForm: number;
  person: string | null;
  account: string | null;
  recipient_person_id: string | null;
  recipient_account_id: string | null;
}

async function scan(): Promise<Row[]> {
  const { results } = await env.DB.prepare(
    `select page_id, country, session_started_at as started, engaged_ms as engaged,
      (total_clicks_count + questions_asked_count > 0 or form_state > 0 or has_conversion) as isActive,
      total_clicks_count > 0 as clicked, has_conversion, form_state > 0 as hasForm,
      iif(account_id is null, null, person_id) as person, nullif(account_id, '') as account,
      recipient_person_id, recipient_account_id
    from audience_sessions`,
  ).all<Row>();
  return results;
}

/** What a scan says of some sessions. */
function figuresOfRows(rows: Row[]) {
  const count = (holds: (row: Row) => unknown) => rows.filter(holds).length;
  const bounceEligibleSessions = count(({ engaged, isActive }) => engaged !== null || isActive);
  const bounceCount = count(({ engaged, isActive }) => engaged !== null && engaged < 10_000 && !isActive);
  return {
    totalSessions: rows.length,
    bounceEligibleSessions,
    bounceCount,
    conversionCount: count(({ has_conversion }) => has_conversion),
    formSubmitCount: count(({ hasForm }) => hasForm),
    ctaSessions: count(({ clicked }) => clicked),
  };
}

/** What a scan says of who came. */
function scanned(rows: Row[], kind: 'account' | 'person') {
  const recipientOf = (row: Row) => (kind === 'account' ? row.recipient_account_id : row.recipient_person_id);
  const senderOf = (row: Row) => row[kind];
  const ids = new Set(rows.flatMap((row) => [recipientOf(row), senderOf(row)]).filter((id) => id !== null));
  const items = [...ids].map((id) => {
    const own = rows.filter((row) => [recipientOf(row), senderOf(row)].includes(id));
    const starts = own.map(({ started }) => started).sort((a, b) => a - b);
    const figures = figuresOfRows(own);
    const people = new Set(
      own.flatMap((row) => [
        recipientOf(row) === id ? row.recipient_person_id : null,
        senderOf(row) === id ? row.person : null,
      ]),
    );
    people.delete(null);
    return {
      id,
      ...figures,
      engagedSessions: figures.bounceEligibleSessions - figures.bounceCount,
      recipientSessions: own.filter((row) => recipientOf(row) === id).length,
      formSessions: own.filter((row) => senderOf(row) === id).length,
      firstVisitAt: new Date(starts[0] ?? 0).toISOString(),
      lastVisitAt: new Date(starts.at(-1) ?? 0).toISOString(),
      ...(kind === 'account' ? { peopleCount: people.size } : {}),
    };
  });
  return {
    items: items
      .sort((a, b) => b.totalSessions - a.totalSessions || (a.id < b.id ? -1 : 1))
      .map(({ id, ...figures }) => ({ [`${kind}Id`]: id, ...figures })),
    total: figuresOfRows(rows),
    unknown: figuresOfRows(rows.filter((row) => recipientOf(row) === null && senderOf(row) === null)),
  };
}

type Lists = AccountAnalyticsList & PersonAnalyticsList;
const ask = (kind: 'account' | 'person', query = '') =>
  send<Lists & Problem>('GET', `/v0/analytics/${kind}s?${query}`);

/** Holds that both answers are those of a scan. `among`: which sessions count. */
async function expectScan(query = '', among: (row: Row) => boolean = () => true) {
  const rows = (await scan()).filter(among);
  for (const kind of ['account', 'person'] as const) {
    const { status, text, body } = await ask(kind, query);
    expect(status, text).toBe(200);
    const expected = scanned(rows, kind);
    expect(expected.items.length).toBeGreaterThan(2);
    expect(body).toMatchObject({ ...expected, totalCount: expected.items.length, hasMore: false });
    expect(body.items.length).toBe(expected.items.length);
  }
}

const at = (time: number) => new Date(time).toISOString();

describe('accounts and persons that came', () => {
  test('have the numbers of a scan while their sessions wait, are sealed and are corrected', async () => {
    await insertSessions(one, 300, { start: `${noon} + n * 60000` });
    await insertSessions(two, 200, { start: `${noon} + n * 70000` });
    await changeSessions(one, `country = iif(${n} % 3 = 0, 'DE', null)`);
    await Promise.all([giveVisitors(one), giveVisitors(two, 1)]);
    const expectAll = async () => {
      await expectScan();
      await expectScan(`pageId=${one.pageId}`, ({ page_id }) => page_id === one.pageId);
      await expectScan('country=DE', ({ country }) => country === 'DE');
      const [start, end] = [noon + 3_000_001, noon + 12_345_678];
      await expectScan(
        `startDate=${at(start)}&endDate=${at(end)}&unknown=country`,
        ({ started, country }) => started >= start && started < end && country === null,
      );
    };
    await expectAll();
    await seal();
    await expectAll();
    // Other visitors, other numbers, and other starts, of some also the first and the last.
    await giveVisitors(one, 2, `${n} % 4 < 2`);
    await changeSessions(two, 'session_started_at = session_started_at - 90000', `${n} % 3 = 0`);
    await changeSessions(two, 'engaged_ms = 20000, has_conversion = 1', `${n} % 7 = 0`);
    await changeSessions(one, 'recipient_person_id = null, recipient_account_id = null', `${n} in (0, 298)`);
    expect(await correctionsCount()).toBeGreaterThan(100);
    await expectAll();
    await seal();
    expect(await correctionsCount()).toBe(0);
    await expectAll();
  });

  test('are asked for in one round trip, and read no row of a session that is sealed', async () => {
    await insertSessions(one, 2500, { start: `${noon} + n * 1000` });
    await giveVisitors(one);
    await seal();
    const { trips, read, written } = await costOf(() => ask('account'));
    expect({ trips, written }).toEqual({ trips: 1, written: 0 });
    expect(read).toBeLessThan(60);
  });

  test('are listed page by page, by any number, and each once', async () => {
    await insertSessions(one, 60, { start: `${noon} + n * 60000` });
    await giveVisitors(one);
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
        for (let cursor: string | null = ''; cursor !== null; ) {
          const page: Lists = (
            await send<Lists>(
              'GET',
              `/v0/analytics/accounts?limit=1&sort=${sign}${name}${cursor && `&cursor=${cursor}`}`,
            )
          ).body;
          for (const item of page.items) {
            ids.push(item.accountId);
            values.push(item[name]);
          }
          cursor = page.nextCursor;
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
    await giveVisitors(one);
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
    await giveVisitors(one);
    await seal();
    // The release before migration 0034 writes blocks without these columns, for example after a rollback.
    await env.DB.prepare(
      `update session_blocks set person_id = '[]', account_id = '[]', recipient_person_id = '[]',
        recipient_account_id = '[]'`,
    ).run();
    await giveVisitors(one, 2);
    await changeSessions(one, 'total_clicks_count = total_clicks_count + 1');
    await changeSessions(one, 'recipient_person_id = null, recipient_account_id = null', `${n} % 3 = 0`);
    expect(await correctionsCount()).toBe(60);
    // Until the blocks are written again, they lack visitors that the corrections take away.
    for (const kind of ['account', 'person'] as const) expect((await ask(kind)).status).toBe(200);
    await seal();
    expect(await correctionsCount()).toBe(0);
    await expectExactBlocks();
    await expectScan();
  });

  test('are known again after a version without them has written a block with more sessions', async () => {
    const columns = ['person_id', 'account_id', 'recipient_person_id', 'recipient_account_id'];
    const stored = () => env.DB.prepare(`select page_id, ${columns.join(', ')} from session_blocks`).all();
    await insertSessions(one, 600, { start: `${noon} + n * 1000` });
    await giveVisitors(one);
    await seal();
    const { results } = await stored();
    await insertSessions(one, 300, { id: "'later-'", start: `${noon} + 700000 + n * 1000` });
    await giveVisitors(one, 3);
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
    await expectScan();
  });

  test('are refused with a cursor of another order, and of a page that does not exist', async () => {
    await insertSessions(one, 20);
    await giveVisitors(one);
    const { nextCursor } = (await send<Lists>('GET', '/v0/analytics/accounts?limit=1')).body;
    const other = await ask('account', `sort=peopleCount&cursor=${nextCursor}`);
    expect([other.status, other.body.code]).toEqual([400, 'invalid_cursor']);
    const none = await ask('account', 'pageId=page_01kafz8q6tf7n9t3cwh2k5v4xe');
    expect([none.status, none.body.code]).toEqual([404, 'page_not_found']);
    const wrong = await ask('person', 'sort=peopleCount');
    expect([wrong.status, wrong.body.code]).toEqual([400, 'validation_failed']);
  });

  test('are too many for one answer beyond some 60,000', async () => {
    await insertSessions(one, 66_000, { start: `${noon} + n` });
    await changeSessions(one, `recipient_person_id = 'person_' || ${n}`);
    const { status, body } = await ask('person');
    expect([status, body.code]).toEqual([400, 'too_many_values']);
    const some = await ask('person', `endDate=${at(noon + 60_000)}&limit=1`);
    expect(some.body).toMatchObject({ totalCount: 60_000, total: { totalSessions: 60_000 } });
  });
});
