import { env } from 'cloudflare:workers';
import { numberSome, numberVisitors } from '../../../src/analytics/worker/number.ts';
import { removeSessions } from '../../../src/analytics/worker/remove.ts';
import { openTestDatabase } from '../support/client.ts';
import {
  accounts,
  expectExactNumbers,
  giveRecipients,
  insertBlocks,
  listsText,
  nth,
  numberAll,
  persons,
  seal,
  whoCame,
} from '../support/numbers.ts';
import { newPlace, type Place } from '../support/places.ts';
import { changeSessions, forgetSessions, insertSessions } from '../support/sessions.ts';
import { numberOf } from '../support/tables.ts';
import { day, later, minute, noon } from '../support/times.ts';

// The numbers of who came. Random stories have them, too: test/worker/models/visitors.test.ts.

let one: Place;
beforeAll(async () => {
  one = await newPlace();
});
beforeEach(forgetSessions);
afterEach(() => vi.useRealTimers());

const staleCount = () => numberOf('select count(*) from visitor_numbers where is_stale = 1');

describe('numbers of who came', () => {
  test('are not read of a block that has changed, until it is numbered again', async () => {
    await insertBlocks(one);
    await numberAll();
    await giveRecipients(one, 3, `${nth} between 100 and 130`);
    const before = await whoCame();
    await seal();
    expect(await staleCount()).toBe(1);
    expect(await expectExactNumbers()).toBe(2);
    expect(await whoCame()).toEqual(before);
    await numberAll();
    expect(await expectExactNumbers()).toBe(3);
    expect(await whoCame()).toEqual(before);
  });

  test('are given back: no list has the id of a recipient that no block has any more', async () => {
    await insertBlocks(one);
    await numberAll();
    const [account = '', person = ''] = [accounts[3], persons[21]];
    expect(await listsText()).toContain(person);
    await changeSessions(
      one,
      `recipient_person_id = null, recipient_account_id = null`,
      `recipient_person_id = '${person}'`,
    );
    await seal();
    await numberAll();
    expect(await expectExactNumbers()).toBe(3);
    expect(await listsText()).not.toContain(person);
    expect(await listsText()).toContain(account);
  });

  test('go with the sessions that retention removes, and the lists with the last of them', async () => {
    await insertBlocks(one);
    await numberAll();
    const remove = (until: number) => removeSessions(openTestDatabase(), until, later);
    await remove(noon + day);
    const before = await whoCame();
    await numberAll();
    await expectExactNumbers();
    expect(await whoCame()).toEqual(before);
    await remove(noon + 9 * day);
    await numberAll();
    expect(
      await numberOf('select (select count(*) from visitor_ids) + (select count(*) from visitor_numbers)'),
    ).toBe(0);
  });

  test('come to blocks among others, as an import of older sessions makes', async () => {
    await insertBlocks(one);
    await numberAll();
    await insertSessions(one, 3000, { id: "'late-'", start: `${noon} + 1000 + n * 20000` });
    await giveRecipients(one, 5, "analytics_session_id like '%late-%'");
    while ((await seal()) > 0);
    const before = await whoCame();
    await numberAll();
    const blocks = await numberOf("select count(*) from session_blocks where page_id = ''");
    expect(await expectExactNumbers()).toBe(blocks);
    expect(await whoCame()).toEqual(before);
  });

  test('are written by one of two runs at once, and not after blocks have changed meanwhile', async () => {
    await insertBlocks(one);
    await Promise.all([numberAll(), numberAll()]);
    expect(await expectExactNumbers()).toBe(3);
    await giveRecipients(one, 9, `${nth} < 20`);
    await Promise.all([seal(), numberAll(), numberAll()]);
    await expectExactNumbers();
    await numberAll();
    expect(await expectExactNumbers()).toBe(3);
  });

  test('are of blocks of more than a day ago, not of the last one, of which there are many', async () => {
    await insertBlocks(one);
    const number = (now: number) => numberVisitors(openTestDatabase(), now);
    expect(await number(noon + 100 * day)).toBe(0);
    // As if 16 more blocks had been numbered: then the next ones are, all but the last.
    await env.DB.prepare('update session_seal set numbered_at = 0').run();
    for (let block = 0; block < 15; block++)
      await env.DB.prepare(
        `insert into session_blocks select '', 0, ?1, 0, ?1, ?1, count, sums, ${await otherColumns()}
        from session_blocks where page_id = '' order by first_at limit 1`,
      )
        .bind(noon + 4 * day + block * minute)
        .run();
    expect(await number(noon + day)).toBe(0);
    expect(await number(noon + 6 * day)).toBe(17);
    expect(await numberOf('select count(*) from visitor_numbers')).toBe(17);
    expect(await numberSome(openTestDatabase(), noon + 6 * day)).toBe(0);
  });

  test('are looked for without a new revision where no block needs them', async () => {
    await insertBlocks(one);
    await numberAll();
    await env.DB.prepare('update session_seal set numbered_at = 0').run();
    const revision = () => numberOf('select revision from session_seal');
    const before = await revision();
    expect(await numberAll()).toBe(3);
    expect(await numberOf('select numbered_at from session_seal')).toBeGreaterThan(0);
    expect(await revision()).toBe(before);
    await expectExactNumbers();
  });
});

/** The columns of session_blocks behind the sums, as a list. */
async function otherColumns(): Promise<string> {
  const { results } = await env.DB.prepare("select name from pragma_table_info('session_blocks')").all<{
    name: string;
  }>();
  return results
    .slice(8)
    .map(({ name }) => name)
    .join();
}
