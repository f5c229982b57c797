import { describe, expect, test } from 'vitest';
import { createApiKey, hashApiKey } from '../../../../src/lib/api-key.ts';
import { openTestDatabase, type Problem, send, storeKey } from '../../support/client.ts';

describe('an answer to an unknown key', () => {
  /** What a client sees of an answer, without ids, times and the path of the request. */
  async function seen(key: string, method = 'GET', path = '/v0/accounts', bindings = {}) {
    const { status, headers, body } = await send<Problem>(method, path, undefined, { key, bindings });
    const { requestId, ...problem } = body;
    const values = Object.fromEntries([...headers].filter(([name]) => name !== 'x-request-id'));
    values['server-timing'] = values['server-timing']?.replace(/dur=\d+/, 'dur=0') ?? '';
    return { status, problem, values, hasId: requestId !== '' };
  }

  test.each([
    ['GET', '/v0/accounts'],
    ['POST', '/v0/persons'],
    ['POST', '/v0/visits'],
    ['GET', '/v0/nothing'],
  ])('%s %s does not reveal which workspaces exist', async (method, path) => {
    const known = await seen(createApiKey('main'), method, path);
    expect(known.status).toBe(401);
    expect(await seen(createApiKey('acme'), method, path)).toEqual(known);
    expect(await seen(createApiKey('nowhere'), method, path)).toEqual(known);
    expect(await seen(createApiKey('constructor'), method, path)).toEqual(known);
    expect(known.values['server-timing']).toContain('trips=0 read=0 written=0');
  });

  test('counts against the lookups of the key and of the address, whatever workspace it names', async () => {
    for (const workspace of ['main', 'nowhere']) {
      const keys: string[] = [];
      const limit = ({ key }: RateLimitOptions) => {
        keys.push(key);
        return Promise.resolve({ success: true });
      };
      const key = createApiKey(workspace);
      await seen(key, 'GET', '/v0/accounts', { RATE_LIMITER: { limit } });
      expect(keys, workspace).toEqual([`lookup:${hashApiKey(key)}`, 'address:']);
    }
  });

  test('refuses a key of an unknown workspace, even if its hash is in main', async () => {
    const stray = createApiKey('nowhere');
    await storeKey(openTestDatabase(), stray, { name: 'stray', scopes: ['read'] });
    for (let i = 0; i < 2; i++) expect((await seen(stray)).status).toBe(401);
  });
});
