import { env } from 'cloudflare:workers';
import type { ApiKey } from '../../../../src/access/api-keys/schemas.ts';
import { hashApiKey, scopes } from '../../../../src/lib/api-key.ts';
import type { List } from '../../../../src/lib/cursor.ts';
import { make, mint, works } from '../../support/api-keys.ts';
import { mintKey, send } from '../../support/client.ts';
import { violationsOf } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('a new API key', () => {
  test('is shown once, stored as a hash, and listed without the key', async () => {
    const { status, body } = await mint({ name: 'CRM', scopes: ['read', 'write'] });
    expect(status).toBe(201);
    expect(body.key).toMatch(/^ff_main_[0-9A-Za-z]{38}$/);
    expect(await works(body.key)).toBe(200);
    const rows = await env.DB.prepare('select * from api_keys').all();
    expect(JSON.stringify(rows.results)).not.toContain(body.key);
    expect(JSON.stringify(rows.results)).toContain(hashApiKey(body.key));

    const { key: _, ...created } = body;
    const listed = { ...created, lastUsedAt: expect.any(String) };
    const list = await send<List<ApiKey>>('GET', '/v0/api_keys');
    expect(list.body.items[0]).toEqual(listed);
    expect(list.body.totalCount).toBe(list.body.items.length);
    expect(list.text).not.toContain(body.key);
  });

  test('of a key that has only admin may have any scope, of the same workspace', async () => {
    const admin = await mintKey(['admin']);
    for (const scope of scopes) {
      const { status, body } = await make(admin, { scopes: [scope] });
      expect([status, body.scopes, body.key.slice(0, 8)]).toEqual([201, [scope], 'ff_main_']);
    }
  });

  test('with `resolve` has no other scope but `collect`, unless it has `read`', async () => {
    for (const other of ['write', 'admin', 'log']) {
      const reply = await writesNothing(() => mint({ scopes: ['resolve', 'collect', other] }));
      expect(violationsOf(reply as never), other).toEqual(['body scopes invalid_value']);
      expect((await mint({ scopes: ['resolve', 'read', other] })).status, other).toBe(201);
    }
    expect((await mint({ scopes: ['resolve', 'collect'] })).status).toBe(201);
  });

  test('names each scope once', async () => {
    const reply = await writesNothing(() => mint({ scopes: ['read', 'read'] }));
    expect(violationsOf(reply as never)).toEqual(['body scopes invalid_value']);
  });
});
