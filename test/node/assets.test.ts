import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanUp, newStateDir, type Server, startServer } from './processes.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer(newStateDir());
});
afterAll(cleanUp);

const ask = (route: string, options: RequestInit = {}) =>
  fetch(`${server.address}${route}`, { redirect: 'manual', ...options });

/** Whether the Worker answered: every answer of it has this field. */
const isOfWorker = ({ headers }: Response) => headers.has('server-timing');

describe('the Worker does not run', () => {
  test('for the API documents, which have their own header fields', async () => {
    const response = await ask('/docs/');
    expect(response.status).toBe(200);
    expect(isOfWorker(response)).toBe(false);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none';"),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=0, must-revalidate',
    });
    const again = await ask('/docs/', { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  test('for / and for folders without their slash, which redirect', async () => {
    for (const [from, status, to] of [
      ['/', 302, '/console/'],
      ['/docs', 307, '/docs/'],
    ] as const) {
      const response = await ask(from);
      expect([response.status, response.headers.get('location')], from).toEqual([status, to]);
      expect(isOfWorker(response), from).toBe(false);
    }
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
});
