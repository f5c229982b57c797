import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import document from '../../../public/openapi.json';
import { revokeKey } from '../../../src/api-keys/store/revoke.ts';
import { app } from '../../../src/app.ts';
import { pathsOf } from '../../../src/http/openapi/document.ts';
import { Problem } from '../../../src/http/problem.ts';
import { statusOf } from '../../../src/http/status.ts';
import { createApiKey, type Scope, scopes } from '../../../src/lib/api-key.ts';
import { errorCodes } from '../../../src/lib/errors.ts';
import { operations } from '../../../src/operations.ts';
import {
  contents,
  mintKey,
  openTestDatabase,
  type Reply,
  type RequestOptions,
  send,
  storeKey,
} from '../support/client.ts';
import { HeldVisits } from '../support/held-queue.ts';
import { writesNothing } from '../support/writes-nothing.ts';

const underV0 = operations.filter(({ path }) => path.startsWith('/v0/'));

/** `METHOD /path` of each real route, with `{name}` for a parameter as in the OpenAPI document. */
const registered = new Set(
  app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/v0/'))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
);

const documentPaths = pathsOf(operations);

/** Codes of the problems that the OpenAPI document lists for an operation, as `400 invalid_json`. */
function documentedAnswers(method: string, path: string): string[] {
  type Responses = Record<string, { content?: Record<string, { examples?: Record<string, unknown> }> }>;
  const item = documentPaths[path] as Record<string, { responses: Responses }> | undefined;
  return Object.entries(item?.[method.toLowerCase()]?.responses ?? {}).flatMap(([status, { content }]) =>
    Object.keys(content?.['application/problem+json']?.examples ?? {}).map((code) => `${status} ${code}`),
  );
}

const routes = underV0.map((operation) => {
  const { method, path } = operation;
  return { name: `${method} ${path}`, method, path, operation, documented: documentedAnswers(method, path) };
});
type Route = (typeof routes)[number];

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const isList = ({ operation }: Route) =>
  operation.query !== undefined && 'limit' in operation.query.shape && 'cursor' in operation.query.shape;

/** The scopes of which a key needs one. */
const scopesOf = ({ operation }: Route): readonly Scope[] => operation.scopes ?? [];

/** All but `POST /v0/sign_in`, which gives a key. */
const keyedRoutes = routes.filter((route) => scopesOf(route).length > 0);
const listRoutes = routes.filter(isList);
const idRoutes = routes.filter(({ path }) => parametersOf(path).length > 0);
const bodyRoutes = routes.filter(({ operation }) => operation.body !== undefined);

type Ids = Record<string, string>;
interface Parameter {
  name: string;
  schema: { type?: string };
}

/**
 * Creates a person and an account with two logs each, a key, and two items for each list. Returns their ids by path
 * parameter.
 */
async function makeIds(status: 'draft' | 'pending' = 'draft'): Promise<Ids> {
  const unique = crypto.randomUUID();
  const log = { source: 'routes', payload: { a: 1 } };
  const post = async (path: string, body: object) => (await send<Ids>('POST', path, body)).body;
  const write = (path: string, body: object) => post(path, { ...log, ...body });
  const ofPerson = async () => {
    const { personId } = await write('/v0/person_logs', { email: `${unique}@${unique}.example` });
    return write('/v0/person_logs', { personId });
  };
  const ofAccount = async () => {
    await write('/v0/account_logs', { domain: `${unique}.example` });
    return write('/v0/account_logs', { domain: `${unique}.example` });
  };
  // First, because sessions of the content are linked to the person.
  const { personId, personLogId } = await ofPerson();
  const [{ accountId, accountLogId }, { apiKeyId }, content] = await Promise.all([
    ofAccount(),
    post('/v0/api_keys', { name: 'routes', scopes: ['read'] }),
    makeContentIds(unique, status),
  ]);
  return {
    person_id: personId ?? '',
    person_log_id: personLogId ?? '',
    account_id: accountId ?? '',
    account_log_id: accountLogId ?? '',
    api_key_id: apiKeyId ?? '',
    ...content,
  };
}

async function makeContentIds(unique: string, status: 'draft' | 'pending'): Promise<Ids> {
  type Made = Ids & { latestVersion: Ids };
  const post = async (path: string, body: object = {}) => (await send<Made>('POST', path, body)).body;
  const page = await post('/v0/pages', { title: 'Routes', url: `https://${unique}.example/` });
  await post(`/v0/pages/${page.pageId}/audiences`);
  const { audienceId, latestVersion } = await post(`/v0/pages/${page.pageId}/audiences`, { status });
  const versions = `/v0/pages/${page.pageId}/audiences/${audienceId}/versions`;
  if (status === 'draft') await post(`${versions}/${latestVersion.versionId}/cancel`);
  const version = status === 'draft' ? await post(versions) : latestVersion;
  const makeTopic = async () => {
    const { topicId } = await post('/v0/topics', { title: unique });
    const content = { type: 'text', content: unique };
    await post(`/v0/topics/${topicId}/entries`, { content });
    const { topicEntryId } = await post(`/v0/topics/${topicId}/entries`, { content });
    return { topicId, topicEntryId };
  };
  const target = { targetType: 'page', pageId: page.pageId };
  const [sessionStartedAt, sessionEndedAt] = ['2026-03-04T10:00:00Z', '2026-03-04T10:02:11Z'];
  const sessions = [1, 2].map((n) => ({
    analyticsSessionId: `${unique}-${n}`,
    audienceId,
    sessionStartedAt,
    sessionEndedAt,
    formSubmissionEmail: `${unique}@${unique}.example`,
    utmSource: `routes-${n}`,
  }));
  for (const path of [`${unique}/1`, `${unique}/2`])
    await post('/v0/page_links', { path, target: { audienceId } });
  const [domain, link, { topicId, topicEntryId }] = await Promise.all([
    post('/v0/tenant_domains', { domain: `${unique}.example` }),
    post('/v0/page_links', { path: unique, target }),
    makeTopic(),
    post(`/v0/pages/${page.pageId}/audience_sessions/import`, { sessions }),
    env.DB.prepare("insert into left_out_counts values (?1, 20000, 'bot', 1), (?1, 20000, 'own', 1)")
      .bind(page.pageId)
      .run(),
  ]);
  return {
    page_id: page.pageId ?? '',
    audience_id: audienceId ?? '',
    version_id: version.versionId ?? '',
    tenant_domain_id: domain.tenantDomainId ?? '',
    page_link_id: link.pageLinkId ?? '',
    topic_id: topicId ?? '',
    topic_entry_id: topicEntryId ?? '',
    audience_session_id: `audience_session_${unique}-2`,
    link_path: unique,
  };
}

/** An example in which the ids are those of existing resources. */
const withIds = (example: unknown, ids: Ids): string | undefined =>
  JSON.stringify(example)?.replace(/"([a-z_]+)_01[0-9a-z]{24}"/g, (id, prefix) =>
    JSON.stringify(ids[`${prefix}_id`] ?? id),
  );

/** The required query of a route. */
const neededQuery = ({ name }: Route, ids: Ids) =>
  ({
    'GET /v0/page_links/resolve': `path=${ids.link_path}`,
    'GET /v0/pages/{page_id}/analytics/timeseries':
      'interval=day&startDate=2026-01-01T00:00:00Z&endDate=2026-02-01T00:00:00Z',
    'GET /v0/analytics/timeseries':
      'interval=day&startDate=2026-01-01T00:00:00Z&endDate=2026-02-01T00:00:00Z',
    'GET /v0/pages/{page_id}/analytics/breakdown': 'by=utmSource',
    'GET /v0/analytics/breakdown': 'by=utmSource',
  })[name];

/** Whether a parameter of a route may be given several times. */
const takesSeveral = ({ method, path }: Route, name: string): boolean => {
  const items = document.paths as unknown as Record<string, Record<string, { parameters: Parameter[] }>>;
  const parameters = items[path]?.[method.toLowerCase()]?.parameters;
  return parameters?.find((parameter) => parameter.name === name)?.schema.type === 'array';
};

/** A query with what the route requires. */
const withNeeded = (route: Route, query: string) =>
  [neededQuery(route, ids), query].filter(Boolean).join('&');

const pathWith = (path: string, ids: Ids) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');

/** Checks the header fields of every answer, and the members of every problem. */
function check({ status, headers, text, body }: Reply<Problem>, path: string): void {
  expect(headers.get('x-request-id'), path).toMatch(/^[\w=-]{1,255}$/);
  expect(headers.get('server-timing'), path).toMatch(/^d1;dur=\d+;desc="trips=\d+ read=\d+ written=\d+"$/);
  expect(headers.get('x-content-type-options'), path).toBe('nosniff');
  expect(headers.has('www-authenticate'), path).toBe(status === 401);
  expect(headers.has('link'), path).toBe(status >= 400);
  if (status < 400 || text === '') return;
  expect(headers.get('content-type'), path).toBe('application/problem+json');
  expect(Problem.parse(body), path).toEqual(body);
  expect(body, path).toMatchObject({
    type: `urn:footfall:problem:${body.code}`,
    title: errorCodes[body.code].title,
    status,
    requestId: headers.get('x-request-id'),
  });
  expect(statusOf(body.code), path).toBe(status);
  const page = `https://footfall.test/docs/problems/${body.code}`;
  expect(headers.get('link'), path).toBe(`<${page}>; rel="help"`);
  expect(body.detail, path).not.toBe('');
  expect(body.errors !== undefined, path).toBe(body.code === 'validation_failed');
  expect(text, path).not.toMatch(/D1_|SQLITE|\bselect\b.+\bfrom\b|\binsert into\b|\.[jt]s:\d/i);
}

/** The most bytes of a body. The key of a visit is public, and signing in needs none. */
const largestBody = ({ path }: Route) => (['/v0/visits', '/v0/sign_in'].includes(path) ? 32 : 1024) * 1024;

interface Sent extends RequestOptions {
  path?: string;
  query?: string;
  method?: string;
  body?: unknown;
}

/** Accepted visits wait here. If they were merged meanwhile, they would seem to be written by a refused request. */
const visits = new HeldVisits();

let ids: Ids = {};
let other: Ids = {};
const keys = new Map<string, string>();
const onlyScope = new Map<Scope, string>();
const allBut = new Map<string, string>();
const dead = { revoked: '', expired: '', foreign: '' };

beforeAll(async () => {
  [ids, other] = await Promise.all([makeIds(), makeIds()]);
  // Each route has its own key: together they would reach the rate limit of one key.
  await Promise.all(routes.map(async ({ name }) => keys.set(name, await mintKey([...scopes]))));
  for (const scope of scopes) {
    onlyScope.set(scope, await mintKey([scope]));
  }
  for (const needed of new Map(
    keyedRoutes.map((route) => [scopesOf(route).join(), scopesOf(route)]),
  ).values())
    allBut.set(needed.join(), await mintKey(scopes.filter((scope) => !needed.includes(scope))));
  dead.expired = await mintKey([...scopes], 'main', new Date(Date.now() - 1000).toISOString());
  dead.foreign = createApiKey('main');
  await storeKey(openTestDatabase(env.DB_ACME), dead.foreign, { name: 'foreign', scopes: [...scopes] });
  dead.revoked = createApiKey('main');
  const db = openTestDatabase();
  await revokeKey(db, await storeKey(db, dead.revoked, { name: 'revoked', scopes: [...scopes] }));
});

/** A key with every scope that does not allow the route. */
const keyWithout = (route: Route) => allBut.get(scopesOf(route).join()) ?? '';

/** Sends a valid request to the route, with the changes of the case. */
async function sendTo(route: Route, sent: Sent): Promise<Reply<Problem>> {
  const { path = pathWith(route.path, ids), method = route.method, body, ...options } = sent;
  const query = sent.query ?? neededQuery(route, ids);
  const takesBody = options.rawBody === undefined && ['POST', 'PATCH', 'PUT'].includes(method);
  const key = keys.get(route.name) ?? '';
  const example = takesBody ? withIds(route.operation.example, ids) : undefined;
  const url = query === undefined ? path : `${path}?${query}`;
  const sends = body === undefined && example !== undefined ? { rawBody: example } : {};
  const held = route.path === '/v0/visits' ? { bindings: visits.bindings() } : {};
  const reply = await send<Problem>(method, url, body, { key, ...held, ...sends, ...options });
  check(reply, `${method} ${url.slice(0, 200)}`);
  return reply;
}

const answerOf = ({ status, body }: Reply<Problem>) =>
  status < 400 ? `${status}` : `${status} ${body.code}`;

/** Sends every case at once. */
async function replies(route: Route, cases: Record<string, Sent>): Promise<Record<string, Reply<Problem>>> {
  const got = Object.entries(cases).map(async ([name, sent]) => [name, await sendTo(route, sent)] as const);
  return Object.fromEntries(await Promise.all(got));
}

const answersOf = (got: Record<string, Reply<Problem>>) =>
  Object.fromEntries(Object.entries(got).map(([name, reply]) => [name, answerOf(reply)]));

const all = (cases: Record<string, Sent>, answer: string) =>
  Object.fromEntries(Object.keys(cases).map((name) => [name, answer]));

/**
 * Checks that every case is refused with this answer, which is documented, and writes nothing. Returns the problems.
 */
async function expectRefusals(route: Route, cases: Record<string, Sent>, answer: string): Promise<Problem[]> {
  const got = await writesNothing(() => replies(route, cases), visits);
  expect(answersOf(got)).toEqual(all(cases, answer));
  expect(route.documented).toContain(answer);
  return Object.values(got).map(({ body }) => body);
}

describe('the table of routes', () => {
  test('has an operation for every route and a route for every operation', () => {
    expect(routes.map(({ name }) => name).sort()).toEqual([...registered].sort());
    expect(routes.length).toBeGreaterThanOrEqual(18);
  });

  test('needs the scope of its method, except for keys, logs, visits and signing in', () => {
    const special: Record<string, Scope[]> = {
      api_keys: ['admin'],
      'GET api_keys/current': ['read', 'write', 'admin'],
      'DELETE api_keys/current': ['read', 'write', 'admin', 'log'],
      person_logs: ['log', 'write'],
      account_logs: ['log', 'write'],
      visits: ['collect'],
      sign_in: [],
    };
    for (const route of routes) {
      const [, , first = '', second = ''] = route.path.split('/');
      const byMethod: Scope[] = [route.method === 'GET' ? 'read' : 'write'];
      const expected = special[`${route.method} ${first}/${second}`] ?? special[first] ?? byMethod;
      expect(scopesOf(route), route.name).toEqual(expected);
    }
  });
});

// The tests below use D1's own counts to check that a refusal writes nothing. This test compares the rows once.
test('refusals of every route leave every row of every table as it was', async () => {
  const before = await contents();
  const refuse = async (route: Route) => {
    const none = createApiKey('main');
    const cases: Sent[] = [
      { key: null },
      { key: none },
      { key: dead.revoked },
      { key: keyWithout(route) },
      { headers: { 'x-d1-bookmark': 'x' } },
      { path: `${pathWith(route.path, ids)}/none/such/path` },
      { method: 'PUT' },
      ...(idRoutes.includes(route) ? [{ path: pathWith(route.path, {}).replaceAll('//', '/none/') }] : []),
      ...(bodyRoutes.includes(route) ? [{ rawBody: '{' }, { rawBody: '{"unknown":1}' }] : []),
    ];
    const statuses = await Promise.all(cases.map(async (sent) => (await sendTo(route, sent)).status));
    expect(
      statuses.filter((status) => status < 400),
      route.name,
    ).toEqual([]);
  };
  await Promise.all(routes.map(refuse));
  expect(await contents()).toEqual(before);
});

describe.each(keyedRoutes)('$name without a good key', (route) => {
  test('answers 401 missing_api_key to no key', async () => {
    await expectRefusals(
      route,
      { 'no header': { key: null }, 'empty header': { key: '' } },
      '401 missing_api_key',
    );
  });

  test('answers 401 invalid_api_key to a key that is malformed, unknown, revoked or expired', async () => {
    const good = keys.get(route.name) ?? '';
    const last = good.endsWith('0') ? '1' : '0';
    const cases = {
      malformed: { key: 'nonsense' },
      'only a prefix': { key: 'ff_main_' },
      'a bearer token': { key: `Bearer ${good}` },
      'one character less': { key: good.slice(0, -1) },
      'one character more': { key: `${good}0` },
      'another case': { key: good.toUpperCase() },
      'two keys': { key: `${good}, ${good}` },
      'wrong checksum': { key: good.slice(0, -1) + last },
      'unknown here': { key: createApiKey('main') },
      'unknown workspace': { key: createApiKey('nowhere') },
      'a workspace like a member of every object': { key: createApiKey('constructor') },
      'known in another workspace only': { key: dead.foreign },
      revoked: { key: dead.revoked },
      expired: { key: dead.expired },
    };
    await expectRefusals(route, cases, '401 invalid_api_key');
  });

  const needed = scopesOf(route);
  test('answers 403 insufficient_scope to a key without the scope', async () => {
    const cases: Record<string, Sent> = { 'all other scopes': { key: keyWithout(route) } };
    for (const [scope, key] of onlyScope) if (!needed.includes(scope)) cases[scope] = { key };
    const problems = await expectRefusals(route, cases, '403 insufficient_scope');
    for (const problem of problems) expect(problem.neededScope).toBe(needed[0]);
  });

  test.each(needed)('accepts a key with only the scope %s', async (scope) => {
    const unique = crypto.randomUUID();
    // What is read may be read by all.
    const fresh =
      route.method === 'GET' ? ids : await makeIds(route.path.endsWith('/ready') ? 'pending' : 'draft');
    const example = withIds(route.operation.example, fresh)?.replace(
      /northwind|form-7f3a|contract-118|launch-7|old-service-4711/g,
      unique,
    );
    const query = neededQuery(route, fresh);
    const reply = await sendTo(route, {
      // A key of its own: the route may revoke it.
      key: await mintKey([scope]),
      path: pathWith(route.path, fresh),
      ...(query === undefined ? {} : { query }),
      ...(example === undefined ? {} : { rawBody: example }),
    });
    expect(answerOf(reply)).toBe(String(route.operation.answer.status ?? 200));
    expect(route.operation.answer.schema.parse(reply.body)).toEqual(reply.body);
  });
});

describe.each(keyedRoutes)('$name and its headers', (route) => {
  const bookmark = 'x-d1-bookmark';

  test('refuses an invalid x-d1-bookmark', async () => {
    const garbage = ['x', 'null', 'first', 'FIRST-PRIMARY', 'first-primary,first-primary', '0'.repeat(58)];
    garbage.push('00000000-00000000-00000000', '../../etc/passwd', "' or 1=1 --", 'a'.repeat(5000));
    const cases = Object.fromEntries(garbage.map((value) => [value, { headers: { [bookmark]: value } }]));
    for (const { errors } of await expectRefusals(route, cases, '400 validation_failed')) {
      expect(errors).toEqual([
        { in: 'header', path: bookmark, code: 'invalid_format', message: expect.any(String) },
      ]);
    }
  });

  /** A request in which every part violates a rule, and the violations that its answer must report. */
  const broken = () => {
    const isRead = route.method === 'GET';
    const condition = isRead ? 'if-none-match' : 'if-match';
    const named = [`header ${bookmark} invalid_format`, `header ${condition} invalid_format`];
    const sent: Sent = { headers: { [bookmark]: 'x', [condition]: 'x' } };
    if (route.operation.query) {
      const [name = ''] = Object.keys(route.operation.query.shape);
      sent.query = [neededQuery(route, ids), `${name}=a&${name}=b`].filter(Boolean).join('&');
      named.push(`query ${name} invalid_type`);
    }
    if (route.operation.body) {
      sent.rawBody = '{"unknown":1,"unknown":2}';
      named.push('body unknown duplicate_field', 'body unknown unknown_field');
    }
    return { sent, named };
  };
  const named = ({ errors }: Problem) => errors?.map(({ in: part, path, code }) => `${part} ${path} ${code}`);

  test('are reported in one answer with the query or the body', async () => {
    const { sent, named: expected } = broken();
    const [problem] = await expectRefusals(route, { all: sent }, '400 validation_failed');
    const found = problem && named(problem)?.filter((one) => expected.includes(one));
    expect(found?.sort()).toEqual(expected.sort());
  });

  test('are checked after the key, its scope, the path and the body', async () => {
    const { sent } = broken();
    await expectRefusals(route, { 'no key': { ...sent, key: null } }, '401 missing_api_key');
    await expectRefusals(route, { unknown: { ...sent, key: createApiKey('main') } }, '401 invalid_api_key');
    await expectRefusals(route, { scope: { ...sent, key: keyWithout(route) } }, '403 insufficient_scope');
    const none = await sendTo(route, { ...sent, path: `${pathWith(route.path, ids)}/none/such/path` });
    expect(answerOf(none)).toBe('404 route_not_found');
    expect(answerOf(await sendTo(route, { ...sent, method: 'PUT' }))).toBe('405 method_not_allowed');
    if (!route.operation.body) return;
    await expectRefusals(
      route,
      { type: { ...sent, rawBody: 'a=1', contentType: 'text/plain' } },
      '415 unsupported_media_type',
    );
    const rawBody = ' '.repeat(largestBody(route) + 1);
    await expectRefusals(route, { large: { ...sent, rawBody } }, '413 payload_too_large');
    await expectRefusals(route, { cut: { ...sent, rawBody: '{' } }, '400 invalid_json');
  });

  test('returns a valid x-request-id and replaces an invalid one', async () => {
    const requestIdFor = async (id: string) => {
      const { headers } = await sendTo(route, { key: null, headers: { 'x-request-id': id } });
      return headers.get('x-request-id');
    };
    expect(await requestIdFor('abc-DEF_123=')).toBe('abc-DEF_123=');
    expect(await requestIdFor('a'.repeat(255))).toBe('a'.repeat(255));
    for (const bad of ['a'.repeat(256), 'a b', '<script>', '"', 'a,b']) {
      expect(await requestIdFor(bad)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    }
  });
});

describe.each(listRoutes)('the list $name', (route) => {
  const withQueries = (queries: string[]) =>
    Object.fromEntries(queries.map((query) => [query, { query: withNeeded(route, query) }]));

  test('refuses a limit that is not a whole number from 1 to 100', async () => {
    const limits = [
      '0',
      '101',
      '1.5',
      'abc',
      '-1',
      '1e2',
      '%205',
      '5%20',
      '+5',
      '5.0',
      '05',
      '0x10',
      'NaN',
      'null',
    ];
    limits.push(
      '1e400',
      '99999999999999999999',
      '\u0665',
      '%00',
      '5%00',
      '1,2',
      '%F0%9F%92%A9',
      '9'.repeat(2000),
    );
    const cases = withQueries([
      ...limits.map((limit) => `limit=${limit}`),
      'limit=1&limit=2',
      'limit=5&limit=5',
    ]);
    for (const { errors } of await expectRefusals(route, cases, '400 validation_failed')) {
      expect(errors).toEqual([expect.objectContaining({ in: 'query', path: 'limit' })]);
    }
  });

  test('accepts a limit of 1 and of 100, and needs none', async () => {
    const cases = withQueries(['limit=1', 'limit=100', 'limit=%31', '', 'other=1', 'limit[]=0']);
    expect(answersOf(await replies(route, cases))).toEqual(all(cases, '200'));
  });

  const pageAfter = async (query: string) => {
    const reply = await sendTo(route, { query: withNeeded(route, query) });
    return reply.body as unknown as { items: unknown[]; nextCursor: string };
  };

  test('refuses a cursor that is damaged or of another list, owner or filter', async () => {
    const { nextCursor: own } = await pageAfter('limit=1');
    expect(own).toMatch(/^[\w-]+$/);
    const foreign: string[] = [];
    for (const list of listRoutes.filter(({ name }) => name !== route.name)) {
      const { body } = await send<{ nextCursor: string }>(
        'GET',
        `${pathWith(list.path, ids)}?${withNeeded(list, 'limit=1')}`,
      );
      foreign.push(body.nextCursor);
    }
    expect(foreign).toHaveLength(listRoutes.length - 1);
    if (parametersOf(route.path).length > 0) {
      const { body } = await sendTo(route, {
        path: pathWith(route.path, other),
        query: withNeeded(route, 'limit=1'),
      });
      foreign.push(String(body.nextCursor));
    }
    const middle = Math.floor(own.length / 2);
    const damaged = [own.slice(0, -1), own.slice(1), `${own}A`, `${own}%3D`, own + own, own.toLowerCase()];
    damaged.push(own.slice(0, middle) + (own[middle] === 'x' ? 'y' : 'x') + own.slice(middle + 1));
    const nonsense = [
      '%20',
      'x',
      '1',
      '-1',
      'null',
      '%00',
      '%F0%9F%92%A9',
      '%ff',
      "'%20or%201=1",
      'a'.repeat(1500),
    ];
    const cases = withQueries([...foreign, ...damaged, ...nonsense].map((cursor) => `cursor=${cursor}`));

    const filters: Record<string, string> = {
      query: 'routes',
      domain: 'routes.example',
      includeEmptyOnly: 'true',
      source: 'routes',
      type: 'webhook',
      targetType: 'page',
      pageId: ids.page_id ?? '',
      tenantDomainId: ids.tenant_domain_id ?? '',
      startDate: '2026-01-01T00:00:00Z',
      endDate: '2026-12-31T00:00:00Z',
      audienceId: ids.audience_id ?? '',
      utmSource: 'routes-1',
      unknown: 'referrer',
    };
    for (const name of Object.keys(route.operation.query?.shape ?? {})) {
      if (name in filters)
        cases[name] = { query: withNeeded(route, `${name}=${filters[name]}&cursor=${own}`) };
    }
    await expectRefusals(route, cases, '400 invalid_cursor');
  });

  test('refuses a cursor that is too long or sent twice', async () => {
    const { nextCursor: own } = await pageAfter('limit=1');
    const cases = withQueries([`cursor=${'a'.repeat(1501)}`, `cursor=${own}&cursor=${own}`]);
    await expectRefusals(route, cases, '400 validation_failed');
  });

  test('accepts its own cursor, with any limit', async () => {
    const first = await pageAfter('limit=1');
    const second = await pageAfter(`limit=1&cursor=${first.nextCursor}`);
    const rest = await pageAfter(`cursor=${first.nextCursor}`);
    expect(second.items).toHaveLength(1);
    expect(second.items).not.toEqual(first.items);
    expect(rest.items[0]).toEqual(second.items[0]);
  });

  test('reports an invalid limit and an invalid filter together', async () => {
    const { errors } = (
      await sendTo(route, {
        query: withNeeded(
          route,
          `limit=0&query=a&query=b&source=A&type=B&includeEmptyOnly=yes&targetType=x&startDate=x&endDate=${'y'.repeat(20)}&audienceId=a&audienceId=b&unknown=x&country=${'y'.repeat(2049)}`,
        ),
      })
    ).body;
    const shape = route.operation.query?.shape ?? {};
    const filters = ['query', 'source', 'type', 'includeEmptyOnly', 'targetType', 'startDate', 'endDate'];
    const expected = [...filters, 'audienceId', 'unknown', 'country', 'limit'].filter(
      (name) => name in shape,
    );
    expect(errors?.map(({ in: part, path }) => `${part} ${path}`).sort()).toEqual(
      expected.map((name) => `query ${name}`).sort(),
    );
  });
});

describe.each(routes.filter(({ operation }) => operation.query))('the query of $name', (route) => {
  const optional = Object.entries(route.operation.query?.shape ?? {})
    .filter(([, schema]) => z.safeParse(schema, undefined).success)
    .map(([name]) => name);
  const needed = [...new URLSearchParams(neededQuery(route, {})).keys()];

  test('treats an empty value of an optional parameter as missing', async () => {
    expect([...optional, ...needed].sort()).toEqual(Object.keys(route.operation.query?.shape ?? {}).sort());
    const queryWith = (...parts: string[]) => [neededQuery(route, ids), ...parts].filter(Boolean).join('&');
    const without = await sendTo(route, { query: queryWith() });
    expect(answerOf(without)).toBe('200');
    const empty = optional.map((name) => `${name}=`);
    for (const parts of [...empty.map((part) => [part]), optional, empty]) {
      const reply = await sendTo(route, { query: queryWith(...parts) });
      expect([reply.status, reply.body], parts.join('&')).toEqual([200, without.body]);
    }
  });

  test.each(needed)('requires %s, which must not be empty', async (name) => {
    const parts = neededQuery(route, ids)?.split('&') ?? [];
    const others = parts.filter((part) => !part.startsWith(`${name}=`));
    for (const query of [others, [...others, `${name}=`], [`${name}=`, ...others]]) {
      const [problem] = await expectRefusals(
        route,
        { [name]: { query: query.join('&') } },
        '400 validation_failed',
      );
      const message = 'This field is required.';
      expect(problem?.errors, query.join('&')).toEqual([
        { in: 'query', path: name, code: 'required', message },
      ]);
    }
  });

  const dates = ['startDate', 'endDate'].filter((name) => [...optional, ...needed].includes(name));
  test.each(dates)('takes an instant as %s, and no date or local time', async (name) => {
    const parts = neededQuery(route, ids)?.split('&') ?? [];
    const others = parts.filter((part) => !part.startsWith(`${name}=`));
    for (const value of ['2026-01-15', '2026-01-15T10:00', '2026-01-15T10:00:00']) {
      const query = [...others, `${name}=${value}`].join('&');
      const [problem] = await expectRefusals(route, { [value]: { query } }, '400 validation_failed');
      const found = problem?.errors?.map(({ path, code }) => [path, code]);
      expect(found, query).toEqual([[name, 'invalid_format']]);
    }
    for (const value of ['2026-01-15T10:00:00Z', '2026-01-15T10:00:00%2B05:45']) {
      const reply = await sendTo(route, { query: [...others, `${name}=${value}`].join('&') });
      expect([reply.status, reply.body.errors]).toEqual([200, undefined]);
    }
  });

  const others = (name: string) =>
    (neededQuery(route, ids) ?? '').split('&').filter((part) => part !== '' && !part.startsWith(`${name}=`));

  test('reports only one violation for a parameter that takes one value and is given twice', async () => {
    for (const name of [...optional, ...needed].filter((name) => !takesSeveral(route, name))) {
      for (const value of ['', 'x', '1']) {
        const query = [...others(name), `${name}=${value}`, `${name}=${value}`].join('&');
        const { errors } = (await sendTo(route, { query })).body;
        const message = 'This parameter is given 2 times; give it once.';
        expect(errors, query).toEqual([{ in: 'query', path: name, code: 'invalid_type', message }]);
      }
    }
  });

  test('takes a parameter of several values twice, and leaves out empty ones', async () => {
    for (const name of optional.filter((name) => takesSeveral(route, name))) {
      const value = name === 'unknown' ? 'country' : 'x';
      const answer = async (...values: string[]) => {
        const query = [...others(name), ...values.map((value) => `${name}=${value}`)].join('&');
        const { status, body } = await sendTo(route, { query });
        expect(status, query).toBe(200);
        return body;
      };
      expect(await answer('', '')).toEqual(await answer());
      expect(await answer('', value, value)).toEqual(await answer(value));
    }
  });
});

describe.each(idRoutes)('$name with unknown ids', (route) => {
  const codes = route.operation.errors?.filter((error) => error.endsWith('_not_found')) ?? [];
  /** The error code for a parameter. If only the whole path is looked up, it is that of the last resource. */
  const codeOf = (parameter = '') =>
    codes.find((code) => code === `${parameter.replace(/_id$/, '')}_not_found`) ?? codes[0];
  const unknown = (prefix: string) => `${prefix}_01kafz8q6tf7n9t3cwh2k5v4xe`;

  test.each(parametersOf(route.path))('answers 404 for an unknown %s', async (parameter) => {
    const own = ids[parameter] ?? '';
    const bad = {
      unknown: unknown(parameter.replace(/_id$/, '')),
      'another case': own.toUpperCase(),
      'a space behind': `${own}%20`,
      'a NUL behind': `${own}%00`,
      NUL: '%00',
      emoji: '%F0%9F%92%A9',
      'a line feed': '%0A',
      'no UTF-8': '%FF',
      'a broken escape': '%zz',
      'an escaped percent sign': '%25',
      'a slash': 'a%2Fb',
      'the folder above': '..%2f',
      'a quote': "'%20or%20'1'='1",
      'a wild card': '%25%25',
      zero: '0',
      null: 'null',
      __proto__: '__proto__',
      '2,000 characters': 'a'.repeat(2000),
      '1,000 escaped characters': '%C3%A9'.repeat(1000),
    };
    const kinds = Object.entries(ids).filter(([kind]) => kind !== parameter);
    const cases = Object.fromEntries(
      [...Object.entries(bad), ...kinds].map(([name, id]) => [
        name,
        { path: pathWith(route.path, { ...ids, [parameter]: id }) },
      ]),
    );
    await expectRefusals(route, cases, `404 ${codeOf(parameter)}`);
  });

  test('answers 404 for an id of another owner, and for every id of another workspace', async () => {
    const key = await mintKey([...scopes], 'acme');
    const [owner, ...owned] = parametersOf(route.path);
    await expectRefusals(route, { 'another workspace': { key } }, `404 ${codeOf(owner)}`);
    for (const parameter of owned) {
      const path = pathWith(route.path, { ...ids, [parameter]: other[parameter] ?? '' });
      await expectRefusals(route, { [parameter]: { path } }, `404 ${codeOf(parameter)}`);
    }
  });
});

/** Bodies with this number of nested levels. */
const arrays = (levels: number) => `{"unknown":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
const objects = (levels: number) => `{"unknown":${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}}`;

describe.each(bodyRoutes)('$name with an invalid body', (route) => {
  const good = Object.entries(route.operation.example ?? {});
  // An operation without fields still needs one here, to be cut, duplicated and so on.
  const example = JSON.stringify(Object.fromEntries(good.length > 0 ? good : [['filler', 1]]));
  const bytes = (text: string) => new TextEncoder().encode(text);
  const [[field = '', value] = []] = Object.entries(JSON.parse(example));
  const member = `${JSON.stringify(field)}:${JSON.stringify(value)}`;
  const raw = (texts: Record<string, BodyInit>): Record<string, Sent> =>
    Object.fromEntries(Object.entries(texts).map(([name, rawBody]) => [name, { rawBody }]));
  const texts = (...list: string[]) => raw(Object.fromEntries(list.map((text) => [text.slice(0, 60), text])));

  test('answers 415 to another or a missing content type', async () => {
    const types = [
      'text/plain',
      'text/json',
      'application/jsonx',
      'application/x-www-form-urlencoded',
      'json',
      '*/*',
    ];
    types.push(
      'multipart/form-data; boundary=x',
      'application/problem+json',
      'text/plain; application/json',
      '',
    );
    const cases: Record<string, Sent> = { none: { rawBody: bytes(example), contentType: null } };
    for (const contentType of types) cases[contentType] = { rawBody: bytes(example), contentType };
    await expectRefusals(route, cases, '415 unsupported_media_type');
  });

  test('reads the body with any spelling of application/json', async () => {
    const types = ['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'Application/JSON'];
    types.push('application/json ; charset=utf-8', 'application/json;');
    for (const contentType of types) {
      const reply = await sendTo(route, { rawBody: '{"unknown":1}', contentType });
      expect(reply.body.errors, contentType).toContainEqual(expect.objectContaining({ path: 'unknown' }));
    }
  });

  test('answers 400 invalid_json to what is not JSON', async () => {
    const truncated = [1, 5, 0.5 * example.length, example.length - 1].map((end) => example.slice(0, end));
    const malformed = [
      '{',
      '[',
      '"',
      '{"a":',
      '{"a":1,}',
      "{'a':1}",
      '{a:1}',
      '{"a":01}',
      '{"a":NaN}',
      'undefined',
      ' ',
    ];
    malformed.push(
      '{}{}',
      `${example}x`,
      '{"a":"\n"}',
      '{"a":"\\x"}',
      '\u0000',
      '<xml/>',
      'a=1',
      '['.repeat(Math.min(500_000, largestBody(route))),
    );
    await expectRefusals(route, texts(...truncated, ...malformed), '400 invalid_json');
  });

  test('answers 400 invalid_json to what is not UTF-8', async () => {
    const cases = {
      'a byte that never occurs': new Uint8Array([...bytes('{"a":"'), 0xff, ...bytes('"}')]),
      'a cut sequence': new Uint8Array([...bytes('{"a":"'), 0xc3, ...bytes('"}')]),
      'an overlong slash': new Uint8Array([...bytes('{"a":"'), 0xc0, 0xaf, ...bytes('"}')]),
      'an encoded surrogate': new Uint8Array([...bytes('{"a":"'), 0xed, 0xa0, 0x80, ...bytes('"}')]),
      'UTF-16': new Uint8Array([0xff, 0xfe, ...[...bytes('{}')].flatMap((byte) => [byte, 0])]),
      'a zip file': new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0xff, 0x00]),
    };
    await expectRefusals(route, raw(cases), '400 invalid_json');
  });

  test('answers 400 validation_failed to JSON that is not an object', async () => {
    const cases = texts('[]', 'null', '"x"', '1', 'true', `[${example}]`, '"{}"', '[[]]');
    for (const { errors } of await expectRefusals(route, cases, '400 validation_failed')) {
      expect(errors).toEqual([{ in: 'body', path: '', code: 'invalid_type', message: expect.any(String) }]);
    }
  });

  test('answers 413 to 1 MiB (a visit or a sign-in: 32 KiB) and one byte, however it is sent, and accepts one byte less', async () => {
    const padded = (size: number) => bytes(`{"unknown":1${' '.repeat(size - 13)}}`);
    const [full, tooMuch] = [padded(largestBody(route)), padded(largestBody(route) + 1)];
    const streamed = () => new Blob([tooMuch]).stream();
    await expectRefusals(
      route,
      { 'with a length': { rawBody: tooMuch }, streamed: { rawBody: streamed() } },
      '413 payload_too_large',
    );
    await expectRefusals(route, { 'exactly as much': { rawBody: full } }, '400 validation_failed');
  });

  test('lists 100 violations at most, and says how many more there are', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `"f${index}":1`);
    const [unknown, twice] = [`{${names}}`, `{${names},${names}}`];
    for (const [rawBody, least] of [
      [unknown, 1000],
      [twice, 2000],
    ] as const) {
      const [problem] = await expectRefusals(route, { all: { rawBody } }, '400 validation_failed');
      const { errors = [], omittedErrors = 0, detail } = problem ?? {};
      expect(errors).toHaveLength(100);
      expect(errors.length + Number(omittedErrors)).toBeGreaterThanOrEqual(least);
      expect(detail).toBe(
        `The request breaks ${100 + Number(omittedErrors)} rules; 100 of them are in errors.`,
      );
    }
  });

  test('is not read for a key without the scope, nor when it is not JSON', async () => {
    const pulls: string[] = [];
    const unread = (name: string) =>
      new ReadableStream({ pull: () => void pulls.push(name) }, { highWaterMark: 0 });
    const [small, large] = [{ 'content-length': '10' }, { 'content-length': String(largestBody(route) + 1) }];
    const sent = (name: string, more: Sent) =>
      sendTo(route, { ...more, rawBody: unread(name), bindings: {}, headers: { ...small, ...more.headers } });
    if (scopesOf(route).length > 0)
      expect(answerOf(await sent('scope', { key: keyWithout(route) }))).toBe('403 insufficient_scope');
    expect(answerOf(await sent('type', { contentType: 'text/plain' }))).toBe('415 unsupported_media_type');
    expect(answerOf(await sent('size', { headers: large }))).toBe('413 payload_too_large');
    expect(pulls).toEqual([]);
  });

  test('reports a duplicate field', async () => {
    const cases = texts(`{${member},${member}}`, `{${member},${member},"unknown":1}`);
    for (const { errors } of await expectRefusals(route, cases, '400 validation_failed')) {
      expect(errors).toContainEqual(
        expect.objectContaining({ in: 'body', path: field, code: 'duplicate_field' }),
      );
    }
  });

  test('reports every unknown field', async () => {
    const unknown = 'unknown slug personLogId accountLogId apiKeyId createdAt updatedAt deletedAt'.split(' ');
    unknown.push(
      'createdPerson',
      'key',
      'hash',
      'id',
      'Name',
      'name ',
      '',
      'constructor',
      'toString',
      '__proto__',
      'a.b',
    );
    const members = unknown.map((name) => `${JSON.stringify(name)}:{"a":1}`);
    const start = good.length > 0 ? `${example.slice(0, -1)},` : '{';
    const cases = texts(`${start}${members.join()}}`, ...members.map((text) => `{${text}}`));
    const [{ errors } = {}] = await expectRefusals(route, cases, '400 validation_failed');
    expect(errors?.map(({ in: part, path, code }) => `${part} ${path} ${code}`).sort()).toEqual(
      unknown.map((name) => `body ${name} unknown_field`).sort(),
    );
  });

  test('refuses 101 levels of nesting', async () => {
    const cases = raw({ arrays: arrays(101), objects: objects(101) });
    for (const { errors } of await expectRefusals(route, cases, '400 validation_failed')) {
      expect(errors).toContainEqual(expect.objectContaining({ in: 'body', path: '', code: 'too_deep' }));
    }
    const { body } = await sendTo(route, { rawBody: objects(100) });
    expect(body.errors?.map(({ code }) => code)).not.toContain('too_deep');
  });

  test('treats a missing body as an empty object', async () => {
    const isOfOne = route.path.includes('{');
    const [first, second] = isOfOne ? await Promise.all([makeIds(), makeIds()]) : [ids, ids];
    const empty = await sendTo(route, { path: pathWith(route.path, first), rawBody: '{}' });
    const key = keys.get(route.name) ?? '';
    const none = await send<Problem>(route.method, pathWith(route.path, second), undefined, { key });
    expect([none.status, none.body.errors]).toEqual([empty.status, empty.body.errors]);
  });
});

describe.each(bodyRoutes.filter(({ path }) => path.startsWith('/v0/person_logs')))('$name', (route) => {
  const duplicates = '"a":1,'.repeat(1500);

  test.each([
    ['arrays as deep as 1 MiB allows', arrays(524_000)],
    ['objects as deep as 1 MiB allows', objects(170_000)],
    ['50,000 unknown fields', `{${Array.from({ length: 50_000 }, (_, index) => `"f${index}":1`).join()}}`],
    ['an unknown field of 1,000,000 characters', `{"${'x'.repeat(1_000_000)}":1}`],
    ['a duplicate of 20,000 characters', `{"${'x'.repeat(20_000)}":1,"${'x'.repeat(20_000)}":1}`],
    ['duplicates under a long name', `{"${'x'.repeat(9000)}":{${duplicates}"a":1}}`],
    ['duplicates under a deep name', `${'{"abcdefgh":'.repeat(1000)}{${duplicates}"a":1}${'}'.repeat(1000)}`],
    ['100,000 bad writes', `{"writes":[${'1,'.repeat(99_999)}1]}`],
  ])('limits the size of its answer to %s', async (_what, rawBody) => {
    const reply = await writesNothing(() => sendTo(route, { rawBody }), visits);
    expect(answerOf(reply)).toBe('400 validation_failed');
    expect(reply.text.length).toBeLessThan(64 * 1024);
  });
});

describe('a path with another method', () => {
  const paths = [...new Set(routes.map(({ path }) => path))];
  /** `/v0/persons/search` also matches `/v0/persons/{person_id}`. */
  const matches = (pattern: string, path: string) =>
    new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);

  test.each(paths)('%s answers 405 and lists its methods', async (path) => {
    const taken = new Set(routes.filter((route) => matches(route.path, path)).map(({ method }) => method));
    if (taken.has('GET')) taken.add('HEAD');
    const wrong = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter(
      (method) => !taken.has(method),
    );
    expect(wrong.length).toBeGreaterThan(0);
    const refuse = async (method: string) => {
      const reply = await send<Problem>(method, pathWith(path, ids));
      check(reply, `${method} ${path}`);
      expect(reply.status, method).toBe(405);
      expect(reply.headers.get('allow')?.split(', ').sort(), method).toEqual([...taken].sort());
      if (method !== 'HEAD') expect(reply.body.code, method).toBe('method_not_allowed');
    };
    await writesNothing(() => Promise.all(wrong.map(refuse)));
  });

  test.each([...paths, '/health', '/openapi.json', '/visit.js'])(
    '%s answers OPTIONS with its methods',
    async (path) => {
      const taken = new Set(routes.filter((route) => matches(route.path, path)).map(({ method }) => method));
      if (taken.has('GET') || !path.startsWith('/v0/')) taken.add('GET').add('HEAD');
      for (const key of [null, createApiKey('main'), undefined]) {
        const reply = await send('OPTIONS', pathWith(path, ids), undefined, key === undefined ? {} : { key });
        check(reply as Reply<Problem>, path);
        expect([reply.status, reply.text], path).toEqual([204, '']);
        expect(reply.headers.get('allow')?.split(', ').sort(), path).toEqual([...taken].sort());
        expect(reply.headers.has('content-type'), path).toBe(false);
      }
    },
  );

  test('that is not a route answers OPTIONS with 404', async () => {
    for (const path of ['/v0/nothing', '/v0/persons/', '/nothing'])
      expect((await send('OPTIONS', path, undefined, { key: null })).status, path).toBe(404);
  });
});

describe('a path with a slash at its end', () => {
  test.each(routes)('of $name gets the path without the slash in its answer', async ({ path, method }) => {
    const bare = pathWith(path, ids);
    for (const slashes of ['/', '//']) {
      const reply = await send<Problem>(method, `${bare}${slashes}`);
      check(reply, path);
      expect(reply.body.detail).toBe(`There is no ${bare}${slashes} here; did you mean ${bare}?`);
    }
  });

  test.each(['/v0/nothing/', '/', '/v0/', '//', '/v0/persons/x/y/z/'])(
    'but not %s, which is not a route without the slash either',
    async (path) => {
      const { body } = await send<Problem>('GET', path);
      expect(body.detail).toBe(`There is no ${path} here; see /openapi.json.`);
    },
  );
});

describe('a path that is not a route', () => {
  test.each([
    '/',
    '/v0',
    '/v0/',
    '/v0/nothing',
    '/v1/persons',
    '/V0/persons',
    '/v0/Persons',
    '/v0//persons',
    '/v0/persons/',
    '/v0/persons/x/logs/',
    '/v0/persons/x/logs/y/z',
    '/v0/person_logs/x',
    '/v0/accounts/x/y',
    '/v0%2Fpersons',
    '/%00',
    '/%ff',
    '/.env',
    '/index.php',
    `/${'a'.repeat(2000)}`,
  ])('%s answers 404 route_not_found', async (path) => {
    const refuse = async (method: string) => {
      const reply = await send<Problem>(method, path);
      check(reply, path);
      expect(answerOf(reply), method).toBe('404 route_not_found');
    };
    await writesNothing(() => Promise.all(['GET', 'POST', 'PUT', 'DELETE'].map(refuse)));
  });

  test.each([
    ['POST', '/v0/nothing', '404 route_not_found'],
    ['POST', '/v0/visits/', '404 route_not_found'],
    ['PATCH', '/v0/sign_in/nothing', '404 route_not_found'],
    ['PUT', '/v0/visits', '405 method_not_allowed'],
    ['PUT', '/v0/persons', '405 method_not_allowed'],
    ['PATCH', '/v0/sign_in', '405 method_not_allowed'],
  ])('has no body to read, and neither has another method: %s %s', async (method, path, answer) => {
    const key = onlyScope.get('collect') ?? '';
    for (const headers of [{}, { 'content-length': '10' }, { 'content-length': '2000000' }]) {
      let pulls = 0;
      const rawBody = new ReadableStream({ pull: () => void pulls++ }, { highWaterMark: 0 });
      const reply = await send<Problem>(method, path, undefined, { key, rawBody, headers, bindings: {} });
      expect([answerOf(reply), pulls]).toEqual([answer, 0]);
    }
  });

  test('under /v0 gets 404 only with a key', async () => {
    expect(answerOf(await send<Problem>('GET', '/v0/nothing', undefined, { key: null }))).toBe(
      '401 missing_api_key',
    );
  });
});

test('paths without a key answer with the headers of every answer', async () => {
  for (const path of ['/health', '/openapi.json', '/visit.js']) {
    const reply = await send<Problem>('GET', path, undefined, { key: null });
    check(reply, path);
    expect(reply.status, path).toBe(200);
    const wrong = await send<Problem>('POST', path, undefined, { key: null });
    check(wrong, path);
    expect(answerOf(wrong)).toBe('405 method_not_allowed');
    expect(wrong.headers.get('allow')).toBe('GET, HEAD');
  }
});

test.each(['%00', '%0A', '%F0%9F%92%A9', '%FF', '%25', '..%2f', '%22', '%zz'])(
  'the instance of a problem is the path as it was sent: %s',
  async (id) => {
    const path = `/v0/persons/${id}`;
    const { body } = await send<Problem>('GET', `${path}?secret=1`);
    expect(body.instance).toBe(path);
  },
);

describe('a problem stays within the limits in the document', () => {
  const longest = Problem.shape;
  test.each([
    ['a path of 30,000 characters', '/v0/', 30_000, {}],
    ['a path of escapes', `/v0/a${'%C3%BC'.repeat(5000)}`, 0, {}],
    ['a path of escapes, cut elsewhere', `/v0/ab${'%C3%BC'.repeat(5000)}`, 0, {}],
    ['a path of characters that are escaped', `/v0/${'"'.repeat(5000)}`, 0, {}],
    ['an Origin of 20 KB', '/v0/visits', 0, { origin: `https://${'x'.repeat(20_000)}.example` }],
    ['a method that a long path does not take', '/v0/persons/', 20_000, {}],
  ])('with %s', async (_what, start, length, headers) => {
    const path = `${start}${'x'.repeat(length)}`;
    const method = start === '/v0/persons/' || start === '/v0/visits' ? 'POST' : 'GET';
    const reply = await send<Problem>(method, path, undefined, { headers });
    check(reply, path.slice(0, 50));
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(longest.detail.safeParse(reply.body.detail).success).toBe(true);
    expect(longest.instance.safeParse(reply.body.instance).success).toBe(true);
    expect(reply.body.instance).not.toMatch(/%.?$/);
    expect(reply.text.length).toBeLessThan(3000);
  });
});

describe('x-d1-bookmark', () => {
  test('of an answer is accepted by a later request, which reads that state', async () => {
    const created = await send<Ids>('POST', '/v0/persons', { name: 'Bookmark' });
    const bookmark = created.headers.get('x-d1-bookmark') ?? '';
    expect(bookmark).toMatch(/^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/);
    const options = { headers: { 'x-d1-bookmark': bookmark } };
    const read = await send<Ids>('GET', `/v0/persons/${created.body.personId}`, undefined, options);
    expect(read.status).toBe(200);
    expect(read.body).toEqual(created.body);
    const reached = read.headers.get('x-d1-bookmark') ?? '';
    expect(reached >= bookmark).toBe(true);
  });

  test.each(['first-primary', 'first-unconstrained'])('may be %s', async (constraint) => {
    const options = { headers: { 'x-d1-bookmark': constraint } };
    expect((await send('GET', '/v0/accounts', undefined, options)).status).toBe(200);
  });

  test('is missing in the answer to a request that was refused before it read', async () => {
    const { headers } = await send('GET', '/v0/accounts', undefined, { key: null });
    expect(headers.has('x-d1-bookmark')).toBe(false);
  });
});

describe('the rate limit of a key', () => {
  const policy = '"api-key";q=5;w=60';
  const tight = { ...env, RATE_LIMITER: env.TIGHT_RATE_LIMITER, RATE_LIMIT_POLICY: policy };

  async function hit(key: string, method = 'GET', path = '/v0/accounts', headers = {}): Promise<Response> {
    const request = new Request(`https://footfall.test${path}`, {
      method,
      headers: { 'x-api-key': key, ...headers },
    });
    return app.fetch(request, tight, createExecutionContext());
  }

  test('answers 429 with Retry-After, RateLimit and RateLimit-Policy when it is exceeded, and writes nothing', async () => {
    const key = await mintKey(['read', 'write']);
    const statuses: number[] = [];
    const last = await writesNothing(async () => {
      let reply = await hit(key);
      // The window may end in between, so up to ten may pass.
      for (; reply.status !== 429 && statuses.length < 11; reply = await hit(key))
        statuses.push(reply.status);
      return reply;
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(statuses.length).toBeGreaterThanOrEqual(5);
    expect(statuses.length).toBeLessThanOrEqual(10);

    expect(last.status).toBe(429);
    expect(last.headers.get('retry-after')).toBe('60');
    expect(last.headers.get('ratelimit')).toBe('"api-key";r=0;t=60');
    expect(last.headers.get('ratelimit-policy')).toBe(policy);
    const text = await last.text();
    const reply = {
      status: 429,
      headers: last.headers,
      text,
      body: Problem.parse(JSON.parse(text)),
      cost: { trips: 0, read: 0, written: 0 },
    };
    check(reply, 'rate limited');
    expect(reply.body.code).toBe('rate_limited');
    expect(last.headers.get('server-timing')).toContain('trips=0');

    for (const { method, path } of keyedRoutes.filter(({ path }) => path !== '/v0/visits')) {
      expect((await hit(key, method, pathWith(path, ids))).status, `${method} ${path}`).toBe(429);
    }
    expect((await hit(await mintKey(['read']))).status).toBe(200);
  });

  test('is stated in every answer to a well-formed key, and counts unknown ones', async () => {
    const unknown = createApiKey('main');
    const first = await hit(unknown);
    expect(first.status).toBe(401);
    expect(first.headers.get('ratelimit-policy')).toBe(policy);
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++) statuses.push((await hit(unknown)).status);
    expect(statuses).toContain(429);
  });

  test('of visits is that of the visitor, not of the key that all visitors share', async () => {
    const key = await mintKey(['collect']);
    const from = async (address: string, of = key) =>
      (await hit(of, 'POST', '/v0/visits', { 'cf-connecting-ip': address })).status;
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push(await from('192.0.2.1'));
    expect(statuses[0]).toBe(400);
    expect(statuses).toContain(429);
    expect(await from('192.0.2.1', await mintKey(['collect']))).toBe(429);
    expect(await from('192.0.2.2')).toBe(400);
    expect((await hit(key, 'GET', '/v0/accounts', { 'cf-connecting-ip': '192.0.2.1' })).status).toBe(403);
  });

  test('is documented for every route', () => {
    for (const { name, documented } of routes) expect(documented, name).toContain('429 rate_limited');
  });
});
