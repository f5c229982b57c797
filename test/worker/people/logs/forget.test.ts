import { env } from 'cloudflare:workers';
import { idTime } from '../../../../src/db/id-time.ts';
import { newId } from '../../../../src/lib/ids.ts';
import { forgetLogs } from '../../../../src/people/logs/worker/forget.ts';
import { openTestDatabase, send, tableSizes } from '../../support/client.ts';
import { watched } from '../../support/cron.ts';
import { silent } from '../../support/faults.ts';
import { kinds, newDomain, writeOf, writtenOf } from '../../support/logs.ts';
import { ok } from '../../support/replies.ts';
import { costOfTask } from '../../support/statements.ts';
import { day, setClock } from '../../support/times.ts';

const midnight = Math.floor(Date.now() / day) * day;
const cutoff = midnight - 30 * day;
const cron = (days = '30', fail?: (nth: number) => void) => watched(fail, { LOG_RETENTION_DAYS: days }).run();
const sql = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();

type Kind = (typeof kinds)[number];
let owners = 0;
/** Inserts logs of an owner that were received at times. Returns the id of the owner. */
async function logsOf(kind: Kind, ...times: number[]): Promise<string> {
  const owner = `${kind}_${String(owners++).padStart(8, '0')}`;
  const rows = times.map((at) => [`${kind}_log_${idTime(at)}${newId('person_log').slice(-16)}`, at]);
  await sql(
    `insert into ${kind}_logs (${kind}_id, ${kind}_log_id, source, type, payload, created_at, own_time)
     select ?1, value ->> 0, 'crm', iif(value ->> 1 % 2, 'won', 'lost'), '{}', value ->> 1,
       iif(value ->> 1 % 3, null, '0') from json_each(?2)`,
    owner,
    JSON.stringify(rows),
  );
  return owner;
}
const timesOf = async (kind: Kind, owner: string) =>
  (
    await env.DB.prepare(`select created_at as at from ${kind}_logs where ${kind}_id = ? order by 1`)
      .bind(owner)
      .all<{ at: number }>()
  ).results.map(({ at }) => at);
/** The kinds of logs whose count is wrong. */
const wrong = async () => {
  const found = await Promise.all(
    kinds.map((kind) =>
      env.DB.prepare(
        `select * from (
           select ${kind}_id, source, type, count(*) as logs, count(own_time) as own from ${kind}_logs group by 1, 2, 3
           except select * from ${kind}_log_counts)
         union all select * from (select * from ${kind}_log_counts
           except select ${kind}_id, source, type, count(*), count(own_time) from ${kind}_logs group by 1, 2, 3)`,
      ).all(),
    ),
  );
  return found.flatMap(({ results }) => results);
};
const place = () =>
  env.DB.prepare("select at, value from service_notes where name = 'logs'").first<{
    at: number;
    value: string;
  }>();
/** Runs until a round is over. Returns how many runs it took. */
async function round(days?: string): Promise<number> {
  for (let runs = 1; ; runs++) {
    await cron(days);
    if ((await place())?.value === 'null') return runs;
    if (runs > 100) throw new Error('no end');
  }
}

beforeEach(async () => {
  setClock(midnight + 1000);
  await sql("delete from service_notes where name = 'logs'");
  for (const kind of kinds) {
    await sql(`delete from ${kind}_logs`);
    await sql(`delete from ${kind}_log_counts`);
  }
});

describe('retention of logs', () => {
  test.each(kinds)('removes logs (%s) by when they were received, to the millisecond', async (kind) => {
    const times = [cutoff - 90 * day, cutoff - 2, cutoff - 1, cutoff, cutoff + 1];
    const mixed = await logsOf(kind, ...times);
    const recent = await logsOf(kind, cutoff, midnight);
    const old = await logsOf(kind, 1, 2, 3);
    expect(await round()).toBe(1);
    expect(await timesOf(kind, mixed)).toEqual([cutoff, cutoff + 1]);
    expect(await timesOf(kind, recent)).toEqual([cutoff, midnight]);
    expect(await timesOf(kind, old)).toEqual([]);
    expect(await wrong()).toEqual([]);
  });

  test('removes nothing while no number of days is set', async () => {
    const owner = await logsOf('person', 1, 2);
    await silent(async () => {
      for (const days of ['', 'never', '1', '0']) await cron(days);
    });
    expect(await timesOf('person', owner)).toEqual([1, 2]);
    expect(await place()).toBeNull();
  });

  test('keeps a log of long ago that was received now', async () => {
    const log = await writtenOf('person', newDomain(), { occurredAt: '1999-01-01T00:00:00Z' });
    await round('2');
    await ok(send('GET', `/v0/persons/${log.personId}/logs/${log.personLogId}`));
  });

  test.each(kinds)('keeps the keys: a late retry (%s) gets the first answer', async (kind) => {
    const fields = { idempotencyKey: 'late' };
    const domain = newDomain();
    const first = await writeOf(kind, domain, fields);
    setClock(midnight + 3 * day);
    await round('2');
    expect(await env.DB.prepare(`select count(*) as n from ${kind}_logs`).first('n')).toBe(0);
    const sizes = await tableSizes();
    const late = await writeOf(kind, domain, fields);
    expect([late.status, late.text]).toEqual([201, first.text]);
    expect(await tableSizes()).toEqual(sizes);
  });

  test('does a round a day, and at once when fewer days are set', async () => {
    await round();
    const old = await logsOf('account', cutoff - 1, cutoff + 1);
    await cron();
    expect(await timesOf('account', old)).toEqual([cutoff - 1, cutoff + 1]);
    setClock(midnight + day);
    expect(await round()).toBe(1);
    expect(await timesOf('account', old)).toEqual([]);
    const recent = await logsOf('person', midnight - 5 * day);
    await round('99');
    expect(await timesOf('person', recent)).toHaveLength(1);
    await round('5');
    expect(await timesOf('person', recent)).toEqual([]);
  });

  test('goes on after a crash at any batch, and after a day in between', async () => {
    const all = async () => {
      const made: string[] = [];
      for (let n = 0; n < 3; n++) made.push(await logsOf('person', cutoff - 5, cutoff + 5));
      return made;
    };
    for (let at = 1; at <= 12; at++) {
      await sql("delete from service_notes where name = 'logs'");
      const made = await all();
      await silent(() =>
        cron('30', (nth) => {
          if (nth >= at) throw new Error('D1_ERROR: string or blob too big: SQLITE_TOOBIG');
        }),
      );
      await round();
      for (const owner of made) expect(await timesOf('person', owner)).toEqual([cutoff + 5]);
      expect(await wrong()).toEqual([]);
    }
  });

  test('does a part of many owners and of many logs in each run', async () => {
    const many = Array.from({ length: 12_500 }, (_, n) => cutoff - 20_000 + n);
    const owner = await logsOf('person', ...many, cutoff + 1);
    const db = openTestDatabase();
    await forgetLogs(db, cutoff);
    expect(await timesOf('person', owner)).toHaveLength(2501);
    expect((await place())?.at).toBe(0);
    await forgetLogs(db, cutoff);
    expect(await timesOf('person', owner)).toEqual([cutoff + 1]);
    expect(await wrong()).toEqual([]);
    await sql(
      `insert into person_logs (person_id, person_log_id, source, type, payload, created_at)
       with recursive n (n) as (select 0 union all select n + 1 from n where n < 4499)
       select 'person_n' || n, 'person_log_' || ?, 'a', 'b', '{}', 1 from n`,
      `${idTime(1)}x`,
    );
    await sql("delete from service_notes where name = 'logs'");
    // 4,501 owners in parts of 2,000.
    expect(await round()).toBe(3);
    expect(await env.DB.prepare('select count(*) as n from person_logs').first('n')).toBe(1);
  });

  test('costs few rows: of each owner its first log, and three written for the last of a kind', async () => {
    await sql(
      `insert into person_logs (person_id, person_log_id, source, type, payload, created_at)
       with recursive n (n) as (select 0 union all select n + 1 from n where n < 1999)
       select 'person_n' || n, 'person_log_' || ?, 'a', 'b', '{}', 1 from n`,
      `${idTime(midnight)}x`,
    );
    const looked = await costOfTask(() => forgetLogs(openTestDatabase(), cutoff));
    // So 100,000 persons cost 200,000 rows read a day, and each log that goes two rows written, or three with its kind.
    expect(looked).toEqual({ trips: 3, read: expect.any(Number), written: 1 });
    expect(looked.read).toBeLessThanOrEqual(2 * 2000 + 1);
    await sql("delete from service_notes where name = 'logs'");
    const removed = await costOfTask(() => forgetLogs(openTestDatabase(), midnight + 1));
    expect(removed.written).toBe(3 * 2000 + 1);
    expect(removed.read).toBeLessThanOrEqual(16 * 2000);
  });
});
