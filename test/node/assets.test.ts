import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migratedStateDir } from './migrated.ts';
import { cleanUp, type Server, startServer } from './processes.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer(migratedStateDir());
});
afterAll(cleanUp);

const ask = (route: string, options: RequestInit = {}) =>
  fetch(`${server.address}${route}`, { redirect: 'manual', ...options });

/** Whether the Worker answered: every answer of it has this field. */
const isOfWorker = ({ headers }: Response) => headers.has('server-timing');

const ownOrigin = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=15552000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=0, must-revalidate',
};
const ofRedirects = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=15552000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};
const closed = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

describe('the Worker does not run', () => {
  test.each([
    [
      '/docs/',
      `script-src 'self'; worker-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; ${closed}`,
    ],
    [
      '/console/',
      `script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; frame-src 'self'; ${closed}`,
    ],
    [
      '/console/frame',
      `script-src 'self'; frame-src http: https:; ${closed.replace("frame-ancestors 'none'", "frame-ancestors 'self'")}`,
    ],
    ['/docs/problems/', `style-src 'self'; img-src 'self' data:; ${closed}`],
    ['/docs/problems/rate_limited', `style-src 'self'; img-src 'self' data:; ${closed}`],
  ])('for %s, which has its own header fields', async (route, policy) => {
    const response = await ask(route);
    expect(response.status).toBe(200);
    expect(isOfWorker(response)).toBe(false);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...ownOrigin,
      // The page that runs Scalar must not share a group of windows with the console.
      ...(route === '/docs/' && { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; ${policy}`,
    });
    const again = await ask(route, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  test.each(['/docs/', '/console/'])(
    'for files of %s with a hash in their name, which browsers keep',
    async (folder) => {
      const html = await (await ask(folder)).text();
      const names = [...html.matchAll(/"((?:\/docs\/)?assets\/[^"]+)"/g)].map(([, name = '']) => name);
      const files = names.map((name) => new URL(name, `${server.address}${folder}`).pathname);
      expect(files.length).toBeGreaterThanOrEqual(3);
      for (const file of files) {
        const response = await ask(file);
        expect(response.status, file).toBe(200);
        expect(isOfWorker(response), file).toBe(false);
        expect(response.headers.get('cache-control'), file).toBe('public, max-age=31536000, immutable');
        expect(response.headers.get('x-content-type-options'), file).toBe('nosniff');
      }
    },
  );

  test('for /llms.txt', async () => {
    const response = await ask('/llms.txt');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(isOfWorker(response)).toBe(false);
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(response.headers.get('content-security-policy')).toBe(`default-src 'none'; ${closed}`);
    expect(await response.text()).toMatch(/^# Footfall\n/);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('for %s of a file, which is a 405', async (method) => {
    const response = await ask('/docs/', { method });
    expect(response.status).toBe(405);
    expect(isOfWorker(response)).toBe(false);
    expect(await response.text()).toBe('');
    // docs/developers/semantics.md says so: no problem document, and nothing that names the request.
    for (const name of ['content-type', 'allow', 'x-request-id'])
      expect(response.headers.has(name)).toBe(false);
  });

  test('for / and for folders without their slash, which redirect', async () => {
    for (const [from, status, to] of [
      ['/', 302, '/console/'],
      ['/docs', 307, '/docs/'],
      ['/console', 307, '/console/'],
      ['/docs/problems', 307, '/docs/problems/'],
    ] as const) {
      const response = await ask(from);
      expect([response.status, response.headers.get('location')], from).toEqual([status, to]);
      expect(isOfWorker(response), from).toBe(false);
      for (const [name, value] of Object.entries(ofRedirects))
        expect([name, response.headers.get(name)], from).toEqual([name, value]);
    }
  });
});

test('pages of other websites may load words.js, which the Worker does not serve', async () => {
  const response = await ask('/words.js');
  expect(response.status).toBe(200);
  expect(isOfWorker(response)).toBe(false);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...ofRedirects,
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    'content-type': 'text/javascript; charset=utf-8',
  });
});

describe('the Worker answers', () => {
  test.each(['/health', '/openapi.json', '/visit.js'])(
    '%s, though public/ may have the file',
    async (route) => {
      const response = await ask(route);
      expect(response.status).toBe(200);
      expect(isOfWorker(response)).toBe(true);
      expect(response.headers.get('x-request-id')).toBeTruthy();
    },
  );

  test.each(['/v0/nothing', '/hello/a.js', '/docs/nothing', '/console/nothing', '/_headers', '/_redirects'])(
    '%s, where there is no file, with a problem',
    async (route) => {
      const response = await ask(route, { headers: { 'x-api-key': server.key } });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json',
      ]);
      expect(isOfWorker(response)).toBe(true);
      expect(await response.json()).toMatchObject({ code: 'route_not_found' });
    },
  );

  test.each([
    ['/v0/persons/search', 'missing_api_key'],
    ['/health/', 'route_not_found'],
  ])('%s with a problem, whose Link leads to the page of its code', async (route, code) => {
    const [, page = ''] = /^<(.*)>; rel="help"$/.exec((await ask(route)).headers.get('link') ?? '') ?? [];
    expect(page).toBe(`${server.address}/docs/problems/${code}`);
    const found = await fetch(page, { redirect: 'manual' });
    expect([found.status, await found.text()]).toEqual([
      200,
      expect.stringContaining(`<h1><code>${code}</code></h1>`),
    ]);
  });
});
