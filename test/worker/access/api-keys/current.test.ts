import { describe, expect, test } from 'vitest';
import type { ApiKeyCurrent } from '../../../../src/access/api-keys/schemas.ts';
import { mintKey, send } from '../../support/client.ts';

const path = '/v0/api_keys/current';
const current = (key: string, bindings: object = {}) =>
  send<ApiKeyCurrent>('GET', path, undefined, { key, bindings });

describe('GET /v0/api_keys/current', () => {
  test('costs the lookup of the key, and no round trip while the key is remembered', async () => {
    const key = await mintKey(['read']);
    expect((await current(key)).cost.trips).toBe(1);
    expect((await current(key)).cost).toEqual({ trips: 0, read: 0, written: 0 });
  });

  test('states the limit that is counted', async () => {
    const { body, headers } = await current(await mintKey(['read']), {
      RATE_LIMIT_POLICY: '"api-key";q=7;w=60',
    });
    expect(body.limit).toEqual({ requests: 7, windowSeconds: 60 });
    expect(headers.get('ratelimit-policy')).toBe('"api-key";q=7;w=60');
  });
});
