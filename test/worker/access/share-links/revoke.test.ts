import type { ApiKeyCreated } from '../../../../src/access/api-keys/schemas.ts';
import { send } from '../../support/client.ts';
import { outcome, timestamp } from '../../support/replies.ts';
import { create, list, prepareShareLinks, revoke, status } from '../../support/share-links.ts';
import { signIn } from '../../support/sign-in.ts';
import { day, hour, setClock } from '../../support/times.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

prepareShareLinks();

describe('revoking a share link', () => {
  test('ends the link and its key at once, and a second call changes nothing', async () => {
    const { code, shareLinkId } = (await create()).body;
    const { key } = (await signIn({ code })).body;
    expect(await status(key)).toBe(200);
    const gone = await revoke(shareLinkId);
    expect([gone.status, gone.cost.trips]).toEqual([200, 1]);
    expect(gone.body).toEqual({ shareLinkId, revokedAt: timestamp });
    expect([await status(key), (await signIn({ code })).status]).toEqual([401, 401]);
    expect((await list()).totalCount).toBe(0);
    const again = await revoke(shareLinkId);
    expect([again.status, again.body]).toEqual([200, gone.body]);
  });

  test('can be done with the list of keys', async () => {
    const { code, shareLinkId } = (await create()).body;
    await send('DELETE', `/v0/api_keys/${shareLinkId.replace('share_link', 'api_key')}`);
    expect((await signIn({ code })).status).toBe(401);
    expect((await list()).totalCount).toBe(0);
  });

  test('can be done by rotating its key: the link ends after the overlap, and the new key has no link', async () => {
    const now = Date.now() + 80 * day;
    setClock(now);
    const { code, shareLinkId, expiresAt } = (await create()).body;
    const path = `/v0/api_keys/${shareLinkId.replace('share_link', 'api_key')}/rotate`;
    const rotated = (await send<ApiKeyCreated>('POST', path, { overlapSeconds: 3600 })).body;
    expect(rotated).toMatchObject({ scopes: ['read'], expiresAt });
    expect((await signIn({ code })).status).toBe(201);
    vi.setSystemTime(now + hour);
    expect([(await signIn({ code })).status, (await list()).totalCount]).toEqual([401, 0]);
    expect(await status(rotated.key)).toBe(200);
  });

  test('by a viewer, with the key itself, ends the link for all', async () => {
    const { code } = (await create()).body;
    const { key } = (await signIn({ code })).body;
    expect(await status(key, '/v0/api_keys/current', 'DELETE')).toBe(200);
    expect([(await signIn({ code })).status, (await list()).totalCount]).toEqual([401, 0]);
  });

  test('revokes no other key, whatever id is sent', async () => {
    const victim = await send<ApiKeyCreated>('POST', '/v0/api_keys', { name: 'server', scopes: ['read'] });
    const { apiKeyId, key } = victim.body;
    const { shareLinkId } = (await create()).body;
    for (const id of [
      apiKeyId,
      apiKeyId.replace('api_key', 'share_link'),
      shareLinkId.replace('share_link', 'api_key'),
      'share_link_',
      'nothing',
      encodeURIComponent(`' or 1=1 --`),
    ])
      expect(outcome(await writesNothing(() => revoke(id))), id).toEqual([404, 'share_link_not_found']);
    expect([await status(key), (await list()).totalCount]).toEqual([200, 1]);
  });
});
