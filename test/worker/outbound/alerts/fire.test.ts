import { env } from 'cloudflare:workers';
import { Groups, tooManyValues } from '../../../../src/analytics/groups.ts';
import { Inquiry } from '../../../../src/analytics/store/inquiry.ts';
import { dayMs, hourMs, minuteMs } from '../../../../src/lib/durations.ts';
import type { Alert } from '../../../../src/outbound/alerts/schemas.ts';
import {
  fire,
  firingsOf,
  newAlert,
  newRecipient,
  patch,
  preview,
  type Recipient,
  remove,
  visitAt,
} from '../../support/alerts.ts';
import { newAudienceId } from '../../support/audiences.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { eventsOf } from '../../support/events.ts';
import { faultyDatabase, silent } from '../../support/faults.ts';
import { newPageId } from '../../support/pages.ts';
import { place } from '../../support/places.ts';
import { ok } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';
import { prepareVisits } from '../../support/visits.ts';
import { happen, newWebhook, Receiver, run } from '../../support/webhooks.ts';

prepareVisits();

const noon = Date.UTC(2026, 2, 4, 12);

const made: Alert[] = [];
const alertOf = async (condition: object, fields: object = {}) => {
  const alert = await newAlert({ condition, ...fields });
  made.push(alert);
  return alert;
};

beforeEach(async () => {
  setClock(noon);
  for (const alert of made.splice(0)) await remove(alert);
  await env.DB.prepare('delete from alert_firings').run();
});

/** The subjects and dates that an alert has fired for, oldest first. */
const firedBy = async (alert: Alert) =>
  (await firingsOf(alert)).map(({ subject, facts }) => [subject, facts.date]).toReversed();

/** A database that fails at the second batch of a run: the one that fires, or reads the figures of the first alert. */
const faulty = (more: Partial<Parameters<typeof faultyDatabase>[0]>) =>
  openTestDatabase(faultyDatabase({ moment: 'before', size: 1, skip: 1, ...more }));

/** Lets a person come, `after` milliseconds from noon. */
const come = ({ audienceId }: Recipient, after: number, fields: object = {}) =>
  visitAt(noon + after, { audienceId, ...fields });

describe('accounts_visited', () => {
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

  test('counts what was noted before it was on, and does not fire for it', async () => {
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

describe('link_opened', () => {
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

test('firings are kept until no visit of their day may fire again, however short events are kept', async () => {
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

describe('an erasure', () => {
  test('removes what was fired about the person and their account, and what was about to be', async () => {
    const who = await newRecipient(place.pageId);
    const [opened, came] = [
      await alertOf({ type: 'link_opened' }),
      await alertOf({ type: 'accounts_visited', visits: 1, days: 1 }),
    ];
    await come(who, 0);
    await fire();
    expect([await firedBy(opened), await firedBy(came)]).toEqual([
      [[who.personId, '2026-03-04']],
      [[who.accountId, '2026-03-04']],
    ]);
    await come(who, dayMs);
    await ok(send('DELETE', `/v0/persons/${who.personId}`));
    await fire();
    expect([await firedBy(opened), await firedBy(came)]).toEqual([[], []]);
    const row = await env.DB.prepare('select count(*) as n from alert_visits where subject in (?, ?)')
      .bind(who.personId, who.accountId)
      .first();
    expect(row).toEqual({ n: 0 });
  });
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
])('%s while a run looks keeps it from firing', async (_, meanwhile) => {
  const who = await newRecipient(place.pageId);
  const alert = await alertOf({ type: 'link_opened' });
  await come(who, 0);
  await fire(noon, faulty({ meanwhile: () => meanwhile(who, alert) }));
  const { results } = await env.DB.prepare('select subject from alert_firings where alert_id = ?')
    .bind(alert.alertId)
    .all();
  expect(results).toEqual([]);
});

describe('alert.fired', () => {
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

describe('conversions_changed', () => {
  /** Visits of a page on a day at noon, of which some convert. */
  const visits = (pageId: string, day: number, count: number, conversions: number) =>
    visitAt(
      noon + day * dayMs,
      ...Array.from({ length: count }, (_, n) => ({
        pageId,
        audienceId: undefined,
        hasConversion: n < conversions,
      })),
    );

  test('fires at 1:00 when conversions of the day before differ enough from a week before', async () => {
    const pageId = await newPageId();
    const condition = { type: 'conversions_changed', pageId, percent: 50, minVisits: 4 };
    const [any, up, many] = [
      await alertOf(condition, { timezone: 'Europe/Berlin' }),
      await alertOf({ ...condition, direction: 'up' }),
      await alertOf({ ...condition, minVisits: 5 }),
    ];
    await visits(pageId, -7, 4, 4);
    await visits(pageId, 0, 5, 2);
    await fire(noon + 11.9 * hourMs);
    expect(await firedBy(any)).toEqual([]);
    setClock(noon + 12 * hourMs);
    await fire(noon + 12 * hourMs);
    await fire(noon + 12 * hourMs + minuteMs);
    expect(await firingsOf(any)).toEqual([
      {
        firingId: expect.any(String),
        alertId: any.alertId,
        firedAt: new Date(noon + 12 * hourMs).toISOString(),
        subject: pageId,
        facts: {
          type: 'conversions_changed',
          date: '2026-03-04',
          comparedDate: '2026-02-25',
          visits: 5,
          comparedVisits: 4,
          conversions: 2,
          comparedConversions: 4,
          changePercent: -50,
        },
      },
    ]);
    await fire(noon + 14 * hourMs);
    expect([await firedBy(up), await firedBy(many)]).toEqual([[], []]);
    setClock(noon + 20 * hourMs);
    expect((await preview({ condition, timezone: 'Europe/Berlin' })).items).toEqual([
      {
        firedAt: new Date(noon + 12 * hourMs).toISOString(),
        subject: pageId,
        facts: expect.objectContaining({ changePercent: -50, date: '2026-03-04' }),
      },
    ]);
  });

  test('rises from none by any percentage, and a late cron looks at the last day alone', async () => {
    const pageId = await newPageId();
    const condition = { type: 'conversions_changed', pageId, percent: 1000, direction: 'up' };
    const alert = await alertOf(condition);
    await visits(pageId, -7, 1, 0);
    await visits(pageId, 0, 1, 1);
    await visits(pageId, -6, 1, 0);
    await visits(pageId, 1, 1, 1);
    await fire(noon + 1.6 * dayMs);
    expect((await firingsOf(alert)).map(({ facts }) => facts)).toMatchObject([
      { date: '2026-03-05', changePercent: null },
    ]);
  });
});

describe('weekly_report', () => {
  test('tells on Monday at 8:00 what the week has come to', async () => {
    // 4 March is a Wednesday.
    const monday = Date.UTC(2026, 2, 9, 8) - hourMs;
    const pageId = await newPageId();
    const who = await newRecipient(pageId);
    const [first, second] = [await newAudienceId(pageId), await newAudienceId(pageId)];
    const alert = await alertOf({ type: 'weekly_report', pageId }, { timezone: 'Europe/Berlin' });
    const all = await alertOf({ type: 'weekly_report' }, { timezone: 'America/New_York' });
    const at = { pageId, audienceId: who.audienceId };
    await visitAt(noon - 7 * dayMs, at, at);
    await visitAt(
      noon,
      ...[
        { audienceId: first, most: 12 },
        { audienceId: second, most: 2 },
      ].flatMap(({ audienceId, most }) =>
        Array.from({ length: 40 }, (_, n) => ({ pageId, audienceId, hasConversion: n < most })),
      ),
      // One person's visits are no group.
      ...Array.from({ length: 30 }, () => ({ ...at, hasConversion: true })),
      ...[{ pageId, audienceId: undefined, hasConversion: true }],
    );
    await fire(monday - 1);
    expect(await firedBy(alert)).toEqual([]);
    setClock(monday);
    await fire(monday);
    await fire(monday + minuteMs);
    const report = {
      type: 'weekly_report',
      date: '2026-03-02',
      visits: 111,
      comparedVisits: 2,
      bestAudience: {
        audienceId: first,
        visits: 40,
        conversions: 12,
        isMoreThanChance: true,
        against: { audienceId: second, visits: 40, conversions: 2 },
      },
      accountIds: [who.accountId],
      moreAccounts: 0,
    };
    expect((await firingsOf(alert)).map(({ subject, facts }) => [subject, facts])).toEqual([
      [pageId, report],
    ]);
    expect((await preview({ condition: alert.condition, timezone: 'Europe/Berlin' })).items).toEqual([
      { firedAt: new Date(monday).toISOString(), subject: pageId, facts: report },
    ]);
    // In New York the clocks have changed on Sunday: it is 8:00 at 12:00 UTC.
    await fire(Date.UTC(2026, 2, 9, 12) - 1);
    expect(await firedBy(all)).toEqual([]);
    await fire(Date.UTC(2026, 2, 9, 12));
    expect(await firedBy(all)).toEqual([[null, '2026-03-02']]);
    await fire(monday + 21 * dayMs);
    expect(await firedBy(alert)).toEqual([
      [pageId, '2026-03-02'],
      [pageId, '2026-03-23'],
    ]);
  });

  test('tells nothing of a page that is not there', async () => {
    const condition = { type: 'weekly_report', pageId: 'page_nope' } as const;
    const alert = await alertOf(condition);
    setClock(noon + 5 * dayMs);
    expect((await preview({ condition })).items).toEqual([]);
    await fire(noon + 5 * dayMs);
    expect(await firingsOf(alert)).toEqual([]);
  });

  test('with more audiences or accounts than can be compared has the numbers of visits alone', async () => {
    const pageId = await newPageId();
    const who = await newRecipient(pageId);
    const alert = await alertOf({ type: 'weekly_report', pageId });
    await visitAt(noon, { pageId, audienceId: who.audienceId });
    const [before, tooMany] = [Groups.prototype.find, tooManyValues()];
    const find = vi.spyOn(Groups.prototype, 'find').mockImplementation(function (this: Groups, key) {
      if (key !== null) throw tooMany;
      return before.call(this, key);
    });
    const condition = { type: 'weekly_report', pageId };
    await fire(noon + 5 * dayMs);
    setClock(noon + 5 * dayMs);
    const shown = await preview({ condition });
    find.mockRestore();
    const facts = {
      type: 'weekly_report',
      date: '2026-03-02',
      visits: 1,
      comparedVisits: 0,
      bestAudience: null,
      accountIds: [],
      moreAccounts: 0,
      isCut: true,
    };
    expect((await firingsOf(alert)).map((firing) => firing.facts)).toEqual([facts]);
    expect(shown.items.map((item) => item.facts)).toEqual([facts]);
  });

  test.each([
    ['with too few visits', [29, 29], [40, 1], null],
    ['that may be ahead by chance', [40, 5], [40, 2], { isMoreThanChance: false }],
    ['when none has converted', [40, 0], [40, 0], null],
  ])('calls no audience best %s', async (_, one, other, bestAudience) => {
    const pageId = await newPageId();
    const alert = await alertOf({ type: 'weekly_report', pageId });
    for (const [visits = 0, conversions = 0] of [one, other]) {
      const audienceId = await newAudienceId(pageId);
      await visitAt(
        noon,
        ...Array.from({ length: visits }, (_, n) => ({ pageId, audienceId, hasConversion: n < conversions })),
      );
    }
    setClock(noon + 5 * dayMs);
    await fire();
    const [firing] = await firingsOf(alert);
    expect(firing?.facts).toMatchObject({ bestAudience });
  });
});

test('a condition that is changed, or a zone, is looked at from then on', async () => {
  const alert = await alertOf({ type: 'weekly_report' });
  setClock(Date.UTC(2026, 2, 9, 7, 30));
  await patch(alert, { timezone: 'Europe/Berlin' });
  await fire(Date.UTC(2026, 2, 9, 7, 31));
  expect(await firedBy(alert)).toEqual([]);
  await patch(alert, { timezone: 'UTC' });
  await fire(Date.UTC(2026, 2, 9, 8, 1));
  expect(await firedBy(alert)).toEqual([[null, '2026-03-02']]);
});

test('a zone in which an alert is due earlier is looked at from then on', async () => {
  const alert = await alertOf({ type: 'weekly_report' });
  const sunday = Date.UTC(2026, 2, 8, 12);
  setClock(sunday);
  await patch(alert, { timezone: 'Asia/Tokyo' });
  await fire(sunday + 11 * hourMs - 1);
  expect(await firedBy(alert)).toEqual([]);
  await fire(sunday + 11 * hourMs);
  expect(await firedBy(alert)).toEqual([[null, '2026-03-02']]);
});

test('a change of one that is due does not lose what it is due for', async () => {
  const pageId = await newPageId();
  const [on, changed, off, kept] = [
    await alertOf({ type: 'weekly_report', pageId }),
    await alertOf({ type: 'weekly_report', pageId }),
    await alertOf({ type: 'weekly_report', pageId }),
    await alertOf({ type: 'weekly_report', pageId }),
  ];
  const dueAt = ({ alertId }: Alert) =>
    env.DB.prepare('select next_due_at as at from alerts where alert_id = ?')
      .bind(alertId)
      .first<number>('at');
  const before = await dueAt(kept);
  await patch(kept, { isEnabled: true });
  expect(await dueAt(kept)).toBe(before);
  const monday = Date.UTC(2026, 2, 9, 8);
  setClock(monday + 10_000);
  await patch(on, { isEnabled: true });
  await patch(changed, { condition: { type: 'weekly_report' } });
  await patch(off, { isEnabled: false });
  await patch(off, { isEnabled: true });
  await fire(monday + minuteMs);
  expect([await firedBy(on), await firedBy(changed), await firedBy(off)]).toEqual([
    [[pageId, '2026-03-02']],
    [[null, '2026-03-02']],
    [],
  ]);
});

test('a change while a run looks at an alert is not lost', async () => {
  const alert = await alertOf({ type: 'weekly_report' });
  const pageId = await newPageId();
  const monday = Date.UTC(2026, 2, 9, 8);
  setClock(monday + 10_000);
  const meanwhile = () => patch(alert, { condition: { type: 'weekly_report', pageId } });
  await fire(monday + 20_000, faulty({ meanwhile }));
  expect(await firedBy(alert)).toEqual([]);
  await fire(monday + minuteMs);
  expect(await firedBy(alert)).toEqual([[pageId, '2026-03-02']]);
});

test('alerts that fail again and again do not keep others waiting', async () => {
  const all: Alert[] = [];
  for (let count = 0; count < 26; count++)
    all.push(await alertOf({ type: 'weekly_report', pageId: await newPageId() }));
  const monday = Date.UTC(2026, 2, 9, 8);
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

test('an alert whose look fails does not keep another waiting, and is looked at again', async () => {
  const pageId = await newPageId();
  const failing = await alertOf({ type: 'weekly_report', pageId });
  const other = await alertOf({ type: 'weekly_report' });
  const monday = Date.UTC(2026, 2, 9, 8);
  const { logged } = await silent(() => fire(monday, faulty({ message: 'D1_ERROR: boom' })));
  expect(logged.join()).toContain(failing.alertId);
  expect([await firedBy(failing), await firedBy(other)]).toEqual([[], [[null, '2026-03-02']]]);
  await fire(monday + minuteMs);
  expect([await firedBy(failing), await firedBy(other)]).toEqual([
    [[pageId, '2026-03-02']],
    [[null, '2026-03-02']],
  ]);
});

test('while D1 is away, the others that are due wait for the next run, and none of them has failed', async () => {
  const due: Alert[] = [];
  for (let count = 0; count < 4; count++) due.push(await alertOf({ type: 'weekly_report' }));
  const monday = Date.UTC(2026, 2, 9, 8);
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
