import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { demoPersons } from '../../demo/data/persons.ts';
import { noteVisits, visitsUntil } from '../../demo/load/demo.ts';
import { allVisits } from '../../demo/load/visits.ts';
import type { ApiKeyCreated } from '../../src/access/api-keys/schemas.ts';
import type { Annotation } from '../../src/analytics/annotations/schemas.ts';
import type { Timeseries } from '../../src/analytics/schemas.ts';
import type { View } from '../../src/analytics/views/schemas.ts';
import type { Audience, AudienceVersion } from '../../src/content/audiences/schemas.ts';
import type { Page } from '../../src/content/pages/schemas.ts';
import type { Topic } from '../../src/content/topics/schemas.ts';
import type { Account } from '../../src/people/accounts/schemas.ts';
import type { PersonLogCreated } from '../../src/people/logs/body-schemas.ts';
import type { PersonList } from '../../src/people/persons/schemas.ts';
import type { Experiment } from '../../src/visits/experiments/schemas.ts';
import type { LeftOutCount } from '../../src/visits/left-out/schemas.ts';
import type { PageLinkResolution } from '../../src/visits/page-links/resolve-schemas.ts';
import type { PageLink } from '../../src/visits/page-links/schemas.ts';
import type { AudienceSession } from '../../src/visits/sessions/schemas.ts';
import type { TenantDomain } from '../../src/visits/tenant-domains/schemas.ts';
import { inTurn } from '../turns.ts';
import { migratedStateDir } from './migrated.ts';
import {
  call,
  cleanUp,
  emptyStateDir,
  freePort,
  launch,
  newStateDir,
  npmRun,
  type Server,
  startServer,
  stop,
} from './processes.ts';

afterAll(cleanUp);

const search = async (server: Server, query = '') =>
  (await call<PersonList>(server, 'GET', `/v0/persons/search?query=${encodeURIComponent(query)}`)).body;

const namesFound = async (server: Server, query: string) =>
  (await search(server, query)).items.map(({ name }) => name);

interface Items<T> {
  items: T[];
}
const itemsOf = async <T>(server: Server, route: string) =>
  (await call<Items<T>>(server, 'GET', route)).body.items;

/** The audiences of all pages, each with all its versions. */
async function audiencesOf(server: Server) {
  const pages = await itemsOf<Page>(server, '/v0/pages');
  const routes = pages.map(({ pageId }) => `/v0/pages/${pageId}/audiences`);
  const audiences = await Promise.all(routes.map((route) => itemsOf<Audience>(server, route)));
  const withVersions = async (audience: Audience) => {
    const route = `/v0/pages/${audience.pageId}/audiences/${audience.audienceId}/versions`;
    return { ...audience, versions: await itemsOf<AudienceVersion>(server, route) };
  };
  return Promise.all(audiences.flat().map(withVersions));
}

/** The links on the fallback subdomain and on each domain. */
async function linksOf(server: Server): Promise<string[]> {
  const domains = await itemsOf<TenantDomain>(server, '/v0/tenant_domains');
  const filters = ['', ...domains.map(({ tenantDomainId }) => `&tenantDomainId=${tenantDomainId}`)];
  const routes = filters.map((filter) => `/v0/page_links/search?limit=100${filter}`);
  return Promise.all(routes.map(async (route) => (await call(server, 'GET', route)).text));
}

/** The data that a second load of the demo might change, by its route. */
async function contentOf(server: Server): Promise<Record<string, unknown>> {
  const [zoe] = (await search(server, 'lindqvist')).items;
  const lists = ['persons/search', 'accounts', `persons/${zoe?.personId}/logs`].map(
    (list) => `/v0/${list}?limit=100`,
  );
  const content: Record<string, unknown> = {};
  for (const route of [...lists, '/v0/pages', '/v0/topics', '/v0/annotations', '/v0/views'])
    content[route] = (await call(server, 'GET', route)).text;
  return { ...content, audiences: await audiencesOf(server), links: await linksOf(server) };
}

/** Expects audiences in every state that lasts, and links and topics with content. */
async function expectDemoContent(server: Server): Promise<void> {
  const audiences = await audiencesOf(server);
  const statuses = audiences.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(['draft', 'pending', 'published', 'cancelled', 'archived']));
  const histories = audiences.map(({ versions }) => versions.map(({ status }) => status).join(' '));
  expect(histories).toEqual(expect.arrayContaining(['published archived', 'draft published']));

  const links = (await linksOf(server)).map((text) => (JSON.parse(text) as Items<PageLink>).items);
  expect(links).toHaveLength(3);
  for (const { path, tenantDomainId } of links.flat()) {
    const query = new URLSearchParams({ path, ...(tenantDomainId && { tenantDomainId }) });
    expect((await call(server, 'GET', `/v0/page_links/resolve?${query}`)).status, path).toBe(200);
  }
  const zoe = await call<PageLinkResolution>(server, 'GET', '/v0/page_links/resolve?path=/for/zoe-lindqvist');
  expect(zoe.body).toMatchObject({ source: 'audience', versionNumber: 2 });

  const topics = await itemsOf<Topic>(server, '/v0/topics');
  expect(topics.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  expect(Math.min(...topics.map(({ entries }) => entries.length))).toBeGreaterThan(1);

  const tests = await itemsOf<Experiment>(server, '/v0/experiments');
  const found = tests.map(({ status, decidedAt, arms }) => [status, decidedAt !== null, arms[1]?.isBetter]);
  expect(found.toSorted()).toEqual([
    ['running', false, null],
    ['running', true, true],
  ]);
  for (const { experimentId, startedAt, otherVisits, decidedAt } of tests) {
    expect(Date.parse(startedAt ?? '')).toBeLessThan(Date.now() - 13 * 86_400_000);
    expect(otherVisits).toBe(0);
    const { sentence } = (await call<Experiment>(server, 'GET', `/v0/experiments/${experimentId}`)).body;
    expect(sentence).toMatch(
      decidedAt === null
        ? /^Not decided: 160 visitors so far\. It takes about [3-9] weeks more\.$/
        : /^Version 2 is ahead: /,
    );
  }

  const annotations = await itemsOf<Annotation>(server, '/v0/annotations');
  expect(annotations.map(({ pageId }) => pageId !== null).sort()).toEqual([false, false, true]);
  const ofYear = ({ happenedAt }: Annotation) =>
    Date.parse(happenedAt) < Date.now() && Date.parse(happenedAt) > Date.now() - 367 * 86_400_000;
  expect(annotations.every(ofYear)).toBe(true);
  const views = await itemsOf<View>(server, '/v0/views');
  expect(views).toHaveLength(2);
  for (const { address } of views) {
    const [, pageId] = /^\/pages\/(\w+)\?range=/.exec(address) ?? [];
    expect((await call(server, 'GET', `/v0/pages/${pageId}`)).status, address).toBe(200);
  }
}

/** Expects the series of a year to have all demo visits, and soon to be read from rollups. */
async function expectRolledUp(server: Server): Promise<void> {
  const home = (await itemsOf<Page>(server, '/v0/pages')).find(({ url }) => new URL(url).pathname === '/');
  const [start, end] = [-366, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const route = `/v0/pages/${home?.pageId}/analytics/timeseries?interval=month&startDate=${start}&endDate=${end}`;
  const series = () => call<Timeseries>(server, 'GET', route);
  const { items } = (await series()).body;
  // The visits of today depend on the clock.
  const until = visitsUntil(server.stateDir) ?? new Date(0);
  const visits = allVisits(until).find(({ pageUrl }) => new URL(pageUrl).pathname === '/')?.visits;
  expect(items.reduce((sum, { totalSessions }) => sum + totalSessions, 0)).toBe(visits?.length);
  const rowsRead = async () =>
    Number(/read=(\d+)/.exec((await series()).headers.get('server-timing') ?? '')?.[1]);
  await expect.poll(rowsRead).toBeLessThan(1000);
}

/** Expects logs of months, whose accounts have names, and sixty visits of bots. */
async function expectHistory(server: Server): Promise<void> {
  const logs = async (kind: 'person' | 'account') => {
    const route = kind === 'person' ? '/v0/persons/search?limit=100' : '/v0/accounts?limit=100';
    const owners = await itemsOf<{ personId: string; accountId: string }>(server, route);
    const lists = owners.map((owner) =>
      itemsOf<{ occurredAt: string; source: string }>(
        server,
        `/v0/${kind}s/${owner[`${kind}Id`]}/logs?limit=100`,
      ),
    );
    return (await Promise.all(lists)).flat();
  };
  for (const kind of ['person', 'account'] as const) {
    const times = (await logs(kind)).map(({ occurredAt }) => Date.parse(occurredAt));
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.now());
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(180 * 86_400_000);
  }
  const sources = new Set((await logs('person')).map(({ source }) => source));
  for (const source of ['stripe', 'hubspot', 'typeform', 'cal-com', 'github'])
    expect(sources).toContain(source);
  const accounts = await itemsOf<Account>(server, '/v0/accounts?limit=100');
  for (const { name, domain } of accounts) expect(name).not.toBe(domain);
  // Nothing happened at the load: the last activity is as old as the last log.
  const activeOn = new Set(accounts.map(({ latestActivityAt }) => latestActivityAt.slice(0, 10)));
  expect(activeOn.size).toBeGreaterThan(3);

  const leftOut = async () => {
    const counts = await itemsOf<LeftOutCount>(server, '/v0/analytics/left_out?limit=100');
    return counts.reduce((sum, { count }) => sum + count, 0);
  };
  await expect.poll(leftOut).toBe(60);
}

/** The visits that have begun since a time, on all pages. */
async function visitsSince(server: Server, from: string): Promise<AudienceSession[]> {
  const pages = await itemsOf<Page>(server, '/v0/pages');
  const routes = pages.map(
    ({ pageId }) => `/v0/pages/${pageId}/audience_sessions?limit=100&startDate=${from}`,
  );
  return (await Promise.all(routes.map((route) => itemsOf<AudienceSession>(server, route)))).flat();
}

/** Expects a visitor to come by a link of their own to the demo website, and to scroll. */
async function expectVisitors(server: Server, from: string): Promise<void> {
  const personal = async () =>
    (await visitsSince(server, from)).find(
      ({ analyticsSessionId: id, recipientPersonId }) => id.startsWith('demo-live-') && recipientPersonId,
    );
  await expect.poll(personal).toMatchObject({
    maxScrollDepthPercentage: expect.any(Number),
    computationStatus: 'pending',
    device: expect.any(String),
    browser: expect.any(String),
    country: expect.stringMatching(/^[A-Z]{2}$/),
  });
  const { pageUrl } = (await personal()) ?? {};
  const site = /^Demo website +(\S+)$/m.exec(server.printed())?.[1] ?? '';
  expect(pageUrl).toMatch(new RegExp(`^${site}/for/`));
  expect((await fetch(pageUrl ?? '')).status).toBe(200);
}

test('npm start -- --empty serves a workspace without demo data, and not the demo of another start', async () => {
  const running = launch(newStateDir(), await freePort(), {}, ['--', '--empty']);
  await running.prints(/The workspace is empty/);
  const [address = '', key = ''] = [/listens on (\S+)/, /^KEY=(\S+)$/m].map(
    (pattern) => pattern.exec(running.printed())?.[1],
  );
  const headers = { 'x-api-key': key };
  for (const list of ['pages', 'persons/search', 'accounts', 'audience_sessions']) {
    const { totalCount } = (await (await fetch(`${address}/v0/${list}`, { headers })).json()) as PersonList;
    expect([list, totalCount]).toEqual([list, 0]);
  }
  await stop(running, 'SIGINT', 'group');
});

describe('npm start', () => {
  test('loads demo data once, even if it is interrupted, and then serves the same data with the same key', async () => {
    const loading = launch(emptyStateDir(), await freePort());
    await loading.prints(/Demo data/);
    expect(await stop(loading, 'SIGTERM', 'npm')).toEqual([]);

    const first = await startServer(loading.stateDir, loading.port);
    expect(first.printed()).toContain('Demo data');
    expect(first.address).toBe(`http://127.0.0.1:${first.port}`);
    expect(first.key).toMatch(/^ff_main_[0-9A-Za-z]{38}$/);
    const link = /^Open the console +(\S+)$/m.exec(first.printed())?.[1] ?? '';
    const [page, code] = link.split('#sign-in=');
    expect(page).toBe(`${first.address}/console/`);
    const { status, body: own } = await call<ApiKeyCreated>(first, 'POST', '/v0/sign_in', { code });
    expect([status, own.scopes]).toEqual([201, ['read', 'write', 'admin']]);
    const curl = /^ *(curl .*)$/m.exec(first.printed())?.[1] ?? '';
    const { stdout } = await promisify(execFile)('sh', ['-c', curl]);
    expect((JSON.parse(stdout) as PersonList).items.map(({ name }) => name)).toContain('Zoë Lindqvist');
    expect(await namesFound(first, 'lukasz kowalczyk')).toEqual(['Łukasz Kowalczyk']);
    expect(await namesFound(first, 'GUDRUN')).toEqual(['Guðrún Jónsdóttir']);
    for (const { name } of demoPersons().slice(-3)) expect(await namesFound(first, name)).toContain(name);
    const { totalCount } = await search(first);
    expect(totalCount).toBeGreaterThan(100);
    expect(totalCount).toBeGreaterThanOrEqual(demoPersons().length);

    await expectDemoContent(first);
    await expectHistory(first);
    await expectRolledUp(first);
    const content = await contentOf(first);
    const again = await npmRun(['demo'], { STATE_DIR: first.stateDir, PORT: String(first.port) });
    expect(again.code, again.stderr).toBe(0);
    for (const [route, now] of Object.entries(await contentOf(first)))
      expect(now, route).toEqual(content[route]);

    const log = { source: 'form', payload: { kept: true }, email: 'kept@start.example' };
    const { personId, personLogId } = (await call<PersonLogCreated>(first, 'POST', '/v0/person_logs', log))
      .body;
    expect(await stop(first, 'SIGTERM', 'npm')).toEqual([]);

    const restarted = new Date().toISOString();
    // As if nobody had started it for two days; the demo website has another port.
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
    noteVisits(first.stateDir, twoDaysAgo);
    const SITE_PORT = String(await freePort());
    const second = await startServer(first.stateDir, first.port, { DEMO_VISITS: 'on', SITE_PORT });
    expect(second.key).toBe(first.key);
    expect(second.printed()).not.toContain('Demo data');
    expect((await search(second)).totalCount).toBe((totalCount ?? 0) + 1);
    const read = await call(second, 'GET', `/v0/persons/${personId}/logs/${personLogId}`);
    expect(read.body).toMatchObject({ personId, personLogId, payload: log.payload });
    await expectVisitors(second, restarted);
    const midnight = new Date().toISOString().slice(0, 10);
    const missed = (await visitsSince(second, twoDaysAgo.toISOString())).filter(
      ({ analyticsSessionId: id, sessionStartedAt }) =>
        id.startsWith('demo-hour-') && sessionStartedAt < midnight,
    );
    expect(missed.length).toBeGreaterThan(5);
    expect(await stop(second, 'SIGINT', 'group')).toEqual([]);
  });

  // kills.test.ts tests SIGKILL of the group and of the launcher.
  const ends = [
    ['SIGTERM', 'npm'],
    ['SIGINT', 'group'],
  ] as const;
  test.concurrent.each(inTurn(ends))(
    'leaves no process behind after %s to the %s while it builds',
    async (signal, to) => {
      const building = launch(migratedStateDir(), await freePort());
      await building.prints(/building/);
      expect(await stop(building, signal, to)).toEqual([]);
      expect(building.printed()).not.toContain('listens on');
    },
  );
});

describe.concurrent('npm start says in one line', () => {
  /** Runs `npm start` until it fails. Returns the one line that it printed. */
  async function failureOf(variables: Record<string, string>): Promise<string> {
    const given = { STATE_DIR: newStateDir(), PORT: String(await freePort()), ...variables };
    const { code, stderr, left } = await npmRun(['start'], given);
    expect(stderr).toMatch(/^footfall: .+\n$/);
    expect(code).toBe(1);
    expect(left).toEqual([]);
    return stderr;
  }

  test('that the port is taken', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    try {
      expect(await failureOf({ PORT: String(port) })).toContain(`port ${port} cannot be used (EADDRINUSE)`);
    } finally {
      other.close();
    }
  });

  test.each(inTurn(['65536', 'http']))('that PORT is %s', async (PORT) => {
    expect(await failureOf({ PORT })).toContain(`PORT is ${PORT}; it must be 1 to 65535.`);
  });

  test('that DEMO_VISITS is neither on nor off', async () => {
    expect(await failureOf({ DEMO_VISITS: 'no' })).toContain('DEMO_VISITS is no; it must be on or off.');
  });

  test('that the state folder is a file', async () => {
    const file = path.join(newStateDir(), 'file');
    writeFileSync(file, '');
    expect(await failureOf({ STATE_DIR: file })).toContain(`${file} cannot be written`);
  });

  const files = [
    ['database', 'v3/d1/miniflare-D1DatabaseObject'],
    ['rate limiter', 'v3/ratelimit/miniflare-RateLimiterObject'],
  ] as const;
  test.each(inTurn(files))('that the file of the %s is not an SQLite file', async (_, folder) => {
    const stateDir = newStateDir();
    mkdirSync(path.join(stateDir, folder), { recursive: true });
    writeFileSync(path.join(stateDir, folder, 'metadata.sqlite'), 'not SQLite '.repeat(1000));
    const line = await failureOf({ STATE_DIR: stateDir });
    expect(line).toContain('file is not a database');
    expect(line).toContain(stateDir);
  });
});
