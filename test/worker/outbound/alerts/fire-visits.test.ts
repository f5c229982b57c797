import { env } from 'cloudflare:workers';
import { dayMs, hourMs, minuteMs } from '../../../../src/lib/durations.ts';
import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import { mergeVisits } from '../../../../src/visits/beacons/store/merge.ts';
import {
  alertOf,
  come,
  faulty,
  fire,
  firedBy,
  firingsOf,
  newRecipient,
  noon,
  patch,
  prepareAlerts,
  type Recipient,
  remove,
  seen,
} from '../../support/alerts.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { silent } from '../../support/faults.ts';
import { place, session } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { importSessions } from '../../support/sessions.ts';
import { merge, messageOf, newId, visitOf } from '../../support/visits.ts';
import { happen, newWebhook, Receiver, run } from '../../support/webhooks.ts';

prepareAlerts();

/** D1 has a clock of its own: what it has just noted was noted at this time. */
const notedAt = (at: number) =>
  env.DB.prepare('update alert_visits set created_at = ?1 where created_at > ?1 + ?2').bind(at, dayMs).run();

test('an alert that fails keeps no other from firing', async () => {
  const who = await newRecipient(place.pageId);
  const condition = { type: 'accounts_visited', visits: 1, days: 1 };
  const [broken, alert] = [await alertOf(condition), await alertOf(condition)];
  await env.DB.prepare("update alerts set timezone = 'No/Where' where alert_id = ?")
    .bind(broken.alertId)
    .run();
  await come(who, 0);
  const { logged } = await silent(() => fire());
  expect(await firedBy(alert)).toEqual([[who.accountId, '2026-03-04']]);
  expect(logged).toEqual([expect.stringContaining(`"alertIds":["${broken.alertId}"]`)]);
});

describe('an alert for accounts that visit (accounts_visited)', () => {
  test('fires when an account comes often enough in the days, and once a day', async () => {
    const who = await newRecipient(place.pageId);
    const alert = await alertOf({ type: 'accounts_visited', visits: 3, days: 2 });
    const { accountId } = who;
    await come(who, 0);
    await come(who, hourMs);
    await fire();
    expect(await firedBy(alert)).toEqual([]);
    await come(who, dayMs);
    await fire();
    expect(await firedBy(alert)).toEqual([[accountId, '2026-03-05']]);
    await come(who, dayMs + hourMs);
    await come(who, 2 * dayMs);
    await fire();
    await fire();
    expect(await firedBy(alert)).toEqual([
      [accountId, '2026-03-05'],
      [accountId, '2026-03-06'],
    ]);
    await come(who, 4 * dayMs);
    await fire();
    expect(await firedBy(alert)).toHaveLength(2);
    const [firing] = await firingsOf(alert);
    expect(firing).toEqual({
      firingId: expect.stringMatching(/^firing_[0-7][0-9a-z]{25}$/),
      alertId: alert.alertId,
      firedAt: new Date(noon).toISOString(),
      subject: accountId,
      facts: { type: 'accounts_visited', date: '2026-03-06', visits: 3, days: 2 },
    });
  });

  test.each<[string, object]>([
    ['without input', { hasInput: false }],
    ['of which nothing is known of input', { hasInput: undefined }],
    ['that is a bounce', { engagedMs: 5000 }],
    ['of nobody', { audienceId: undefined }],
  ])('does not count a visit %s', async (_, fields) => {
    const who = await newRecipient(place.pageId);
    const alert = await alertOf({ type: 'accounts_visited', visits: 1, days: 1 });
    await come(who, 0, fields);
    await fire();
    expect(await firedBy(alert)).toEqual([]);
  });

  test('does not count a visit that a person is known by from a form alone, nor does a weekly report', async () => {
    const who = await newRecipient(place.pageId);
    const { body } = await send<{ email: string }>('GET', `/v0/persons/${who.personId}`);
    const alerts = [
      await alertOf({ type: 'accounts_visited', visits: 1, days: 1 }),
      await alertOf({ type: 'link_opened' }),
    ];
    const report = await alertOf({ type: 'weekly_report', pageId: place.pageId });
    const formSubmit = { formSubmissionId: 'f', email: body.email };
    await come(who, 0, { audienceId: undefined, formSubmit });
    await fire();
    for (const alert of alerts) expect(await firedBy(alert)).toEqual([]);
    await fire(Date.UTC(2026, 2, 9, 8));
    const [told] = await firingsOf(report);
    expect(told?.facts).toMatchObject({ type: 'weekly_report', accountIds: [], moreAccounts: 0 });
  });

  test('is silent while RECIPIENTS is off: visits have no recipient', async () => {
    const { audienceId } = await newRecipient(place.pageId);
    const alerts = [
      await alertOf({ type: 'accounts_visited', visits: 1, days: 1 }),
      await alertOf({ type: 'link_opened' }),
    ];
    const visit = visitOf(newId(), { ...seen, audienceId });
    for (const [recipientsFrom, fired] of [
      [Number.MAX_SAFE_INTEGER, 0],
      [0, 1],
    ] as const) {
      const message = messageOf({ ...visit, analyticsSessionId: newId() }, noon);
      await mergeVisits(openTestDatabase(), [message], { recipientsFrom });
      await notedAt(noon);
      await fire();
      for (const alert of alerts) expect(await firedBy(alert)).toHaveLength(fired);
    }
  });

  test('does not count an imported session, of whose input nobody knows', async () => {
    const { audienceId } = await newRecipient(place.pageId);
    const alert = await alertOf({ type: 'accounts_visited', visits: 1, days: 1 });
    const times = {
      sessionStartedAt: new Date(noon - hourMs).toISOString(),
      sessionEndedAt: new Date(noon).toISOString(),
    };
    const session = { analyticsSessionId: newId(), audienceId, ...times, timeSpentSeconds: 60 };
    await ok(importSessions(place.pageId, [session]));
    await notedAt(noon);
    await fire();
    expect(await firedBy(alert)).toEqual([]);
  });

  test('does not fire for a person whom it names by mistake', async () => {
    const who = await newRecipient(place.pageId);
    await alertOf({ type: 'link_opened' });
    const alert = await alertOf({
      type: 'accounts_visited',
      accountIds: [who.personId],
      visits: 1,
      days: 1,
    });
    await come(who, 0);
    await fire();
    expect(await firedBy(alert)).toEqual([]);
  });

  test('counts visits from before it was switched on, and does not fire for them', async () => {
    const who = await newRecipient(place.pageId);
    await alertOf({ type: 'accounts_visited', visits: 100, days: 30 });
    await come(who, 0);
    const alert = await alertOf({ type: 'accounts_visited', visits: 1, days: 1 });
    const later = await alertOf({ type: 'accounts_visited', visits: 2, days: 1 });
    await fire();
    expect(await firedBy(alert)).toEqual([]);
    await patch(alert, { isEnabled: false });
    await come(who, hourMs);
    await patch(alert, { isEnabled: true });
    await fire();
    expect(await firedBy(alert)).toEqual([]);
    expect(await firedBy(later)).toEqual([[who.accountId, '2026-03-04']]);
  });
});

describe('an alert for links that are opened (link_opened)', () => {
  test('fires once a day for each person', async () => {
    const [one, other] = [await newRecipient(place.pageId), await newRecipient(place.pageId)];
    const alert = await alertOf({ type: 'link_opened' }, { timezone: 'Europe/Berlin' });
    const named = await alertOf({ type: 'link_opened', personIds: [other.personId] });
    await come(one, 0);
    await come(one, hourMs);
    await come(other, 11.5 * hourMs);
    await fire();
    await come(one, dayMs);
    await fire();
    expect((await firedBy(alert)).toSorted()).toEqual(
      [
        [one.personId, '2026-03-04'],
        // Half past midnight in Berlin.
        [other.personId, '2026-03-05'],
        [one.personId, '2026-03-05'],
      ].toSorted(),
    );
    expect(await firedBy(named)).toEqual([[other.personId, '2026-03-04']]);
  });
});

test('a visit that is noted after midnight may be the one that the next day lacked', async () => {
  const who = await newRecipient(place.pageId);
  const alert = await alertOf({ type: 'accounts_visited', visits: 2, days: 2 });
  // A quarter past midnight, and then one of a quarter before.
  await come(who, 12.25 * hourMs);
  await fire();
  expect(await firedBy(alert)).toEqual([]);
  await come(who, 11.75 * hourMs);
  await env.DB.prepare(
    'update alert_visits set created_at = ? where sequence = (select max(sequence) from alert_visits)',
  )
    .bind(noon + 12.5 * hourMs)
    .run();
  await fire();
  expect(await firedBy(alert)).toEqual([[who.accountId, '2026-03-05']]);
});

test('a visit that is merged a day late fires nothing, but counts', async () => {
  const who = await newRecipient(place.pageId);
  const [any, two] = [
    await alertOf({ type: 'accounts_visited', visits: 1, days: 1 }),
    await alertOf({ type: 'accounts_visited', visits: 2, days: 2 }),
  ];
  await come(who, 0);
  await env.DB.prepare(
    'update alert_visits set created_at = ? where sequence = (select max(sequence) from alert_visits)',
  )
    .bind(noon + dayMs + minuteMs)
    .run();
  await fire(noon + dayMs + 2 * minuteMs);
  expect(await firedBy(any)).toEqual([]);
  await come(who, dayMs + hourMs);
  await fire(noon + dayMs + hourMs);
  expect(await firedBy(any)).toEqual([[who.accountId, '2026-03-05']]);
  expect(await firedBy(two)).toEqual([[who.accountId, '2026-03-05']]);
});

test('a visit counts for the day it was noted with, though a late message moves its start over midnight', async () => {
  const { accountId, audienceId } = await newRecipient(place.pageId);
  const alert = await alertOf({ type: 'accounts_visited', visits: 1, days: 1 });
  const visit = visitOf(newId(), { ...seen, audienceId });
  const quarterPast = noon + 12.25 * hourMs;
  await merge(messageOf(visit, quarterPast));
  const long = { elapsedMs: hourMs, activeMs: hourMs, engagedMs: 12_000 };
  await merge(messageOf({ ...visit, ...long }, quarterPast));
  const { sessionStartedAt } = await session(visit.analyticsSessionId);
  expect(sessionStartedAt).toBe('2026-03-04T23:15:00.000Z');
  await notedAt(quarterPast);
  await fire(quarterPast + minuteMs);
  expect(await firedBy(alert)).toEqual([[accountId, '2026-03-05']]);
});

test('a flood of one visitor keeps nobody waiting, however many alerts look', async () => {
  const alerts: Alert[] = [];
  for (let count = 0; count < 50; count++) alerts.push(await alertOf({ type: 'link_opened' }));
  const note = (count: number, subject: string) =>
    env.DB.prepare(
      `with recursive n (n) as (select 1 union all select n + 1 from n where n < ?1)
       insert into alert_visits (subject, started_at, created_at) select ?2 || iif(?3, n, ''), ?4, ?4 from n`,
    )
      .bind(count, subject, Number(count < 1000), noon)
      .run();
  await note(5000, 'person_flood');
  // More persons than a round looks at: 50 for each alert.
  await note(120, 'person_');
  await fire();
  const [first, last] = [alerts[0], alerts.at(-1)];
  for (const alert of [first, last])
    expect(new Set((await firedBy(alert as Alert)).map(([subject]) => subject))).toEqual(
      new Set(['person_flood', ...Array.from({ length: 120 }, (_, n) => `person_${n + 1}`)]),
    );
});

test('more visits than a run looks at fire in the next one', async () => {
  const alert = await alertOf({ type: 'link_opened' });
  const before = await env.DB.prepare('select max(sequence) as n from alert_visits').first<number>('n');
  await env.DB.prepare(
    `with recursive n (n) as (select 1 union all select n + 1 from n where n < 10100)
     insert into alert_visits (subject, started_at, created_at)
     select 'person_' || iif(n < 10100, 1, 2), ?1, ?1 from n`,
  )
    .bind(noon)
    .run();
  await fire();
  expect(await firedBy(alert)).toEqual([['person_1', '2026-03-04']]);
  await fire();
  expect(await firedBy(alert)).toEqual([
    ['person_1', '2026-03-04'],
    ['person_2', '2026-03-04'],
  ]);
  await env.DB.prepare('delete from alert_visits where sequence > ?').bind(before).run();
});

test.each<[string, (who: Recipient, alert: Alert) => Promise<unknown>]>([
  ['an erasure', ({ personId }) => ok(send('DELETE', `/v0/persons/${personId}`))],
  ['switching the alert off', (_, alert) => ok(patch(alert, { isEnabled: false }))],
  [
    'switching the alert off and on',
    async (_, alert) => {
      for (const isEnabled of [false, true]) await ok(patch(alert, { isEnabled }));
    },
  ],
  ['deleting the alert', (_, alert) => remove(alert)],
])('%s while a run looks keeps the alert from firing', async (_, meanwhile) => {
  const who = await newRecipient(place.pageId);
  const alert = await alertOf({ type: 'link_opened' });
  await come(who, 0);
  await fire(noon, faulty({ meanwhile: () => meanwhile(who, alert) }));
  const { results } = await env.DB.prepare('select subject from alert_firings where alert_id = ?')
    .bind(alert.alertId)
    .all();
  expect(results).toEqual([]);
});

test('an alert whose webhook is switched off stays on: what it fires is listed, and not sent later', async () => {
  const receiver = new Receiver();
  const webhook = await newWebhook({ types: ['alert.fired'] });
  const who = await newRecipient(place.pageId);
  const alert = await alertOf({ type: 'link_opened' }, { webhookId: webhook.webhookId });
  const turn = (isEnabled: boolean) => ok(send('PATCH', `/v0/webhooks/${webhook.webhookId}`, { isEnabled }));
  await turn(false);
  await come(who, 0);
  await fire();
  expect(await ok(send('GET', `/v0/alerts/${alert.alertId}`))).toMatchObject({ isEnabled: true });
  expect(await firedBy(alert)).toEqual([[who.personId, '2026-03-04']]);
  await turn(true);
  await run(webhook);
  expect(receiver.received).toEqual([]);
  await come(who, dayMs);
  await fire();
  await run(webhook);
  expect(receiver.received).toHaveLength(1);
  vi.restoreAllMocks();
});

describe('the event alert.fired', () => {
  test('tells ids, and is sent to the webhook of the alert alone', async () => {
    const receiver = new Receiver();
    const types = ['alert.fired', 'page.created'];
    const [own, other, without] = [
      await newWebhook({ types }),
      await newWebhook({ types }),
      await newWebhook({ types: ['page.updated'] }),
    ];
    const who = await newRecipient(place.pageId);
    const alert = await alertOf({ type: 'link_opened' }, { webhookId: own.webhookId });
    const silent = await alertOf(
      { type: 'accounts_visited', visits: 1, days: 1 },
      { webhookId: without.webhookId },
    );
    const told = await eventsOf(async () => {
      await come(who, 0);
      await fire();
    });
    const [{ firingId } = { firingId: '' }] = await firingsOf(alert);
    const event = {
      type: 'alert.fired',
      subject: alert.alertId,
      related: { alertId: alert.alertId, firingId, webhookId: own.webhookId, personId: who.personId },
      changes: null,
      actor: { type: 'service', apiKeyId: null, name: null },
    };
    expect(told.find(({ subject }) => subject === alert.alertId)).toMatchObject(event);
    expect(told.find(({ subject }) => subject === silent.alertId)?.related).toMatchObject({
      accountId: who.accountId,
      webhookId: without.webhookId,
    });
    expect(told).toHaveLength(2);
    for (const webhook of [own, other, without]) await run(webhook);
    const got = receiver.received.map(({ url, body }) => [url, JSON.parse(body).data.subject]);
    expect(got).toEqual([
      [own.url, alert.alertId],
      [without.url, silent.alertId],
    ]);
    await happen();
    vi.restoreAllMocks();
  });
});
