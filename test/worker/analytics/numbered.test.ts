import { env } from 'cloudflare:workers';
import { packIds } from '../../../src/analytics/type-ids.ts';
import type { AccountAnalyticsList } from '../../../src/analytics/visitor-schemas.ts';
import { at } from '../support/analytics.ts';
import { send } from '../support/client.ts';
import {
  accounts,
  expectExactNumbers,
  giveRecipients,
  insertBlocks,
  newIds,
  numberAll,
  seal,
  whoCame,
} from '../support/numbers.ts';
import { newPlace, type Place } from '../support/places.ts';
import { ok } from '../support/replies.ts';
import { forgetSessions, insertSessions } from '../support/sessions.ts';
import { costOf } from '../support/statements.ts';
import { day, noon } from '../support/times.ts';

let one: Place;
beforeAll(async () => {
  one = await newPlace();
});
beforeEach(forgetSessions);

const accountIds = async (query = '') => {
  const { items } = await ok(send<AccountAnalyticsList>('GET', `/v0/analytics/accounts?limit=100&${query}`));
  return items.map(({ accountId }) => accountId).sort();
};
/** Other ids in place of those of the accounts in lists: an answer that reads numbers has these. */
async function swapIds(): Promise<string[]> {
  const others = newIds('account', accounts.length);
  await env.DB.prepare("update visitor_ids set ids = ? where kind = 'account'").bind(packIds(others)).run();
  return others.sort();
}

describe('an answer of who came', () => {
  test('reads numbers of all blocks that have them, in one round trip, and says the same', async () => {
    await insertBlocks(one);
    const before = await whoCame();
    await numberAll();
    expect(await expectExactNumbers()).toBe(3);
    expect(await whoCame()).toEqual(before);
    const { trips, read, written } = await costOf(() => send('GET', '/v0/analytics/accounts'));
    expect({ trips, written }).toEqual({ trips: 1, written: 0 });
    expect(read).toBeLessThan(100);
    const others = await swapIds();
    expect(await accountIds()).toEqual(others);
    expect(await accountIds(`startDate=${at(noon + 1)}`)).toEqual(others);
  });

  test('reads ids of a page, and where the lists would be longer', async () => {
    await insertBlocks(one);
    await numberAll();
    const known = [...accounts].sort();
    // As if thousands of others had come at other times.
    await env.DB.prepare("insert into visitor_ids values (0, 'person', 1, ?, '=1')")
      .bind(packIds(newIds('person', 4000)))
      .run();
    await swapIds();
    expect(await accountIds()).toEqual(known);
    expect(await accountIds(`pageId=${one.pageId}`)).toEqual(known);
  });

  test('reads the ids of a block whose lists it has not read: numbers of blocks that are gone hide them', async () => {
    await insertBlocks(one);
    await numberAll();
    const { firstAt } = (await env.DB.prepare('select max(first_at) as firstAt from visitor_numbers').first<{
      firstAt: number;
    }>()) ?? { firstAt: 0 };
    const [start, gone] = [firstAt + 2, [firstAt + 1, firstAt + 3]];
    const range = `startDate=${at(start)}`;
    const known = await accountIds(range);
    expect(known.length).toBeGreaterThan(0);
    // Of another generation, and not given back yet.
    await env.DB.batch([
      env.DB.prepare(
        "insert into visitor_ids values (1, 'account', 0, ?, '=1'), (1, 'person', 0, ?, '=1')",
      ).bind(packIds(newIds('account', 1)), packIds(newIds('person', 1))),
      ...gone.map((at) =>
        env.DB.prepare("insert into visitor_numbers values (?, 0, 1, 1, 1, '=1', '=1')").bind(at),
      ),
    ]);
    expect(await accountIds(range)).toEqual(known);
  });

  test('counts those together that it has as numbers and as ids', async () => {
    await insertBlocks(one);
    await numberAll();
    const numbered = await ok(send<AccountAnalyticsList>('GET', '/v0/analytics/accounts?limit=100'));
    await insertSessions(one, 900, { id: "'tail-'", start: `${noon} + ${4 * day} + n * 1000` });
    await giveRecipients(one, 0, "analytics_session_id like '%tail-%'");
    const counts = async () => {
      const { items, ...rest } = await ok(
        send<AccountAnalyticsList>('GET', '/v0/analytics/accounts?limit=100'),
      );
      return [rest.total.totalSessions, items.map(({ peopleCount }) => peopleCount)];
    };
    const withTail = await counts();
    expect(withTail).toEqual([6900, numbered.items.map(({ peopleCount }) => peopleCount)]);
    await seal();
    expect(await counts()).toEqual(withTail);
    await numberAll();
    expect(await counts()).toEqual(withTail);
  });
});
