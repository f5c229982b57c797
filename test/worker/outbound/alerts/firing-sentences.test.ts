import { env } from 'cloudflare:workers';
import { newId as newRecordId } from '../../../../src/lib/ids.ts';
import type { WebhookCreated } from '../../../../src/outbound/webhooks/schemas.ts';
import type { FiringFacts } from '../../../../src/vocabulary/firing-sentences.ts';
import { fire, newAlert, newRecipient, remove, visitAt } from '../../support/alerts.ts';
import { audienceOf } from '../../support/audiences.ts';
import { send } from '../../support/client.ts';
import { newPage } from '../../support/pages.ts';
import { ok } from '../../support/replies.ts';
import { newWebhook, Receiver, run } from '../../support/webhooks.ts';

let receiver: Receiver;
let channel: WebhookCreated;

/** What the channel gets to read when an alert has fired with some facts. */
async function said(facts: FiringFacts, subject = '', name = 'Watch <it>'): Promise<string> {
  const alert = await newAlert({ name, webhookId: channel.webhookId });
  await env.DB.prepare(
    `insert into alert_firings (firing_id, alert_id, webhook_id, subject, day, facts, fired_at)
     values (?, ?, ?, ?, 1, ?, 1)`,
  )
    .bind(newRecordId('firing'), alert.alertId, channel.webhookId, subject, JSON.stringify(facts))
    .run();
  if (name === '') await remove(alert);
  receiver.received.length = 0;
  await run(channel);
  await remove(alert);
  expect(receiver.received).toHaveLength(1);
  return (JSON.parse(receiver.received[0]?.body ?? '') as { text: string }).text;
}

const at = (path: string) => ` <https://footfall.test/console/#${path}|Open in Footfall>`;
const date = '2026-03-05';

beforeEach(async () => {
  receiver = new Receiver();
  channel = await newWebhook({ format: 'slack', types: ['alert.fired'] });
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => env.DB.prepare('delete from event_listeners').run());

test('the sentence of an account that came', async () => {
  const { pageId } = await newPage();
  const { accountId } = await newRecipient(pageId);
  await ok(send('PATCH', `/v0/accounts/${accountId}`, { name: 'Northwind & Co' }));
  const account = at(`/accounts?open=${accountId}`);
  expect([
    await said({ type: 'accounts_visited', date, visits: 1, days: 7 }, accountId),
    await said({ type: 'accounts_visited', date, visits: 3, days: 1 }, accountId),
    await said({ type: 'accounts_visited', date, visits: 2, days: 7 }, accountId),
  ]).toEqual([
    `Watch &lt;it&gt;: A link of Northwind &amp; Co was opened.${account}`,
    `Watch &lt;it&gt;: Links of Northwind &amp; Co were opened: at least 3 engaged visits in a day.${account}`,
    `Watch &lt;it&gt;: Links of Northwind &amp; Co were opened: at least 2 engaged visits in 7 days.${account}`,
  ]);
});

test('the sentence of a link that was opened, by whomever', async () => {
  const { pageId } = await newPage();
  const { personId } = await newRecipient(pageId, 'linked.example');
  const facts: FiringFacts = { type: 'link_opened', date };
  expect(await said(facts, personId)).toMatch(
    /^Watch &lt;it&gt;: The link of Person \d+ \(\S.*\) was opened\. </,
  );
});

test('the sentence of changed conversions', async () => {
  const { pageId } = await newPage({ title: 'Pricing' });
  const before = { comparedDate: '2026-02-26', comparedVisits: 1, comparedConversions: 10 };
  const fell: FiringFacts = {
    type: 'conversions_changed',
    date,
    ...before,
    visits: 80,
    conversions: 6,
    changePercent: -40,
  };
  expect([
    await said(fell, pageId),
    await said({ ...fell, comparedConversions: 0, changePercent: null }, pageId),
    await said({ ...fell, conversions: 15, changePercent: 12.5 }, 'page_x'),
  ]).toEqual([
    `Watch &lt;it&gt;: Conversions of Pricing fell by 40%: 6 of 80 visits on 2026-03-05, 10 of 1 visit on 2026-02-26.${at(`/pages/${pageId}`)}`,
    `Watch &lt;it&gt;: Conversions of Pricing rose from none: 6 of 80 visits on 2026-03-05, 0 of 1 visit on 2026-02-26.${at(`/pages/${pageId}`)}`,
    'Watch &lt;it&gt;: Conversions of a page rose by 12.5%: 15 of 80 visits on 2026-03-05, 10 of 1 visit on 2026-02-26.',
  ]);
});

test('the sentences of a weekly report', async () => {
  const { pageId } = await newPage({ title: 'Pricing' });
  const { audienceId } = await audienceOf(pageId, { customName: 'Retail' });
  const banks = await audienceOf(pageId, { customName: 'Banks & more' });
  const companies = await Promise.all([newRecipient(pageId), newRecipient(pageId)]);
  for (const [place, { accountId }] of companies.entries())
    await ok(send('PATCH', `/v0/accounts/${accountId}`, { name: ['Contoso', 'Fabrikam'][place] }));
  const accountIds = companies.map(({ accountId }) => accountId);
  const report: FiringFacts = {
    type: 'weekly_report',
    date: '2026-03-02',
    visits: 312,
    comparedVisits: 280,
    bestAudience: { audienceId, visits: 80, conversions: 12, isMoreThanChance: true },
    accountIds,
    moreAccounts: 4,
  };
  expect([
    await said(report, pageId),
    await said({ ...report, accountIds: [...accountIds, 'account_gone'], moreAccounts: 0 }),
    await said({
      ...report,
      accountIds: [],
      moreAccounts: 0,
      bestAudience: {
        audienceId,
        visits: 154,
        conversions: 11,
        isMoreThanChance: false,
        against: { audienceId: banks.audienceId, visits: 105, conversions: 4 },
      },
    }),
    await said({
      ...report,
      accountIds: [],
      moreAccounts: 0,
      bestAudience: {
        audienceId,
        visits: 154,
        conversions: 11,
        isMoreThanChance: false,
        against: { audienceId: 'x', visits: 105, conversions: 4 },
      },
    }),
    await said({ ...report, bestAudience: null, accountIds: [], moreAccounts: 0, visits: 1 }),
    await said({ ...report, bestAudience: null, accountIds: [], moreAccounts: 0, isCut: true }),
    await said({
      ...report,
      // Of an earlier version.
      bestAudience: { audienceId: 'x', visits: 30, conversions: 1 },
      accountIds: ['x'],
    }),
  ]).toEqual([
    `Watch &lt;it&gt;: The week from 2026-03-02 of Pricing: 312 visits, 280 the week before.\nConverts best: the audience Retail, 12 of 80 visits.\nCompanies that visited: Contoso, Fabrikam, 4 more.${at(`/pages/${pageId}`)}`,
    'Watch &lt;it&gt;: The week from 2026-03-02: 312 visits, 280 the week before.\nConverts best: the audience Retail, 12 of 80 visits.\nCompanies that visited: Contoso, Fabrikam, 1 more.',
    'Watch &lt;it&gt;: The week from 2026-03-02: 312 visits, 280 the week before.\nNo audience is a clear winner: the audience Retail (11 of 154 visits) against the audience Banks &amp; more (4 of 105).\nNo company visited.',
    'Watch &lt;it&gt;: The week from 2026-03-02: 312 visits, 280 the week before.\nNo audience is a clear winner: the audience Retail (11 of 154 visits) against an audience (4 of 105).\nNo company visited.',
    'Watch &lt;it&gt;: The week from 2026-03-02: 1 visit, 280 the week before.\nThere were no two audiences of a page to compare.\nNo company visited.',
    'Watch &lt;it&gt;: The week from 2026-03-02: 312 visits, 280 the week before.\nThere were too many audiences and companies to compare.',
    'Watch &lt;it&gt;: The week from 2026-03-02: 312 visits, 280 the week before.\nHighest conversion rate: an audience, 1 of 30 visits.\nCompanies that visited: 5 in all.',
  ]);
});

test('what was fired about somebody who is erased before it is sent names nobody', async () => {
  const { pageId } = await newPage();
  const who = await newRecipient(pageId);
  const alerts = [
    await newAlert({ webhookId: channel.webhookId }),
    await newAlert({
      webhookId: channel.webhookId,
      condition: { type: 'accounts_visited', visits: 1, days: 1 },
    }),
  ];
  await visitAt(Date.now(), { pageId, audienceId: who.audienceId });
  await fire();
  await ok(send('DELETE', `/v0/persons/${who.personId}`));
  receiver.received.length = 0;
  await run(channel);
  const texts = receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
  const gone = 'What an alert has fired is not kept any more: it is old, or about somebody who is erased.';
  expect(texts).toEqual([`${gone}\n${gone}`]);
  for (const alert of alerts) await remove(alert);
});

test('what is not kept any more is not named', async () => {
  await newAlert({ webhookId: channel.webhookId });
  await env.DB.prepare(
    `insert into events (type, subject, related, created_at) values ('alert.fired', 'alert_x', ?, ?)`,
  )
    .bind(JSON.stringify({ webhookId: channel.webhookId, firingId: 'firing_x' }), Date.now())
    .run();
  await run(channel);
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text)).toEqual([
    'What an alert has fired is not kept any more: it is old, or about somebody who is erased.',
  ]);
});

test('the sentence of a visit names whose link it was, the page, and when in the zone of the alert', async () => {
  const { pageId } = await newPage({ title: 'Pricing' });
  const who = await newRecipient(pageId, 'named-visit.example');
  const own = { webhookId: channel.webhookId, timezone: 'Asia/Kolkata' };
  const alerts = [
    await newAlert({ ...own, name: 'One', condition: { type: 'link_opened', personIds: [who.personId] } }),
    await newAlert({
      ...own,
      name: 'Two',
      condition: { type: 'accounts_visited', visits: 1, days: 1, accountIds: [who.accountId] },
    }),
  ];
  await visitAt(Date.now(), { pageId, audienceId: who.audienceId });
  await fire();
  receiver.received.length = 0;
  await run(channel);
  for (const alert of alerts) await remove(alert);
  const text = receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text).join('\n');
  const at = String.raw`\d+ \w+ \d{4}, \d\d:\d\d \(Asia/Kolkata\)`;
  expect(text).toMatch(
    new RegExp(
      String.raw`One: The link of Person \d+ \(named-visit\.example\) was opened on Pricing, ${at}\.`,
    ),
  );
  expect(text).toMatch(
    new RegExp(
      String.raw`Two: A link of named-visit\.example was opened: the one of Person \d+, on Pricing, ${at}\.`,
    ),
  );
});
