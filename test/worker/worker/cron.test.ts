import { env } from 'cloudflare:workers';
import { send } from '../support/client.ts';
import { watched } from '../support/cron.ts';
import { silent } from '../support/faults.ts';
import { newPlace } from '../support/places.ts';
import { minute } from '../support/times.ts';
import { merge, messageOf, newId, visitOf } from '../support/visits.ts';

const overloaded = 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.';

beforeAll(async () => {
  for (const workspace of ['main', 'acme'] as const) {
    const types = ['audience_version.published', 'page.updated'];
    const { status } = await send('PATCH', '/v0/event_settings', { types }, { workspace });
    expect(status).toBe(200);
  }
  // What the settings have made is done.
  await watched().run();
});

describe('a minute of the cron', () => {
  test('in which nothing is due is one statement for each workspace, and writes no row while events are kept', async () => {
    const { sent, run } = watched();
    await run();
    expect(sent.map(({ workspace }) => workspace).toSorted()).toEqual(['acme', 'main']);
    for (const { statements, written } of sent) expect([statements, written]).toEqual([1, 0]);
  });

  test('in which one task of one workspace has work takes one round trip more', async () => {
    await env.DB.prepare("insert into left_out_visits select 0, 'old', '', 'bot'").run();
    const { sent, run } = watched();
    await run();
    expect(sent.map(({ workspace }) => workspace).toSorted()).toEqual(['acme', 'main', 'main']);
    expect(await env.DB.prepare('select count(*) as n from left_out_visits').first('n')).toBe(0);
  });

  // Workers Free takes 50 queries in an invocation. Whether a batch is one is not documented.
  test('in which 500 visits of a page are sealed takes less than half of what Workers Free allows', async () => {
    const place = await newPlace();
    const receivedAt = Date.now() - 60 * minute;
    const visits = Array.from({ length: 500 }, () => messageOf(visitOf(newId(), place), receivedAt));
    for (let start = 0; start < 500; start += 50) await merge(...visits.slice(start, start + 50));
    const { sent, run } = watched();
    await run();
    const ofMain = sent.filter(({ workspace }) => workspace === 'main');
    const statements = ofMain.reduce((sum, one) => sum + one.statements, 0);
    expect(await env.DB.prepare('select count(*) as n from session_blocks').first('n')).toBe(2);
    expect(statements).toBeLessThan(25);
  });

  test('asks a database that does not answer three times', async () => {
    const { sent, run } = watched(() => {
      throw new Error(overloaded);
    });
    const { logged } = await silent(run);
    const each = ['acme', 'acme', 'acme', 'main', 'main', 'main'];
    expect(sent.map(({ workspace }) => workspace).toSorted()).toEqual(each);
    expect(logged).toHaveLength(6);
  });

  test.each([
    ['is too much for D1', 'D1_ERROR: D1 DB exceeded its CPU time limit and was reset.'],
    ['fails for a reason of its own', 'D1_ERROR: string or blob too big: SQLITE_TOOBIG'],
  ])('runs every task if the look %s, so that one table keeps no other waiting', async (_what, message) => {
    await env.DB.prepare("insert into left_out_visits select 0, 'old', '', 'bot'").run();
    const { run } = watched((nth) => {
      if (nth <= 2) throw new Error(message);
    });
    const { logged } = await silent(run);
    expect(logged.filter((line) => line.includes('look for work'))).toHaveLength(2);
    expect(await env.DB.prepare('select count(*) as n from left_out_visits').first('n')).toBe(0);
  });
});
