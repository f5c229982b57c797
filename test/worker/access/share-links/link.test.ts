import { createShareCode, keyOfShareCode } from '../../../../src/access/share-links/link.ts';
import type { ShareLinkCreated } from '../../../../src/access/share-links/schemas.ts';
import { workspaceOf } from '../../../../src/lib/api-key.ts';
import { mintKey, openTestDatabase, send, storeKey } from '../../support/client.ts';
import { newCode, signIn } from '../../support/sign-in.ts';
import { costOf } from '../../support/statements.ts';
import { setClock } from '../../support/times.ts';

const create = async (workspace: 'main' | 'acme' = 'main') =>
  (
    await send<ShareLinkCreated>(
      'POST',
      '/v0/share_links',
      { name: 'Codes', path: '/', lifetime: '12h' },
      { workspace },
    )
  ).body;
const read = (key: string) => send('GET', '/v0/accounts', undefined, { key });

describe('the key of a share link', () => {
  test('follows from the code, and is a key of its workspace', () => {
    const code = createShareCode('acme');
    const key = keyOfShareCode('acme', code);
    expect(key).toBe(keyOfShareCode('acme', code));
    expect(workspaceOf(key)).toBe('acme');
    expect(key.slice(8, 40)).toMatch(/^[0-9A-Za-z]{32}$/);
    expect(key).not.toContain(code.slice(13, 45));
  });

  test('has the form of a key for every code', () => {
    const keys = new Set(Array.from({ length: 500 }, () => keyOfShareCode('main', createShareCode('main'))));
    expect(keys.size).toBe(500);
    for (const key of keys) expect(workspaceOf(key)).toBe('main');
  });
});

describe('secrets of one kind do not pass for another', () => {
  test('the code of a share link is not a key', async () => {
    const { code } = await create();
    for (const key of [code, code.replace('ffshare_', 'ff_')]) expect((await read(key)).status).toBe(401);
  });

  test('a key is not a code: not even that of the link', async () => {
    const { code } = await create();
    const { key } = (await signIn({ code })).body;
    for (const secret of [key, key.replace('ff_', 'ffshare_'), await mintKey(['read'])])
      expect((await signIn({ code: secret })).body.code).toBe('invalid_sign_in');
  });

  test('a sign-in code is not that of a share link', async () => {
    const code = await newCode();
    expect((await signIn({ code: code.replace('ffs_', 'ffshare_') })).status).toBe(401);
    const shared = (await create()).code;
    expect((await signIn({ code: shared.replace('ffshare_', 'ffs_') })).status).toBe(401);
    const made = await signIn({ code });
    expect([made.status, 'path' in made.body]).toEqual([201, false]);
  });

  test('a key that is stored as another kind is not opened by a code that leads to it', async () => {
    const code = createShareCode('main');
    await storeKey(openTestDatabase(), keyOfShareCode('main', code), { name: 'odd', scopes: ['admin'] });
    expect((await signIn({ code })).status).toBe(401);
  });

  test('the code of one workspace opens no other', async () => {
    const { code } = await create('acme');
    expect((await signIn({ code: code.replace('_acme_', '_main_') })).status).toBe(401);
    const { key } = (await signIn({ code })).body;
    expect(key).toMatch(/^ff_acme_/);
    expect((await read(key)).status).toBe(200);
    expect((await read(key.replace('ff_acme_', 'ff_main_'))).status).toBe(401);
  });
});

describe('a code that opens nothing', () => {
  async function seen(code: string) {
    const { result, trips, written } = await costOf(() => signIn({ code }));
    const { requestId: _, ...problem } = result.body;
    return { status: result.status, problem, trips, written };
  }

  test('gets one answer, whether it is unknown, revoked, ended or of a workspace that does not exist', async () => {
    const now = Date.now() + 86_400_000;
    setClock(now);
    const [revoked, ended] = [await create(), await create()];
    await send('DELETE', `/v0/share_links/${revoked.shareLinkId}`);
    vi.setSystemTime(now + 12 * 3_600_000);
    const unknown = await seen(createShareCode('main'));
    expect(unknown).toMatchObject({
      status: 401,
      trips: 1,
      written: 0,
      problem: { code: 'invalid_sign_in' },
    });
    for (const code of [revoked.code, ended.code, createShareCode('acme'), createShareCode('nowhere')])
      expect(await seen(code)).toEqual(unknown);
    expect(await seen(createShareCode('constructor'))).toEqual(unknown);
    vi.useRealTimers();
  });

  test('of a workspace that does not exist is refused, even if its key is in main', async () => {
    const code = createShareCode('nowhere');
    await storeKey(openTestDatabase(), keyOfShareCode('nowhere', code), { name: 'stray', scopes: ['read'] });
    expect((await signIn({ code })).status).toBe(401);
  });

  test('is refused without a round trip when it is malformed', async () => {
    expect(await seen(createShareCode('main').slice(0, -1))).toMatchObject({ status: 401, trips: 0 });
  });
});
