import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { ApiKeyCreated } from '../../src/access/api-keys/schemas.ts';
import type { AudienceAnalytics } from '../../src/analytics/schemas.ts';
import type { Audience } from '../../src/content/audiences/schemas.ts';
import type { Page } from '../../src/content/pages/schemas.ts';
import type { Visit } from '../../src/visits/beacons/schemas.ts';
import type { AudienceSession } from '../../src/visits/sessions/schemas.ts';
import { seed } from '../turns.ts';
import { migratedStateDir } from './migrated.ts';
import { call, cleanUp, type Server, startServer, stop } from './processes.ts';

afterAll(cleanUp);

/** A long flood is for npm run test:all. */
const sessions = seed === 'all' ? 1000 : 300;
const beaconsEach = 10;
const connections = 8;

/** The nth of the ten beacons (requests of the tracker) of a session. Each has the totals so far. */
function beacon(session: number, nth: number, pageId: string, audienceId: string): Visit {
  return {
    analyticsSessionId: `beacons-test-${String(session).padStart(5, '0')}`,
    pageId,
    ...(session % 3 === 0 ? {} : { audienceId }),
    elapsedMs: nth * 1000,
    activeMs: nth * 1000,
    engagedMs: nth * 800 + (session % 150),
    maxScrollDepthPercentage: nth * 10,
    clicksCount: session % 5 === 0 ? nth : 0,
    questionsAskedCount: session % 7 === 0 ? nth : 0,
    hasConversion: session % 11 === 0 && nth > 5,
    ...(session % 100 === 0 && nth > 3
      ? { formSubmit: { formSubmissionId: `form-${session}`, email: `visitor${session}@beacons.example` } }
      : {}),
  };
}

interface Target {
  server: Server;
  key: string;
}

/** Sends a beacon until it is accepted, as the tracker sends the same totals again. */
async function send(target: Target, visit: Visit, connection: number): Promise<void> {
  for (;;) {
    const { server, key } = target;
    const response = await fetch(`${server.address}/v0/visits`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        // Each connection is a different visitor with a separate rate limit.
        'cf-connecting-ip': `192.0.2.${connection + 1}`,
      },
      body: JSON.stringify(visit),
    }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 202) return;
    expect([undefined, 429, 503]).toContain(response?.status);
    await sleep(250);
  }
}

/** Sends the beacons in rounds. Each round has one beacon of every session. */
async function sendAll(
  target: Target,
  path: { pageId: string; audienceId: string },
  from: number,
  to: number,
) {
  const all = Array.from({ length: (to - from) * sessions }, (_, index) =>
    beacon(index % sessions, from + 1 + Math.floor(index / sessions), path.pageId, path.audienceId),
  );
  let next = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let visit = all[next++]; visit; visit = all[next++]) await send(target, visit, connection);
    }),
  );
}

type List = { items: AudienceSession[]; nextCursor: string | null; totalCount: number };

async function readSessions(server: Server, list: string): Promise<Map<string, AudienceSession>> {
  const found = new Map<string, AudienceSession>();
  let cursor = '';
  for (;;) {
    const { body } = await call<List>(server, 'GET', `${list}?limit=100${cursor}`);
    for (const item of body.items) found.set(item.analyticsSessionId, item);
    if (body.nextCursor === null) return found;
    cursor = `&cursor=${body.nextCursor}`;
  }
}

test(`${sessions * beaconsEach} beacons from several connections become ${sessions} correct sessions, although the consumer is killed meanwhile`, async () => {
  const target: Target = { server: await startServer(migratedStateDir()), key: '' };
  const { server } = target;
  const collect = { name: 'beacons', scopes: ['collect'] };
  target.key = (await call<ApiKeyCreated>(server, 'POST', '/v0/api_keys', collect)).body.key;
  const url = 'https://beacons.example/';
  const { pageId } = (await call<Page>(server, 'POST', '/v0/pages', { title: 'Beacons', url })).body;
  const page = `/v0/pages/${pageId}`;
  const { audienceId } = (await call<Audience>(server, 'POST', `${page}/audiences`, {})).body;
  const path = { pageId, audienceId };

  // The local queue is in memory and is lost with its consumer (Cloudflare's is not). The later beacons replace what
  // it held, because each has all totals.
  const half = sendAll(target, path, 0, beaconsEach / 2);
  const list = `${page}/audience_sessions`;
  const kept = async () => (await readSessions(target.server, list)).size;
  await expect.poll(kept, { interval: 500 }).toBeGreaterThan(100);
  const merged = await readSessions(target.server, list);
  expect(await stop(server, 'SIGKILL', 'group')).toEqual([]);
  target.server = await startServer(server.stateDir, server.port);
  // Merged sessions still exist, and beacons that arrive twice have not reduced them.
  const left = await readSessions(target.server, list);
  for (const [id, { timeSpentSeconds }] of merged)
    expect(left.get(id)?.timeSpentSeconds).toBeGreaterThanOrEqual(timeSpentSeconds ?? 0);
  await half;
  await sendAll(target, path, beaconsEach / 2, beaconsEach);

  const last = (session: number) => beacon(session, beaconsEach, pageId, audienceId);
  const behind = async () => {
    const found = await readSessions(target.server, list);
    return Array.from({ length: sessions }, (_, session) => last(session)).filter((visit) => {
      return found.get(visit.analyticsSessionId)?.timeSpentSeconds !== visit.engagedMs / 1000;
    }).length;
  };
  await expect.poll(behind, { interval: 1000 }).toBe(0);

  const found = await readSessions(target.server, list);
  expect(found.size).toBe(sessions);
  for (let session = 0; session < sessions; session++) {
    const visit = last(session);
    expect(found.get(visit.analyticsSessionId)).toMatchObject({
      audienceId: visit.audienceId ?? null,
      computationStatus: 'pending',
      maxScrollDepthPercentage: 100,
      totalClicksCount: visit.clicksCount,
      questionsAskedCount: visit.questionsAskedCount,
      hasConversion: visit.hasConversion,
      formSubmissionEmail: visit.formSubmit?.email ?? null,
    });
  }
  const { body } = await call<{ items: AudienceAnalytics[] }>(
    target.server,
    'GET',
    `${page}/analytics/audiences`,
  );
  const every = (nth: number) => Math.ceil(sessions / nth);
  expect(body.items.map(({ totalSessions }) => totalSessions)).toEqual([sessions - every(3), every(3)]);
  const sum = (of: (item: AudienceAnalytics) => number | undefined) =>
    body.items.reduce((total, item) => total + (of(item) ?? 0), 0);
  expect(sum(({ conversionCount }) => conversionCount)).toBe(every(11));
  expect(sum(({ ctaSessions }) => ctaSessions)).toBe(every(5));
  expect(sum(({ formSubmitCount }) => formSubmitCount)).toBe(every(100));

  const persons = await call<{ totalCount: number; items: { personId: string }[] }>(
    target.server,
    'GET',
    '/v0/persons/search?query=beacons.example',
  );
  expect(persons.body.totalCount).toBe(every(100));
  for (const { personId } of persons.body.items) {
    const logs = await call<{ totalCount: number }>(target.server, 'GET', `/v0/persons/${personId}/logs`);
    expect(logs.body.totalCount).toBe(1);
  }
  expect(await stop(target.server, 'SIGTERM', 'npm')).toEqual([]);
});
