import { Problem } from '../../../../src/http/problem-schema.ts';
import { createApiKey } from '../../../../src/lib/api-key.ts';
import { type Reply, send } from '../../support/client.ts';
import { newLink } from '../../support/page-links.ts';
import { ids, pathWith } from '../../support/route-ids.ts';
import { onlyScope, prepareRoutes } from '../../support/route-keys.ts';
import { answerOf, check } from '../../support/route-requests.ts';
import { routes } from '../../support/routes.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareRoutes();

describe('a path with another method', () => {
  const paths = [...new Set(routes.map(({ path }) => path))];
  /** `/v0/persons/search` also matches `/v0/persons/{person_id}`. */
  const matches = (pattern: string, path: string) =>
    new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);

  /** The methods of the operations with this path. */
  const methodsOf = (path: string) => {
    const taken = new Set(routes.filter((route) => route.path === path).map(({ method }) => method));
    return taken.has('GET') ? taken.add('HEAD') : taken;
  };

  test.each(paths)('%s answers 405 and lists its methods', async (path) => {
    const handled = new Set(routes.filter((route) => matches(route.path, path)).map(({ method }) => method));
    const taken = methodsOf(path);
    if (handled.has('GET')) handled.add('HEAD');
    const wrong = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter(
      (method) => !handled.has(method),
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
      const taken = methodsOf(path);
      if (!path.startsWith('/v0/')) taken.add('GET').add('HEAD');
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
    '/v0/nothing',
    '/V0/persons',
    '/v0//persons',
    '/v0/persons/',
    '/v0/persons/x/logs/y/z',
    '/v0/person_logs/x',
    '/v0%2Fpersons',
    '/%00',
    '/.env',
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

  test('under /v0 gets 404 only with a key: the key is checked before the route', async () => {
    for (const path of ['/v0/nothing', '/v0/persons', '/v0/persons/', '/v0/sign_in/'])
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
        expect(answerOf(await send<Problem>(method, path, undefined, { key: null })), method).toBe(
          '401 missing_api_key',
        );
    const signIn = await send<Problem>('POST', '/v0/sign_in', {}, { key: null });
    expect(answerOf(signIn)).toBe('401 invalid_sign_in');
  });
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

test.each(['10', '2000000', undefined])(
  'DELETE takes no body: one of %s bytes is not read, whatever its type (RFC 9110, 9.3.5)',
  async (length) => {
    const { pageLinkId } = await newLink({ target: { targetType: 'page', pageId: ids.page_id } });
    let pulls = 0;
    const rawBody = new ReadableStream({ pull: () => void pulls++ }, { highWaterMark: 0 });
    const headers = length === undefined ? {} : { 'content-length': length };
    const options = { rawBody, contentType: 'text/plain', headers, bindings: {} };
    const { status } = await send('DELETE', `/v0/page_links/${pageLinkId}`, undefined, options);
    expect([status, pulls]).toEqual([200, 0]);
  },
  10_000,
);
