import { env } from 'cloudflare:workers';
import { Inquiry } from '../../../../src/analytics/store/inquiry.ts';
import { Meter, openDatabase } from '../../../../src/db/client.ts';
import { minuteMs } from '../../../../src/lib/durations.ts';
import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import { lookAfterAlerts } from '../../../../src/outbound/alerts/worker/fire.ts';
import {
  alertOf,
  faulty,
  fire,
  firedBy,
  firingsOf,
  newAlert,
  newRecipient,
  noon,
  prepareAlerts,
  visitAt,
} from '../../support/alerts.ts';
import { silent } from '../../support/faults.ts';
import { newPageId } from '../../support/pages.ts';
import { setClock } from '../../support/times.ts';

const monday = Date.UTC(2026, 2, 9, 8);

/** Makes 50 weekly reports: of so many pages, in turn. */
async function fifty(pages: number): Promise<Alert[]> {
  const ids: string[] = [];
  for (let n = 0; n < pages; n++) {
    const pageId = await newPageId();
    const { audienceId } = await newRecipient(pageId);
    await visitAt(noon, { pageId, audienceId });
    ids.push(pageId);
  }
  const made: Alert[] = [];
  for (let n = 0; n < 50; n++)
    made.push(await newAlert({ condition: { type: 'weekly_report', pageId: ids[n % pages] } }));
  return made;
}

/** Lets the cron run at a minute of that Monday. Gives what it cost. */
async function minute(n: number): Promise<Meter> {
  const now = monday + n * 60_000;
  setClock(now);
  const meter = new Meter();
  await lookAfterAlerts(openDatabase(env.DB, 'first-primary', meter), now, 0);
  return meter;
}

const fired = async (alerts: readonly Alert[]) =>
  (await Promise.all(alerts.map(firingsOf))).map(({ length }) => length);

const times = (count: number, n: number) => Array(count).fill(n);
prepareAlerts();

describe('an alert that is due', () => {
  test('whose look fails does not keep another waiting, and is looked at again', async () => {
    const pageId = await newPageId();
    const failing = await alertOf({ type: 'weekly_report', pageId });
    const other = await alertOf({ type: 'weekly_report' });
    const { logged } = await silent(() => fire(monday, faulty({ message: 'D1_ERROR: boom' })));
    expect(logged.join()).toContain(failing.alertId);
    expect([await firedBy(failing), await firedBy(other)]).toEqual([[], [[null, '2026-03-02']]]);
    await fire(monday + minuteMs);
    expect([await firedBy(failing), await firedBy(other)]).toEqual([
      [[pageId, '2026-03-02']],
      [[null, '2026-03-02']],
    ]);
  });

  test('that fails again and again does not keep others waiting', async () => {
    const all: Alert[] = [];
    for (let count = 0; count < 26; count++)
      all.push(await alertOf({ type: 'weekly_report', pageId: await newPageId() }));
    const askWith = vi.spyOn(Inquiry.prototype, 'statements').mockImplementation(() => {
      throw new Error('boom');
    });
    await silent(() => fire(monday));
    askWith.mockRestore();
    const fired = async () =>
      (await Promise.all(all.map(firedBy))).map(({ length }) => length).reduce((sum, one) => sum + one);
    expect(await fired()).toBe(0);
    const failed = await env.DB.prepare('select alert_id as id from alerts where failed_at = ?')
      .bind(monday)
      .all<{ id: string }>();
    const last = all.find(({ alertId }) => !failed.results.some(({ id }) => id === alertId));
    expect(failed.results).toHaveLength(25);
    // Only one more look succeeds: that at the alert that nobody has looked at.
    let looks = 0;
    const { statements } = Inquiry.prototype;
    const most = vi.spyOn(Inquiry.prototype, 'statements').mockImplementation(function (
      this: Inquiry,
      ...params
    ) {
      if (++looks > 3) throw new Error('boom');
      return statements.apply(this, params);
    });
    await silent(() => fire(monday + minuteMs));
    most.mockRestore();
    expect((await firedBy(last as Alert)).map(([, date]) => date)).toEqual(['2026-03-02']);
    expect(await fired()).toBe(1);
    await fire(monday + 2 * minuteMs);
    expect(await fired()).toBe(26);
  });

  test('waits for the next run while D1 is away, and has not failed', async () => {
    const due: Alert[] = [];
    for (let count = 0; count < 4; count++) due.push(await alertOf({ type: 'weekly_report' }));
    let asked = 0;
    const meanwhile = async () => {
      asked += 1;
    };
    const db = faulty({ message: 'D1_ERROR: D1 DB is overloaded.', times: Infinity, meanwhile });
    await silent(() => expect(fire(monday, db)).rejects.toMatchObject({ code: 'database_unavailable' }));
    // The look at the first, and the note of its failure.
    expect(asked).toBe(2);
    await fire(monday + minuteMs);
    for (const alert of due) expect(await firedBy(alert)).toHaveLength(1);
  });
});

describe('many alerts that are due at once', () => {
  beforeEach(() =>
    env.DB.batch([env.DB.prepare('delete from alerts'), env.DB.prepare('delete from alert_firings')]),
  );

  test('50 reports of the same page ask once, and are all told in the first minute', async () => {
    const alerts = await fifty(1);
    const { statements, trips } = await minute(0);
    expect(await fired(alerts)).toEqual(times(50, 1));
    expect(statements).toBeLessThan(200);
    expect(trips).toBeLessThan(10);
    await minute(1);
    expect(await fired(alerts)).toEqual(times(50, 1));
  });

  test('50 reports of 50 pages are told within two minutes, at a bounded price', async () => {
    const alerts = await fifty(50);
    const first = await minute(0);
    expect((await fired(alerts)).filter((n) => n === 1)).toHaveLength(25);
    const second = await minute(1);
    expect(await fired(alerts)).toEqual(times(50, 1));
    // A run of the cron has 1,000 statements.
    for (const { statements } of [first, second]) expect(statements).toBeLessThan(600);
  });

  test('one that fails keeps no other waiting', async () => {
    const alerts = await fifty(30);
    const broken = alerts[0]?.alertId ?? '';
    await env.DB.prepare(`update alerts set timezone = 'No/Where' where alert_id = ?`).bind(broken).run();
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    await minute(0);
    await minute(1);
    log.mockRestore();
    expect(await fired(alerts)).toEqual([0, ...times(49, 1)]);
  });
});
