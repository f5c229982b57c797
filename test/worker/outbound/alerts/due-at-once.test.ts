import { env } from 'cloudflare:workers';
import { Meter, openDatabase } from '../../../../src/db/client.ts';
import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import { lookAfterAlerts } from '../../../../src/outbound/alerts/worker/fire.ts';
import { firingsOf, newAlert, newRecipient, visitAt } from '../../support/alerts.ts';
import { newPageId } from '../../support/pages.ts';
import { setClock } from '../../support/times.ts';
import { prepareVisits } from '../../support/visits.ts';

prepareVisits();

const [wednesday, monday] = [Date.UTC(2026, 2, 4, 12), Date.UTC(2026, 2, 9, 8)];

beforeEach(async () => {
  setClock(wednesday);
  await env.DB.batch([env.DB.prepare('delete from alerts'), env.DB.prepare('delete from alert_firings')]);
});

/** Makes 50 weekly reports: of so many pages, in turn. */
async function fifty(pages: number): Promise<Alert[]> {
  const ids: string[] = [];
  for (let n = 0; n < pages; n++) {
    const pageId = await newPageId();
    const { audienceId } = await newRecipient(pageId);
    await visitAt(wednesday, { pageId, audienceId });
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
