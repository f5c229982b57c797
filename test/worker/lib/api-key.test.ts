import { createApiKey, hashApiKey, workspaceOf } from '../../../src/lib/api-key.ts';

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-';

describe('a new API key', () => {
  test.each(['main', 'acme', 'a', '7', 'w'.repeat(32)])(
    'makes a key that contains its workspace, %s',
    (workspace) => {
      const key = createApiKey(workspace);
      expect(key).toMatch(new RegExp(`^ff_${workspace}_[0-9A-Za-z]{38}$`));
      expect(workspaceOf(key)).toBe(workspace);
    },
  );

  test('never makes the same key twice, and uses every character of base62', () => {
    const keys = Array.from({ length: 200 }, () => createApiKey('main'));
    expect(new Set(keys).size).toBe(200);
    const secrets = keys.map((key) => key.slice(8, 40)).join('');
    expect([...new Set(secrets)].sort().join('')).toBe(characters.slice(0, 62));
  });
});

describe('the workspace that an API key names', () => {
  // Checksums computed with Python: zlib.crc32 in base62, six characters.
  test.each([
    ['ff_main_000000000000000000000000000000001UHSP0', 'main'],
    ['ff_acme_abcdefghijklmnopqrstuvwxyz0123453iMK2D', 'acme'],
    ['ff_a_ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ0M2PBm', 'a'],
    ['ff_wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww_111111111111111111111111111111114W8Xi4', 'w'.repeat(32)],
  ])('reads %s', (key, workspace) => expect(workspaceOf(key)).toBe(workspace));

  test.each([
    [
      'a workspace of 33 characters',
      'ff_wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww_1111111111111111111111111111111105PKex',
    ],
    ['an upper-case workspace', 'ff_Main_000000000000000000000000000000002jS0PE'],
    ['no workspace', 'ff__000000000000000000000000000000003orjNL'],
    ['an underscore in the workspace', 'ff_ma_in_000000000000000000000000000000004c6DUy'],
    ['a secret of 31 characters', 'ff_main_00000000000000000000000000000002mKz8Z'],
    ['a secret of 33 characters', 'ff_main_0000000000000000000000000000000003vaBX0'],
    ['another prefix', 'gg_main_000000000000000000000000000000003ERtJw'],
    ['an upper-case prefix', 'FF_main_0000000000000000000000000000000005CYB5'],
    ['a hyphen in the secret', 'ff_main_0000000000000000000000000000000-0v3atL'],
    ['a hyphen before the secret', 'ff_main-000000000000000000000000000000001gkOo1'],
  ])('refuses %s although its checksum is correct', (_what, key) => expect(workspaceOf(key)).toBeUndefined());

  const key = 'ff_main_000000000000000000000000000000001UHSP0';

  test.each([
    ['nothing', ''],
    ['white space before', ` ${key}`],
    ['a line feed behind', `${key}\n`],
    ['a NUL behind', `${key}\0`],
    ['a scheme', `Bearer ${key}`],
    ['a wrong checksum', `${key.slice(0, -6)}000000`],
    ['the checksum of another key', `${createApiKey('main').slice(0, -6)}1UHSP0`],
  ])('refuses %s', (_what, text) => expect(workspaceOf(text)).toBeUndefined());

  test.each([key, createApiKey('main'), createApiKey('acme'), createApiKey('w7')])(
    'detects every changed, missing or swapped character in %s',
    (good) => {
      const missed: string[] = [];
      for (let at = 0; at < good.length; at++) {
        const [before, after] = [good.slice(0, at), good.slice(at + 1)];
        const swapped = before + after.charAt(0) + good.charAt(at) + after.slice(1);
        const damaged = [...characters].map((character) => before + character + after);
        for (const bad of [...damaged, before + after, swapped]) {
          if (bad !== good && workspaceOf(bad) !== undefined) missed.push(bad);
        }
      }
      expect(missed).toEqual([]);
    },
  );
});

test('the hash of an API key is SHA-256 as base64url', async () => {
  const key = createApiKey('main');
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)));
  expect(hashApiKey(key)).toBe(
    btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (c) => ({ '+': '-', '/': '_' })[c] ?? ''),
  );
});
