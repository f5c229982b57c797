import { env } from 'cloudflare:workers';
import type { SampleData } from '../../../src/health/sample-schemas.ts';
import { lookAfterAlerts } from '../../../src/outbound/alerts/worker/fire.ts';
import { mintKey, openTestDatabase, send } from '../support/client.ts';
import { watched } from '../support/cron.ts';
import { clear, newest } from '../support/events.ts';
import { newPage } from '../support/pages.ts';
import { personOf } from '../support/persons.ts';
import { ok } from '../support/replies.ts';
import { everybodyListens, load, path, remove } from '../support/sample-data.ts';
import { numberOf } from '../support/tables.ts';
import { day } from '../support/times.ts';
import { newWebhook } from '../support/webhooks.ts';

beforeEach(clear);

test('its numbers are those of the rows that triggers keep, and links show their content', async () => {
  await load();
  expect(await numberOf("select value from counters where name = 'pages'")).toBe(2);
  expect(await numberOf("select value from counters where name = 'accounts'")).toBe(5);
  expect(await numberOf("select value from counters where name = 'accounts_empty'")).toBe(0);
  expect(await numberOf('select sum(linked_persons_count) from accounts')).toBe(8);
  expect(await numberOf('select sum(audiences_count) from pages')).toBe(8);
  expect(await ok(send('GET', '/v0/page_links/resolve?path=/for/mira-okafor'))).toMatchObject({
    content: { metadata: { title: 'Pricing for Halden Robotics' } },
  });
  const { items } = await ok(
    send<{ items: { personId: string }[] }>('GET', '/v0/persons/search?query=okafor'),
  );
  const timeline = await ok(
    send<{ items: { kind: string }[] }>('GET', `/v0/persons/${items[0]?.personId}/timeline`),
  );
  expect(new Set(timeline.items.map(({ kind }) => kind)).size).toBe(3);
  expect(await numberOf('select count(*) from audience_sessions where recipient_person_id is not null')).toBe(
    60,
  );
  // Each person was seen last in the last of their visits.
  const { results } = await env.DB.prepare(
    `select persons.person_id as personId, max(session_started_at) as at from persons
      join audience_sessions as visit on persons.person_id in (recipient_person_id, visit.person_id) group by 1`,
  ).all<{ personId: string; at: number }>();
  expect(results).toHaveLength(6);
  for (const { personId, at } of results)
    expect((await personOf(personId)).latestVisitAt).toBe(new Date(at).toISOString());
});

test('notifies nobody: at its load, by the cron while it is there, at its removal', async () => {
  await everybodyListens();
  const before = await newest();
  const heard = await env.DB.prepare('select * from event_listeners').all();
  await load();
  await watched().run();
  await remove();
  await watched().run();
  expect(await newest()).toBe(before);
  expect(await numberOf('select count(*) from alert_visits')).toBe(0);
  expect(await numberOf('select count(*) from webhook_deliveries')).toBe(0);
  expect((await env.DB.prepare('select * from event_listeners').all()).results).toEqual(heard.results);
});

test('is loaded once, also by several at once, and only into an empty workspace', async () => {
  const answers = await Promise.all([load(), load(), load()]);
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.loadedAt}`)).size).toBe(1);
  expect(await numberOf('select count(*) from persons')).toBe(8);
  expect((await ok(send<SampleData>('GET', path))).loadedAt).toBe(answers[0]?.body.loadedAt);
  await Promise.all([remove(), remove()]);
  expect((await ok(send<SampleData>('GET', path))).loadedAt).toBeNull();
  await newPage();
  expect(await load()).toMatchObject({ status: 409, body: { code: 'workspace_not_empty' } });
  expect(await numberOf('select count(*) from persons')).toBe(0);
});

test('needs admin, and reading to see whether there is some', async () => {
  const key = await mintKey(['read', 'write']);
  expect((await send('POST', path, {}, { key })).status).toBe(403);
  expect((await send('DELETE', path, undefined, { key })).status).toBe(403);
  expect((await send('GET', path, undefined, { key })).status).toBe(200);
});

test('a report of all pages does not count it: it is not sent, nor one of a sample page', async () => {
  const { webhookId } = await newWebhook({ types: ['page.created'] });
  const report = { name: 'Weekly', webhookId, condition: { type: 'weekly_report' }, timezone: 'UTC' };
  await ok(send('POST', '/v0/alerts', report));
  const fired = () => numberOf('select count(*) from alert_firings');
  await load();
  const pageId = await env.DB.prepare('select page_id as id from pages').first('id');
  await ok(send('POST', '/v0/alerts', { ...report, condition: { ...report.condition, pageId } }));
  const monday = Date.now() + 8 * day;
  await lookAfterAlerts(openTestDatabase(), monday, 0);
  expect(await fired()).toBe(0);
  await remove();
  await newPage();
  await lookAfterAlerts(openTestDatabase(), monday + 7 * day, 0);
  expect(await fired()).toBe(1);
});

test('the preview of an alert leaves sample companies and persons out', async () => {
  await load();
  for (const condition of [
    { type: 'accounts_visited', accountIds: null, visits: 1, days: 7 },
    { type: 'link_opened', personIds: null },
  ])
    expect(
      await ok(send('POST', '/v0/alerts/preview', { condition, timezone: 'UTC' })),
      condition.type,
    ).toMatchObject({ items: [] });
});
