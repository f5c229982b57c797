import { env } from 'cloudflare:workers';
import { removeSessions } from '../../../../src/analytics/worker/remove.ts';
import { sealSessions } from '../../../../src/analytics/worker/seal.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import type { AudienceSession } from '../../../../src/visits/sessions/schemas.ts';
import { openTestDatabase, type Problem, send } from '../../support/client.ts';
import { newPerson } from '../../support/persons.ts';
import { newPlace, type Place } from '../../support/places.ts';
import { ok, pagesOf } from '../../support/replies.ts';
import { changeSessions, forgetSessions, insertSessions } from '../../support/sessions.ts';
import { costOf } from '../../support/statements.ts';
import { day, later, noon } from '../../support/times.ts';

let pages: Place[];
let personId: string;
let accountId: string;
beforeAll(async () => {
  pages = [await newPlace(), await newPlace()];
  ({ personId } = await newPerson({ email: 'zoe@visitor-list.example' }));
  const found = await env.DB.prepare(
    "select account_id from accounts where domain = 'visitor-list.example'",
  ).first<string>('account_id');
  accountId = String(found);
});
beforeEach(forgetSessions);

const seal = () => sealSessions(openTestDatabase(), later, { isForced: true });
const n = 'cast(substr(analytics_session_id, -6) as integer)';
/** Of each 97 sessions one has the person as its recipient, and of each 101 one as the sender of its form. */
const giveVisitors = (of: Place) =>
  changeSessions(
    of,
    `recipient_person_id = iif(${n} % 97 = 5, '${personId}', 'person_x'),
    recipient_account_id = iif(${n} % 97 = 5, '${accountId}', null),
    person_id = iif(${n} % 101 = 7, '${personId}', null), account_id = iif(${n} % 101 = 7, '${accountId}', null)`,
  );

type Role = 'any' | 'recipient' | 'form';
const lists = {
  account: () => `/v0/accounts/${accountId}/audience_sessions`,
  person: () => `/v0/persons/${personId}/audience_sessions`,
};
type Kind = keyof typeof lists;

/** The ids that a scan finds, latest start first. */
async function scan(kind: Kind, by: Role, [start, end] = [0, later]): Promise<string[]> {
  const id = kind === 'account' ? accountId : personId;
  const roles = {
    recipient: [`recipient_${kind}_id`],
    form: [`${kind}_id`],
    any: [`recipient_${kind}_id`, `${kind}_id`],
  };
  const { results } = await env.DB.prepare(
    `select analytics_session_id as id from audience_sessions
    where session_started_at >= ${start} and session_started_at < ${end}
      and '${id}' in (${roles[by].join(', ')}) order by session_started_at desc, analytics_session_id desc`,
  ).all<{ id: string }>();
  return results.map((row) => row.id);
}

type Page = List<AudienceSession> & Problem;
/** All pages of a list. */
async function listed(kind: Kind, query: string, limit: number) {
  const ids: string[] = [];
  let total: number | undefined;
  const read = (next: string) => ok(send<Page>('GET', `${lists[kind]()}?limit=${limit}&${query}${next}`));
  for await (const { items, totalCount } of pagesOf(read)) {
    ids.push(...items.map(({ analyticsSessionId }) => analyticsSessionId));
    total ??= totalCount;
  }
  return { ids, total };
}

async function expectScan() {
  for (const kind of ['account', 'person'] as const)
    for (const by of ['recipient', 'any', 'form'] as const) {
      const ids = await scan(kind, by);
      expect(ids.length).toBeGreaterThan(20);
      expect(await listed(kind, `by=${by}`, 7), `${kind} by ${by}`).toEqual({ ids, total: ids.length });
    }
}

describe('the visits of an account and of a person', () => {
  test('are those of a scan, of all pages, while they wait, are sealed and are corrected', async () => {
    for (const page of pages) await insertSessions(page, 2000, { start: `${noon} + n * 500` });
    for (const page of pages) await giveVisitors(page);
    await expectScan();
    await seal();
    await expectScan();
    for (const page of pages)
      await changeSessions(page, 'session_started_at = session_started_at - 5000', `${n} % 194 = 5`);
    await changeSessions(
      pages[0] as Place,
      'recipient_person_id = null, recipient_account_id = null',
      `${n} % 388 = 5`,
    );
    await expectScan();
    await seal();
    await expectScan();
  });

  test('have a range', async () => {
    await insertSessions(pages[0] as Place, 3000, { start: `${noon} + n * 1000` });
    await giveVisitors(pages[0] as Place);
    await seal();
    const range: [number, number] = [noon + 500_000, noon + 2_000_500];
    const [start, end] = range.map((at) => new Date(at).toISOString());
    const ids = await scan('account', 'any', range);
    expect(ids.length).toBeGreaterThan(20);
    expect(await listed('account', `startDate=${start}&endDate=${end}`, 10)).toEqual({
      ids,
      total: ids.length,
    });
  });

  test('are found in two round trips, without reading the others', async () => {
    await insertSessions(pages[0] as Place, 5000, { start: `${noon} + n * 1000` });
    await giveVisitors(pages[0] as Place);
    await seal();
    const one = await costOf(() => send<List<AudienceSession>>('GET', `${lists.account()}?limit=10`));
    expect([one.trips, one.written, one.result.body.items.length]).toEqual([2, 0, 10]);
    expect(one.read).toBeLessThan(150);
  });

  test('are none after they have been removed, and none of an account that nobody visited', async () => {
    await insertSessions(pages[0] as Place, 300, { start: `${noon - 3 * day} + n` });
    await giveVisitors(pages[0] as Place);
    await seal();
    await removeSessions(openTestDatabase(), noon - day, later);
    expect(await listed('account', 'by=any', 10)).toEqual({ ids: [], total: 0 });
    expect(await listed('person', 'by=recipient', 10)).toEqual({ ids: [], total: 0 });
  });

  test('are refused of somebody who does not exist, with an unknown role, and with a cursor of another list', async () => {
    const get = (path: string) => send<Problem>('GET', path);
    const none = await get('/v0/accounts/account_none/audience_sessions');
    expect([none.status, none.body.code]).toEqual([404, 'account_not_found']);
    const nobody = await get('/v0/persons/person_none/audience_sessions?by=any');
    expect([nobody.status, nobody.body.code]).toEqual([404, 'person_not_found']);
    for (const path of [lists.account(), lists.person()]) {
      const wrong = await get(`${path}?by=visitor`);
      expect([wrong.status, wrong.body.code]).toEqual([400, 'validation_failed']);
    }
    await insertSessions(pages[0] as Place, 300);
    await giveVisitors(pages[0] as Place);
    const { body } = await send<List<AudienceSession>>('GET', `${lists.account()}?limit=1`);
    const other = await get(`${lists.account()}?by=form&cursor=${body.nextCursor}`);
    expect([other.status, other.body.code]).toEqual([400, 'invalid_cursor']);
  });
});
