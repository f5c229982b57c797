import { env } from 'cloudflare:workers';
import { createApiKey, type Scope, scopes } from '../../../../src/lib/api-key.ts';
import { inTurn } from '../../../turns.ts';
import { contents, mintKey } from '../../support/client.ts';
import { dropNotes } from '../../support/empty.ts';
import { ids, kindFor, makeIds, neededQuery, other, pathWith, withIds } from '../../support/route-ids.ts';
import { dead, keys, keyWithout, onlyScope, prepareRoutes } from '../../support/route-keys.ts';
import { answerOf, expectRefusals, type Sent, sendTo } from '../../support/route-requests.ts';
import {
  bodyRoutes,
  idRoutes,
  keyedRoutes,
  parametersOf,
  type Route,
  registered,
  routes,
  scopesOf,
} from '../../support/routes.ts';

prepareRoutes();

describe('the table of routes', () => {
  test('has an operation for every route and a route for every operation', () => {
    expect(routes.map(({ name }) => name).sort()).toEqual([...registered].sort());
    expect(routes.length).toBeGreaterThanOrEqual(18);
  });

  test('needs the scope of its method, except for keys, share links, logs, visits and signing in', () => {
    const special: Record<string, Scope[]> = {
      api_keys: ['admin'],
      share_links: ['write'],
      webhooks: ['admin'],
      alerts: ['admin'],
      system: ['admin'],
      export: ['admin'],
      restore: ['admin'],
      'POST sample_data/': ['admin'],
      'DELETE sample_data/': ['admin'],
      'PATCH event_settings/': ['admin'],
      'GET api_keys/current': ['read', 'write', 'admin'],
      'DELETE api_keys/current': ['read', 'write', 'admin', 'log'],
      person_logs: ['log', 'write'],
      account_logs: ['log', 'write'],
      'GET page_links/resolve': ['read', 'resolve'],
      'POST page_links/resolve': ['read', 'resolve'],
      visits: ['collect'],
      sign_in: [],
      intake: [],
    };
    for (const route of routes) {
      const [, , first = '', second = ''] = route.path.split('/');
      const byMethod: Scope[] = [route.method === 'GET' ? 'read' : 'write'];
      if (first === 'sources' && route.method !== 'GET') byMethod[0] = 'admin';
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

describe.each(inTurn(keyedRoutes, 12))('$name without a good key', (route) => {
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

  const { also } = route.operation;
  test.each(needed)('accepts a key with only the scope %s, and what else it needs', async (scope) => {
    const unique = crypto.randomUUID();
    // What is read may be read by all.
    const fresh = route.method === 'GET' ? ids : await makeIds(kindFor(route));
    const example = withIds(route.operation.example, fresh)?.replace(
      /northwind|form-7f3a|contract-118|launch-7|old-service-4711/g,
      unique,
    );
    const query = neededQuery(route, fresh);
    const reply = await sendTo(route, {
      // A key of its own: the route may revoke it.
      key: await mintKey(also ? [scope, also] : [scope]),
      path: pathWith(route.path, fresh),
      ...(query === undefined ? {} : { query }),
      ...(example === undefined ? {} : { rawBody: example }),
      ...(route.operation.takesLines && { contentType: 'application/x-ndjson' }),
    });
    // The workspace of this test has a page, and nothing is restored into it.
    const refused = {
      'POST /v0/sample_data': '409 workspace_not_empty',
      'POST /v0/restore': '422 schema_mismatch',
      'GET /v0/restore': '404 restore_not_found',
      'POST /v0/restore/lines': '404 restore_not_found',
      'POST /v0/restore/advance': '404 restore_not_found',
      'DELETE /v0/restore': '404 restore_not_found',
    }[route.name];
    if (refused !== undefined) {
      expect(answerOf(reply)).toBe(refused);
      return;
    }
    if (route.name === 'GET /v0/export') await dropNotes(env.DB);
    expect(answerOf(reply)).toBe(String(route.operation.answer.status ?? 200));
    const answer = route.name === 'GET /v0/export' ? reply.text : reply.body;
    expect(route.operation.answer.schema.parse(answer)).toEqual(answer);
  });
});

describe.each(inTurn(idRoutes, 12))('$name with unknown ids', (route) => {
  const last = parametersOf(route.path).at(-1);
  /** The error code for a parameter. If only the whole path is looked up, it is that of the last resource. */
  const codeOf = (parameter = '') =>
    `${(route.operation.looksUpLastId ? last : parameter)?.replace(/_id$/, '')}_not_found`;
  const unknown = (prefix: string) => `${prefix}_01kafz8q6tf7n9t3cwh2k5v4xe`;

  test.each(parametersOf(route.path))('answers 404 for an unknown %s', async (parameter) => {
    const own = ids[parameter] ?? '';
    const bad = {
      unknown: unknown(parameter.replace(/_id$/, '')),
      // A number has none.
      ...(own.toUpperCase() === own ? {} : { 'another case': own.toUpperCase() }),
      'a space behind': `${own}%20`,
      'a NUL behind': `${own}%00`,
      NUL: '%00',
      'no UTF-8': '%FF',
      'a broken escape': '%zz',
      'a slash': 'a%2Fb',
      'the folder above': '..%2f',
      'a quote': "'%20or%20'1'='1",
      'a wild card': '%25%25',
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
