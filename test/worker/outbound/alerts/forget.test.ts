import { env } from 'cloudflare:workers';
import { dayMs, hourMs, minuteMs } from '../../../../src/lib/durations.ts';
import { lookAfterAlerts } from '../../../../src/outbound/alerts/worker/fire.ts';
import { forgetEvents } from '../../../../src/outbound/events/worker/forget.ts';
import {
  alertOf,
  come,
  fire,
  firedBy,
  newAlert,
  newRecipient,
  noon,
  prepareAlerts,
  remove,
} from '../../support/alerts.ts';
import { openTestDatabase } from '../../support/client.ts';
import { place } from '../../support/places.ts';

const now = Date.UTC(2026, 5, 1);
const look = (recipientsFrom = 0) => lookAfterAlerts(openTestDatabase(), now, recipientsFrom);

/** Firings and visits of some days ago. */
async function put(...days: number[]): Promise<void> {
  const json = JSON.stringify(days.map((ago) => ({ ago, at: now - ago * dayMs })));
  await env.DB.batch([
    env.DB.prepare(
      `insert into alert_firings (firing_id, alert_id, webhook_id, subject, day, facts, fired_at)
       select 'firing_' || (2000 - (value ->> 'ago')), 'alert_x', 'webhook_x', 'person_x', value ->> 'ago', '{}',
         value ->> 'at' from json_each(?)`,
    ).bind(json),
    env.DB.prepare(
      `insert into alert_visits (subject, started_at, created_at)
       select value ->> 'ago', value ->> 'at', value ->> 'at' from json_each(?)`,
    ).bind(json),
  ]);
}

const left = async () => {
  const ago = (table: string, time: string) =>
    env.DB.prepare(`select (? - ${time}) / ? as n from ${table} order by n desc`)
      .bind(now, dayMs)
      .all<{ n: number }>();
  const [firings, visits] = [await ago('alert_firings', 'fired_at'), await ago('alert_visits', 'created_at')];
  return [firings.results.map(({ n }) => n), visits.results.map(({ n }) => n)];
};

beforeEach(() =>
  env.DB.batch([
    env.DB.prepare('delete from alert_firings'),
    // The newest stays.
    env.DB.prepare('update alert_visits set created_at = 0'),
  ]),
);

prepareAlerts();

test('firings are kept as long as events, and visits for 32 days', async () => {
  await put(40, 33, 31, 29, 1);
  await look();
  expect((await left())[0]).toEqual([29, 1]);
  expect((await left())[1]).toEqual([31, 29, 1]);
  await env.DB.prepare('update event_settings set retention_days = 7').run();
  await look();
  expect(await left()).toEqual([[1], [31, 29, 1]]);
  await env.DB.prepare('update event_settings set retention_days = 30').run();
});

test('neither firings nor visits are kept longer than recipients, but for three days', async () => {
  await put(10, 5, 4, 3, 2, 0);
  await look(now - 4.5 * dayMs);
  expect(await left()).toEqual([
    [4, 3, 2, 0],
    [4, 3, 2, 0],
  ]);
  await look(now);
  expect(await left()).toEqual([
    [3, 2, 0],
    [3, 2, 0],
  ]);
});

test('firings of a day are kept while a visit of it waits to be looked at', async () => {
  const alert = await newAlert({ condition: { type: 'link_opened' } });
  await put(9, 6, 3);
  await env.DB.prepare('update event_settings set retention_days = 1').run();
  await env.DB.prepare('update alert_cursor set sequence = 0').run();
  await env.DB.prepare('update alert_visits set created_at = ?')
    .bind(now - 4 * dayMs)
    .run();
  await look();
  // The run has looked at them.
  expect((await left())[0]).toEqual([6, 3]);
  await look();
  expect((await left())[0]).toEqual([3]);
  await env.DB.prepare('update event_settings set retention_days = 30').run();
  await remove(alert);
});

test('an event of an alert loses who it is about after the recipients, and after three days, and nothing else', async () => {
  const put = (ago: number) =>
    env.DB.prepare(
      `insert into events (type, subject, related, created_at) values ('alert.fired', 'alert_x', ?, ?)`,
    )
      .bind(
        JSON.stringify({
          alertId: 'a',
          firingId: 'f',
          webhookId: 'w',
          personId: `person_${ago}`,
          pageId: 'p',
        }),
        now - ago * dayMs,
      )
      .run();
  await env.DB.prepare('delete from events').run();
  for (const ago of [5, 4, 2]) await put(ago);
  const found = async () =>
    (
      await env.DB.prepare(
        "select subject, related from events where related ->> 'alertId' = 'a' order by sequence",
      ).all<{
        subject: string;
        related: string;
      }>()
    ).results.map(({ subject, related }) => [subject, JSON.parse(related)]);
  const kept = { alertId: 'a', firingId: 'f', webhookId: 'w', pageId: 'p' };
  await forgetEvents(openTestDatabase(), now, now - 4.5 * dayMs);
  await look(now - 4.5 * dayMs);
  expect(await found()).toEqual([
    ['alert_x', kept],
    ['alert_x', { ...kept, personId: 'person_4' }],
    ['alert_x', { ...kept, personId: 'person_2' }],
  ]);
  await forgetEvents(openTestDatabase(), now, now);
  await look(now);
  expect(await found()).toEqual([
    ['alert_x', kept],
    ['alert_x', kept],
    ['alert_x', { ...kept, personId: 'person_2' }],
  ]);
});

test('the newest visit stays without its subject, because its number must not be given again', async () => {
  await put(40);
  await look();
  const [firings, visits] = await left();
  expect([firings, visits]).toEqual([[], [40]]);
  const { results } = await env.DB.prepare('select subject from alert_visits').all();
  expect(results).toEqual([{ subject: null }]);
});

describe('firings', () => {
  prepareAlerts();

  test('are kept until no visit of their day may fire again, however short events are kept', async () => {
    const who = await newRecipient(place.pageId);
    const alert = await alertOf({ type: 'link_opened' });
    await env.DB.prepare('update event_settings set retention_days = 1').run();
    await come(who, 0);
    await fire(noon);
    // A visit of the same day that is merged almost a day after it.
    await come(who, hourMs);
    await env.DB.prepare(
      'update alert_visits set created_at = ? where sequence = (select max(sequence) from alert_visits)',
    )
      .bind(noon + hourMs + dayMs - minuteMs)
      .run();
    await fire(noon + 3.5 * dayMs, undefined, noon + 3.5 * dayMs);
    expect(await firedBy(alert)).toEqual([[who.personId, '2026-03-04']]);
    await fire(noon + 3.5 * dayMs, undefined, noon + 3.5 * dayMs);
    expect(await firedBy(alert)).toEqual([]);
    await env.DB.prepare('update event_settings set retention_days = 30').run();
  });
});
