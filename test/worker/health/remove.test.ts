import { env } from 'cloudflare:workers';
import { removeSessions } from '../../../src/analytics/worker/remove.ts';
import { expectExactBlocks, sealAll } from '../support/blocks.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { watched } from '../support/cron.ts';
import { clear } from '../support/events.ts';
import { newPage } from '../support/pages.ts';
import { newPerson } from '../support/persons.ts';
import { ok } from '../support/replies.ts';
import { everybodyListens, everything, figures, left, load, remove } from '../support/sample-data.ts';
import { importSessions, least } from '../support/sessions.ts';
import { numberOf } from '../support/tables.ts';
import { day } from '../support/times.ts';
import { newWebhook } from '../support/webhooks.ts';

beforeEach(clear);

test('is rows as all others, and its removal leaves every table as it was, row for row', async () => {
  await everybodyListens();
  const before = await everything();
  expect((await load()).status).toBe(200);
  const { total, items } = await figures();
  expect(total).toMatchObject({ totalSessions: 240 });
  expect(items).toHaveLength(2);
  for (const at of ['persons/search', 'accounts', 'pages', 'page_links/search', 'audience_sessions'])
    expect(
      (await ok(send<{ items: object[] }>('GET', `/v0/${at}?limit=50`))).items.length,
      at,
    ).toBeGreaterThan(1);
  expect((await remove()).body).toEqual({ loadedAt: null });
  expect(await everything()).toEqual(before);
});

test.each(['before', 'after'])(
  '%s it is sealed, its removal leaves what somebody has added',
  async (when) => {
    await load();
    const page = await newPage();
    const person = await newPerson({ name: 'Own Person', email: 'own@own-company.example' });
    const begun = new Date(Date.now() - 3 * 3_600_000).toISOString();
    const own = Array.from({ length: 3 }, (_, index) =>
      least({
        analyticsSessionId: `own-${index}`,
        sessionStartedAt: begun,
        sessionEndedAt: begun,
      }),
    );
    await ok(importSessions(page.pageId, own));
    const pages = await ok(send<{ items: { pageId: string; title: string }[] }>('GET', '/v0/pages'));
    const sample = pages.items.find(({ title }) => title.includes('(sample)'));
    await ok(
      send('POST', '/v0/page_links', {
        path: '/mine',
        target: { targetType: 'page', pageId: sample?.pageId },
      }),
    );
    if (when === 'after') await sealAll();
    await remove();
    const { total, items } = await figures();
    expect(total.totalSessions).toBe(3);
    expect(items.map(({ pageId }) => pageId)).toEqual([page.pageId]);
    await sealAll();
    await expectExactBlocks();
    expect((await figures()).total.totalSessions).toBe(3);
    const persons = await ok(send<{ items: object[]; totalCount: number }>('GET', '/v0/persons/search'));
    expect(persons).toMatchObject({ totalCount: 1, items: [{ personId: person.personId }] });
    const accounts = await ok(send<{ totalCount: number }>('GET', '/v0/accounts'));
    expect(accounts.totalCount).toBe(1);
    await watched().run();
    expect(await left()).toEqual([]);
  },
);

test('retention keeps no numbers of it', async () => {
  await load();
  await sealAll();
  const now = Date.now() + 20 * day;
  expect(await removeSessions(openTestDatabase(), now - 28 * day, now)).toBeGreaterThan(0);
  expect(await numberOf('select count(*) from session_blocks where is_removed = 1')).toBe(0);
  const { totalSessions } = (await figures()).total;
  expect(totalSessions).toBe(await numberOf('select count(*) from audience_sessions'));
  await remove();
  expect((await figures()).total.totalSessions).toBe(0);
});

test('an erasure takes the answers of webhooks away; its removal does not', async () => {
  const { webhookId } = await newWebhook();
  await env.DB.prepare("insert into webhook_answers values (?, 0, 1, 'kept')").bind(webhookId).run();
  await load();
  await remove();
  expect(await numberOf('select count(*) from webhook_answers')).toBe(1);
});

test('costs so many rows', async () => {
  const loaded = (await load()).cost;
  const removed = (await remove()).cost;
  expect(loaded).toMatchObject({ trips: 1 });
  expect(removed).toMatchObject({ trips: 1 });
  expect({ loaded: loaded.written, removed: removed.written }).toEqual({ loaded: 1123, removed: 475 });
});
