import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { ApiKeyCreated } from '../../src/access/api-keys/schemas.ts';
import type { WebhookCreated } from '../../src/outbound/webhooks/schemas.ts';
import { eventTypes } from '../../src/vocabulary/events.ts';
import { wrongInFeed } from '../feed.ts';
import { seed } from '../turns.ts';
import { outcome, sendRows } from './kills/campaign.ts';
import { Client, type Service } from './kills/client.ts';
import { Follower } from './kills/follower.ts';
import { databaseIn, kill } from './kills/server.ts';
import { decideTests, writeMixed } from './kills/writes.ts';
import { migratedStateDir } from './migrated.ts';
import { call, cleanUp, startServer, stop } from './processes.ts';

afterAll(cleanUp);

/** Twenty are for npm run test:all: each restart takes seconds. */
const kills = seed === 'all' ? 20 : 5;
const lanes = 6;

interface Told {
  sequence: number;
  type: string;
  subject: string | null;
  related: string;
  changes: string | null;
  actor: string | null;
}

/** Whom alerts were fired for, and on which day. */
const firedFor = `SELECT subject, day FROM alert_firings`;
/** Who came, and is not erased, by the days of their engaged visits. */
const cameBy = (['person', 'account'] as const)
  .map(
    (kind) => `SELECT recipient_${kind}_id, session_started_at / 86400000 FROM audience_sessions
      WHERE has_input AND recipient_${kind}_id IN (SELECT ${kind}_id FROM ${kind}s) AND (engaged_ms >= 10000
        OR total_clicks_count > 0 OR questions_asked_count > 0 OR form_state > 0 OR has_conversion)`,
  )
  .join(' UNION ');

/** Who may have written an event. What a key does is compared with what its client knows. */
function mayBe(type: string): string[] {
  if (/^(?:session|form|experiment)\.|visited$/.test(type)) return ['tracker'];
  if (type === 'audience_version.published' || type === 'alert.fired') return ['service'];
  return /^(?:person|person_log|account)\.created$/.test(type) ? ['api_key', 'tracker'] : ['api_key'];
}

test(`after ${kills} kills in a stream of mixed writes, the feed tells each change once, in order, and nothing else`, async () => {
  let server = await startServer(migratedStateDir());
  const newKey = async (name: string, scopes: string[]) =>
    (await call<ApiKeyCreated>(server, 'POST', '/v0/api_keys', { name, scopes })).body;
  const service: Service = { server, isKilled: false, answers: 0, wantsMore: true };
  const collect = (await newKey('tracker', ['collect'])).key;
  const clients: Client[] = [];
  for (let lane = 0; lane < lanes; lane++)
    clients.push(
      new Client(service, lane, await newKey(`lane ${lane}`, ['read', 'write', 'admin']), collect),
    );
  const kept = await call(server, 'PATCH', '/v0/event_settings', { types: eventTypes });
  expect(kept.status, kept.text).toBe(200);

  // Nobody answers there: what alerts fire waits.
  const hook = { url: 'http://127.0.0.1:65535/', types: ['alert.fired'] };
  const { webhookId } = (await call<WebhookCreated>(server, 'POST', '/v0/webhooks', hook)).body;
  for (const condition of [{ type: 'link_opened' }, { type: 'accounts_visited', visits: 1, days: 1 }]) {
    const alert = await call(server, 'POST', '/v0/alerts', { name: 'Kills', webhookId, condition });
    expect(alert.status, alert.text).toBe(201);
  }

  if (clients[0]) await decideTests(clients[0]);
  const writing = Promise.all(clients.map(writeMixed));
  // Events of keys are for those that may manage them.
  const follower = new Follower(
    new Client(service, lanes, await newKey('follower', ['read', 'admin']), collect),
  );
  const following = follower.follow();
  const killAndRestart = async (whom: 'group' | 'launcher', meanwhile: () => void) => {
    service.isKilled = true;
    await kill(server, whom);
    meanwhile();
    server = await startServer(server.stateDir, server.port);
    Object.assign(service, { server, isKilled: false });
  };
  for (let n = 1; n < kills; n++) {
    const enough = service.answers + 40 + 13 * (n % 4);
    while (service.answers < enough) await Promise.race([sleep(5), writing]);
    await sleep(n % 7);
    await killAndRestart(n % 2 ? 'launcher' : 'group', () => {});
  }
  service.wantsMore = false;
  await Promise.all([writing, following]);
  const retries = clients.reduce((sum, client) => sum + client.retries, 0);
  expect(retries).toBeGreaterThan(kills);
  // The local queue is in memory. What it held is sent again: versions by the cron, which need not wait here, and visits by
  // the tracker.
  await killAndRestart('group', () => {
    const database = databaseIn(server.stateDir);
    database.exec('UPDATE audience_versions SET sweep_at = 0 WHERE sweep_at IS NOT NULL');
    database.close();
  });
  for (const client of clients) {
    await client.logAgain();
    await client.visitAgain();
  }
  const state = () => {
    const database = databaseIn(server.stateDir);
    const select = `SELECT (SELECT count(*) FROM audience_versions WHERE status IN ('queued', 'processing')) AS versions,
      (SELECT count(*) FROM audience_sessions) AS sessions,
      (SELECT sequence FROM alert_cursor) = (SELECT max(sequence) FROM alert_visits) AS looked,
      (SELECT count(*) FROM audience_sessions WHERE form_state > 0 AND person_id IS NOT NULL) AS forms,
      (SELECT count(decided_at) FROM experiments) AS decided, (SELECT count(split_broken_at) FROM experiments) AS broken`;
    const found = { ...database.prepare(select).get() };
    database.close();
    return found;
  };
  const visits = clients.flatMap((client) => [...client.visits.values()]);
  const forms = visits.filter((visit) => 'formSubmit' in visit).length;
  await expect
    .poll(state, { interval: 500 })
    .toEqual({ versions: 0, sessions: visits.length, forms, looked: 1, decided: 1, broken: 1 });
  await follower.follow();
  expect(await stop(server, 'SIGTERM', 'npm')).toEqual([]);

  const database = databaseIn(server.stateDir);
  const query = (sql: string) => database.prepare(sql).all();
  const events = query(`SELECT sequence, type, subject, related, changes, created_at,
    (SELECT actor FROM event_authors WHERE until >= sequence ORDER BY until LIMIT 1) AS actor
    FROM events ORDER BY sequence`) as unknown as Told[];
  const before = query(`SELECT api_key_id AS id FROM api_keys WHERE api_key_id NOT IN
    (SELECT subject FROM events WHERE type = 'api_key.created') AND name NOT LIKE 'of lane%'`);
  const ids = before.map(({ id }) => String(id));
  expect(await wrongInFeed(query, ids)).toEqual([]);
  expect(query('SELECT seq - gone AS value FROM persons ORDER BY seq DESC LIMIT 1')).toEqual(
    query('SELECT count(*) AS value FROM persons'),
  );
  expect(follower.seen).toEqual(events.map(({ sequence }) => sequence));
  expect(query('SELECT subject FROM alert_firings ORDER BY subject').length).toBeGreaterThan(0);
  expect(query(`SELECT * FROM (${cameBy}) EXCEPT ${firedFor}`)).toEqual([]);
  // A visit of somebody who is erased names their account no longer, although it came.
  expect(query(`${firedFor} WHERE subject LIKE 'person_%' EXCEPT SELECT * FROM (${cameBy})`)).toEqual([]);
  const actorOf = ({ actor }: Told) => JSON.parse(actor ?? '{}') as { type?: string; apiKeyId?: string };
  const wrong = events.filter((event) => !mayBe(event.type).includes(actorOf(event).type ?? ''));
  expect(wrong).toEqual([]);
  for (const { key, done } of clients) {
    const own = events.filter((event) => actorOf(event).apiKeyId === key.apiKeyId);
    // A key that was made without an answer is known to the table only.
    const told = own.filter(({ type }) => !/^api_key\.(?:created|updated)$/.test(type));
    const found = told.map(({ type, subject, changes }) => [type, subject, JSON.parse(changes ?? 'null')]);
    expect(found, 'what test/node/kills/writes.ts notes').toEqual(done);
  }
  const happened = eventTypes.filter((type) => !/erased$/.test(type));
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(happened));
  database.close();
});

/** How many rows, in calls of how many, and how often the service is killed meanwhile. */
const campaignOf = seed === 'all' ? { rows: 500, size: 100, kills: 10 } : { rows: 60, size: 10, kills: 3 };

test(`after ${campaignOf.kills} kills, ${campaignOf.rows} rows of a campaign are one person, page and link each, all published`, async () => {
  let server = await startServer(migratedStateDir());
  const service: Service = { server, isKilled: false, answers: 0, wantsMore: true };
  // The database is found by its events.
  await call(server, 'PATCH', '/v0/event_settings', { types: eventTypes });
  const page = { title: 'Offer', url: 'https://kills.example/offer' };
  const { pageId } = (await call<{ pageId: string }>(server, 'POST', '/v0/pages', page)).body;
  const words = { metadataOverride: { title: 'Hi {{name}}' } };
  const campaigns = `/v0/pages/${pageId}/campaigns`;
  const given = { name: 'Kills', path: '/for/{{name}}', words };
  const { campaignId } = (await call<{ campaignId: string }>(server, 'POST', campaigns, given)).body;
  const route = `${campaigns}/${campaignId}/rows`;
  // Some have one name, and so one path.
  const rows = Array.from({ length: campaignOf.rows }, (_, n) => ({
    person: { email: `p${n}@kills-${n % 7}.example` },
    columns: { name: `Anna ${n % Math.ceil(campaignOf.rows / 2)}` },
  }));
  const killAndRestart = async (whom: 'group' | 'launcher', meanwhile = () => {}) => {
    service.isKilled = true;
    await kill(server, whom);
    meanwhile();
    server = await startServer(server.stateDir, server.port);
    Object.assign(service, { server, isKilled: false });
  };
  const lanes = [0, 1].map(async (lane) => {
    // One goes through the list from its middle.
    const from = lane * Math.floor(rows.length / 2 / campaignOf.size) * campaignOf.size;
    while (service.wantsMore)
      await sendRows(service, route, [...rows.slice(from), ...rows.slice(0, from)], campaignOf.size);
  });
  const all = Promise.all(lanes);
  for (let n = 0; n < campaignOf.kills; n++) {
    const enough = service.answers + 1 + (n % 2);
    while (service.answers < enough) await Promise.race([sleep(2), all]);
    await sleep((n * 7) % 40);
    await killAndRestart(n % 2 ? 'launcher' : 'group');
  }
  service.wantsMore = false;
  await all;
  // The local queue is in memory: what it held is sent again by the cron, which need not wait here.
  await killAndRestart('group', () => {
    const database = databaseIn(server.stateDir);
    database.exec('UPDATE audience_versions SET sweep_at = 0 WHERE sweep_at IS NOT NULL');
    database.close();
  });
  const found = () => {
    const database = databaseIn(server.stateDir);
    const row = { ...database.prepare(outcome).get() };
    database.close();
    return row;
  };
  const each = campaignOf.rows;
  await expect.poll(found, { interval: 500 }).toEqual({
    rows: each,
    counted: each,
    persons: each,
    audiences: each,
    links: each,
    paths: each,
    published: each,
    versions: each,
  });
  expect(await stop(server, 'SIGTERM', 'npm')).toEqual([]);
});
