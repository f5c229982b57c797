import { createExecutionContext, env } from 'cloudflare:test';
import { Hono } from 'hono';
import { app } from '../../../src/app.ts';
import type { AppEnv } from '../../../src/http/app-env.ts';
import { headerFields } from '../../../src/http/middleware/headers.ts';
import { mcpEntrance, mcpRoutes } from '../../../src/mcp/routes.ts';
import type { Caller, McpMessage } from '../../../src/mcp/server/caller.ts';
import { collectKey, mintKey, type Problem, send } from '../support/client.ts';
import { post } from '../support/mcp.ts';

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const call = (name: string, given: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});

let key: string;

beforeAll(async () => {
  key = await mintKey(['read']);
});

describe('the key', () => {
  test.each(['Bearer', 'bearer'])('may be in Authorization: %s', async (scheme) => {
    const { status, text } = await post(list, { key: null, headers: { authorization: `${scheme} ${key}` } });
    expect([status, text.includes('list_pages')]).toEqual([200, true]);
  });

  test.each([
    { accept: '*/*' },
    { accept: 'APPLICATION/JSON, TEXT/EVENT-STREAM', 'content-type': 'APPLICATION/JSON' },
    { 'content-type': 'application/vnd.mcp+json' },
  ])('is taken with %j', async (headers) => {
    expect((await post(list, { key, headers })).status).toBe(200);
  });

  test('may be in x-api-key', async () => {
    expect((await post(list, { key })).status).toBe(200);
  });

  test('is in x-api-key alone elsewhere', async () => {
    const headers = { authorization: `Bearer ${key}` };
    const { status, body } = await send<Problem>('GET', '/v0/pages', undefined, { key: null, headers });
    expect([status, body.code]).toEqual([401, 'missing_api_key']);
  });

  test.each([
    ['missing', {}, 'missing_api_key'],
    ['of another scheme', { authorization: 'Basic ZmY6Zg==' }, 'missing_api_key'],
    ['malformed', { authorization: 'Bearer ff_main_x' }, 'invalid_api_key'],
  ])('that is %s is a 401', async (_, headers, code) => {
    const { status, body } = await post<Problem>(list, { key: null, headers });
    expect([status, body.code]).toEqual([401, code]);
  });

  test('needs the scope read', async () => {
    for (const refused of [await mintKey(['write', 'admin']), await collectKey()]) {
      const { status, body } = await post<Problem>(list, { key: refused });
      expect([status, body.code]).toEqual([403, 'insufficient_scope']);
    }
  });

  test('reads its own workspace', async () => {
    await send(
      'POST',
      '/v0/pages',
      { title: 'Of acme', url: 'https://acme.example/' },
      { workspace: 'acme' },
    );
    const acme = await post(call('list_pages'), { workspace: 'acme' });
    expect(acme.text).toContain('Of acme');
    expect((await post(call('list_pages'))).text).not.toContain('Of acme');
  });

  test('does not reach the server of MCP, and neither do cookies', async () => {
    let seen: { message: McpMessage; caller: Caller } | undefined;
    const answer = async (message: McpMessage, caller: Caller) => {
      seen = { message, caller };
      return { status: 200, headers: {}, text: '' };
    };
    const routes = mcpRoutes(app.fetch, async () => ({ answer }));
    const served = new Hono<AppEnv>().use(headerFields()).route('/mcp', mcpEntrance).route('/mcp', routes);
    const headers = { 'x-api-key': key, cookie: 'a=b', 'content-type': 'application/json', accept: '*/*' };
    const sent = { method: 'POST', body: JSON.stringify(list), headers };
    expect((await served.request('/mcp', sent, env, createExecutionContext())).status).toBe(200);
    expect(Object.keys(seen?.message.headers ?? {}).toSorted()).toEqual(['accept', 'content-type']);
    expect(JSON.stringify(seen)).not.toContain(key.slice(8));
    expect(seen?.caller.scopes).toEqual(['read']);
  });

  test('pays one request of its rate limit for a tool', async () => {
    const taken: string[] = [];
    const limiter = {
      limit: ({ key }: { key: string }) => {
        taken.push(key);
        return Promise.resolve({ success: taken.length < 3 });
      },
    };
    const options = { key, bindings: { RATE_LIMITER: limiter as never } };
    for (let n = 0; n < 2; n++) expect((await post(call('list_pages'), options)).status).toBe(200);
    expect(taken).toHaveLength(2);
    const { status, headers, body } = await post<Problem>(call('list_pages'), options);
    expect([status, body.code, headers.has('retry-after')]).toEqual([429, 'rate_limited', true]);
  });
});

describe('a request is refused', () => {
  test('from a page in a browser, even one of the own origin: DNS may have been changed', async () => {
    for (const origin of ['https://footfall.test', 'https://evil.example', 'null']) {
      const { status, body, headers } = await post<Problem>(list, { key, headers: { origin } });
      expect([status, body.code]).toEqual([403, 'cross_site_request']);
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test.each(['GET', 'DELETE', 'PUT'])('with %s', async (method) => {
    const { status, headers } = await send(method, '/mcp', undefined, { key });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  test.each([
    ['with many messages', { rawBody: JSON.stringify([list, list]) }, 400, 'validation_failed'],
    ['that is not JSON', { rawBody: '{' }, 400, 'invalid_json'],
    ['with another media type', { rawBody: 'a', contentType: 'text/plain' }, 415, 'unsupported_media_type'],
    ['over 1 MiB', { rawBody: JSON.stringify('x'.repeat(1_048_576)) }, 413, 'payload_too_large'],
  ])('%s', async (_, options, status, code) => {
    const answer = await post<Problem>(undefined, { key, ...options });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});
