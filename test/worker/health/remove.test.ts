import { env } from 'cloudflare:workers';
import { removeSessions } from '../../../src/analytics/worker/remove.ts';
import { sealSome } from '../../../src/analytics/worker/seal.ts';
import { Meter, openDatabase } from '../../../src/db/client.ts';
import { newAudienceId } from '../support/audiences.ts';
import { expectExactBlocks, sealAll } from '../support/blocks.ts';
import { queue } from '../support/calls.ts';
import { newCampaign, pathOf, read as readCampaign, rowsOf, someone, write } from '../support/campaigns.ts';
import { openTestDatabase, send } from '../support/client.ts';
import { watched } from '../support/cron.ts';
import { clear } from '../support/events.ts';
import { newPage } from '../support/pages.ts';
import { newPerson, patch, personOf } from '../support/persons.ts';
import { ok } from '../support/replies.ts';
import { everybodyListens, everything, figures, left, load, remove } from '../support/sample-data.ts';
import { importSessions, least } from '../support/sessions.ts';
import { numberOf } from '../support/tables.ts';
import { day, hour, later } from '../support/times.ts';
import { merge, messageOf, newId, visitOf } from '../support/visits.ts';
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

const idOf = async (sql: string) => (await env.DB.prepare(`select ${sql}`).first<string>('id')) ?? '';
const samplePage = () => idOf("page_id as id from pages where title like 'Pricing%'");
const visitBy = (email: string, pageId: string, at: number) =>
  merge(
    messageOf(
      visitOf(newId(), {
        pageId,
        audienceId: null,
        formSubmit: { formSubmissionId: newId(), email },
      }),
      at,
    ),
  );
const accountOf = async (domain: string) =>
  (
    await ok(
      send<{ items: { domain: string; latestVisitAt: string | null; latestActivityAt: string }[] }>(
        'GET',
        '/v0/accounts',
      ),
    )
  ).items.find((one) => one.domain === domain);

test.each(['are recent', 'are in blocks'])(
  'who came last to a sample page came last in the visit before, or never: latest visits that %s',
  async (where) => {
    await load();
    const [page, sample, now] = [await newPage(), await samplePage(), Date.now()];
    const [again, once, other] = [
      await newPerson({ email: 'again@first.example' }),
      await newPerson({ email: 'once@second.example' }),
      await newPerson({ email: 'other@third.example' }),
    ];
    await visitBy('again@first.example', page.pageId, now - 5 * hour);
    for (const email of ['again@first.example', 'once@second.example'])
      await visitBy(email, sample, now - 2 * hour);
    await visitBy('other@third.example', sample, now - 4 * hour);
    await visitBy('other@third.example', page.pageId, now - 2 * hour);
    const place = where === 'are recent' ? ['recent'] : ['persons', 'accounts'];
    const visits = await env.DB.prepare('select visits from latest_visits').first('visits');
    const insert = env.DB.prepare('insert into latest_visits values (?, 0, ?, 0)');
    await env.DB.batch([
      env.DB.prepare('delete from latest_visits'),
      ...place.map((kind) => insert.bind(kind, visits)),
      env.DB.prepare(
        "insert into latest_visits values ('recent', 0, jsonb('{}'), ?) on conflict do nothing",
      ).bind(now),
    ]);
    expect((await personOf(once.personId)).latestVisitAt).not.toBeNull();
    await remove();
    const latest = [
      ...(await Promise.all([again, once, other].map(({ personId }) => personOf(personId)))),
      ...(await Promise.all(['first', 'second', 'third'].map((name) => accountOf(`${name}.example`)))),
    ].map((one) => one?.latestVisitAt && Math.round((Date.parse(one.latestVisitAt) - now) / hour));
    expect(latest).toEqual([-5, null, -2, -5, null, -2]);
    const sorted = await ok(
      send<{ items: { personId: string }[] }>('GET', '/v0/persons/search?sort=latestVisitAt'),
    );
    expect(sorted.items.map(({ personId }) => personId)).toEqual(
      [other, again, once].map(({ personId }) => personId),
    );
  },
);

test('a sample company that stays for a person was not active before them', async () => {
  await load();
  const { createdAt } = await newPerson({ email: 'own@halden-robotics.example' });
  await remove();
  expect(await accountOf('halden-robotics.example')).toMatchObject({
    latestVisitAt: null,
    latestActivityAt: createdAt,
  });
});

test('an audience for a sample person, on a page that stays, loses the person and its visits only the recipient', async () => {
  await load();
  const { pageId } = await newPage();
  const personId = await idOf("person_id as id from persons where slug = 'mira-okafor'");
  const audienceId = await newAudienceId(pageId, { personId });
  const visit = visitOf(newId(), { pageId, audienceId, utmCampaign: 'mine', referrer: 'google.com' });
  await merge(messageOf(visit, Date.now()));
  const stored = () =>
    env.DB.prepare(
      'select utm_campaign, referrer, recipient_person_id as recipient from audience_sessions where audience_id = ?',
    )
      .bind(audienceId)
      .first();
  expect(await stored()).toEqual({ utm_campaign: 'mine', referrer: 'google.com', recipient: personId });
  await remove();
  expect(await numberOf('select count(*) from erased_audiences')).toBe(0);
  await watched().run();
  expect(await stored()).toEqual({ utm_campaign: 'mine', referrer: 'google.com', recipient: null });
  expect(await ok(send('GET', `/v0/pages/${pageId}/audiences/${audienceId}`))).toMatchObject({
    personId: null,
  });
});

test('campaigns of its pages go, and rows of its persons in others', async () => {
  await load();
  const persons = await ok(send<{ items: { personId: string }[] }>('GET', '/v0/persons/search?limit=2'));
  const [first, second] = persons.items.map(({ personId }) => ({ personId, columns: { name: 'Sample' } }));
  const pages = await ok(send<{ items: { pageId: string; title: string }[] }>('GET', '/v0/pages'));
  const sample = pages.items.find(({ title }) => title.includes('(sample)'));
  const own = await newCampaign();
  const ofSample = await newCampaign({}, sample?.pageId);
  await write(own, [first, someone({ name: 'Own' })]);
  await write(ofSample, [second, someone({ name: 'Own too' })]);
  const waits = { rows: [someone({ name: 'Waits' })] };
  await ok(send('POST', `${pathOf(ofSample)}/waiting_rows`, waits, { bindings: queue.bindings() }));
  expect(await numberOf('select count(*) from campaign_waiting_rows')).toBe(1);
  await remove();
  expect(await numberOf('select count(*) from campaigns')).toBe(1);
  expect((await rowsOf(own)).map(({ personName }) => personName)).toEqual(['Own']);
  expect(await readCampaign(own)).toMatchObject({ rowsCount: 1 });
  expect(await numberOf('select count(*) from campaign_rows')).toBe(1);
  expect(await numberOf('select count(*) from campaign_waiting_rows')).toBe(0);
});

test('a sample person who was made a real one is erased as all others: the answers of webhooks go', async () => {
  const { webhookId } = await newWebhook();
  await env.DB.prepare("insert into webhook_answers values (?, 0, 1, 'zoe')").bind(webhookId).run();
  await load();
  const personId = await idOf("person_id as id from persons where slug = 'mira-okafor'");
  await ok(patch(personId, { name: 'Zoe Real', email: 'zoe@real.example' }));
  await ok(send('DELETE', `/v0/persons/${personId}`));
  expect(await numberOf('select count(*) from webhook_answers')).toBe(0);
  await remove();
  expect(await left()).toEqual([]);
});

test('no import has the id of a sample visit', async () => {
  await load();
  const page = await newPage();
  const visit = await env.DB.prepare(
    'select analytics_session_id as id, page_id from audience_sessions',
  ).first<{
    id: string;
    page_id: string;
  }>();
  const shown = visit?.id.replace('import\t', '') ?? '';
  const imported = (analyticsSessionId: string) =>
    importSessions(page.pageId, [least({ analyticsSessionId })]);
  expect((await imported(shown)).status).toBe(400);
  expect((await imported(shown.replace('audience_session_', ''))).status).toBe(400);
  expect(await ok(send('GET', `/v0/pages/${visit?.page_id}/audience_sessions/${shown}`))).toMatchObject({
    analyticsSessionId: shown,
  });
});

test('the key of a log of a sample company stays, as after an erasure', async () => {
  await load();
  const accountId = await idOf("account_id as id from accounts where domain = 'lumen-freight.example'");
  const log = { source: 'crm', payload: {}, accountId, idempotencyKey: 'mine-1' };
  const first = await ok(send<{ accountLogId: string }>('POST', '/v0/account_logs', log));
  await remove();
  expect(await ok(send('POST', '/v0/account_logs', log))).toMatchObject({
    accountLogId: first.accountLogId,
  });
  expect((await send('GET', `/v0/accounts/${accountId}`)).status).toBe(404);
  expect(await left()).toEqual(['idempotency_keys']);
});

test('costs so many rows', async () => {
  const loaded = (await load()).cost;
  const removed = (await remove()).cost;
  expect(loaded).toMatchObject({ trips: 1 });
  expect(removed).toMatchObject({ trips: 1 });
  expect({ loaded: loaded.written, removed: removed.written }).toEqual({ loaded: 1123, removed: 475 });
});

test('costs a row for each block where visits are sealed, and sealing them anew', async () => {
  await load();
  const { pageId } = await newPage();
  const begun = (index: number) => new Date(Date.now() - 5 * day + index * 1000).toISOString();
  for (let from = 0; from < 2000; from += 500)
    await ok(
      importSessions(
        pageId,
        Array.from({ length: 500 }, (_, index) => {
          const at = begun(from + index);
          return least({
            analyticsSessionId: `own-${from + index}`,
            sessionStartedAt: at,
            sessionEndedAt: at,
          });
        }),
      ),
    );
  await sealAll();
  const blocks = await numberOf('select count(*) from session_blocks');
  // Its pages, the own page, and the workspace, which has 2,240 visits in two blocks.
  expect(blocks).toBe(5);
  // The blocks, and the seal in both of its statements.
  expect((await remove()).cost.written).toBe(475 + 5 + 2);
  const meter = new Meter();
  expect(await sealSome(openDatabase(env.DB, 'first-primary', meter), later, true)).toBe(2000);
  expect(meter.rowsWritten).toBe(5);
  await expectExactBlocks();
});
