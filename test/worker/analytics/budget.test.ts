import { env } from 'cloudflare:workers';
import { clearErasedAudiences } from '../../../src/analytics/worker/clear.ts';
import { removeSessions } from '../../../src/analytics/worker/remove.ts';
import { sealSessions } from '../../../src/analytics/worker/seal.ts';
import { revision } from '../support/blocks.ts';
import { openTestDatabase } from '../support/client.ts';
import { silent } from '../support/faults.ts';
import { analytics, newPlace, sessions } from '../support/places.ts';
import { forgetSessions, insertSessions } from '../support/sessions.ts';
import { numberOf } from '../support/tables.ts';
import { day, later, noon } from '../support/times.ts';

beforeEach(forgetSessions);

const db = () => openTestDatabase();
const midnight = noon - day / 2;

describe('the budget of a run of the cron', () => {
  test('bounds the writes that seal sessions', async () => {
    const of = await newPlace();
    await insertSessions(of, 9000);
    const budget = { writes: 2 };
    const first = await silent(() => sealSessions(db(), later, { budget }));
    expect([first.result, budget.writes, await revision()]).toEqual([4000, 0, 2]);
    expect(first.logged).toEqual([expect.stringContaining('"what":"seal sessions"')]);
    const second = await silent(() => sealSessions(db(), later, { budget }));
    expect([second.result, await revision()]).toEqual([0, 2]);
  });

  test('bounds the writes that remove old sessions, and the next runs go on', async () => {
    const of = await newPlace();
    await insertSessions(of, 5000, { start: `${midnight} + n` });
    await sealSessions(db(), later, { isForced: true });
    const budget = { writes: 2 };
    expect(await removeSessions(db(), midnight + day, later, { budget })).toBe(4000);
    expect([budget.writes, (await sessions(of)).totalCount]).toEqual([0, 1000]);
    expect(await analytics(of)).toMatchObject([{}, { totalSessions: 5000 }]);
    expect(await removeSessions(db(), midnight + day, later)).toBe(1000);
    expect(await analytics(of)).toMatchObject([{}, { totalSessions: 5000 }]);
  });

  test('bounds how many of 10,000 erased audiences are cleared', async () => {
    const of = await newPlace();
    await env.DB.prepare(
      `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < 9999)
      insert into erased_audiences select 'aud_' || n, ?1, ?2, 'sessions', null, 0, '[]' from numbers`,
    )
      .bind(of.pageId, Date.now())
      .run();
    const budget = { writes: 10 };
    expect(await clearErasedAudiences(db(), later, { budget })).toBe(10);
    expect(await numberOf("select count(*) from erased_audiences where step = 'wait'")).toBe(10);
  });
});
