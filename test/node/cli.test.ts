import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiKey, ApiKeyCreated } from '../../src/access/api-keys/schemas.ts';
import { inTurn } from '../turns.ts';
import { migratedStateDir } from './migrated.ts';
import { call, cleanUp, freePort, newStateDir, npmRun, type Outcome, startServer } from './processes.ts';

const oddName = `O'Brien "x" --; é 日本 $HOME %s`;
const keyPattern = /^ff_main_[0-9A-Za-z]{38}$/;
const hour = 3_600_000;
const stateDir = newStateDir();

afterAll(cleanUp);

const keyCommand = (...args: string[]) => npmRun(['key', '--', ...args], { STATE_DIR: stateDir });

/** Runs a command that succeeds. Returns the lines that it printed. */
async function linesOf(...args: string[]): Promise<string[]> {
  const { code, stdout, stderr, left } = await keyCommand(...args);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  expect(left).toEqual([]);
  return stdout.trimEnd().split('\n');
}

/** Creates a key. Returns its id and the key itself, which is the last line. */
async function create(...args: string[]) {
  const lines = await linesOf('create', ...args);
  const key = lines.at(-1) ?? '';
  expect(key).toMatch(keyPattern);
  return { id: /api_key_\w+/.exec(lines[0] ?? '')?.[0] ?? '', key, lines };
}

function expectOneLine({ code, stdout, stderr, left }: Outcome, pattern: RegExp): void {
  expect(stderr).toMatch(/^footfall: \S.*\n$/);
  expect(stderr).toMatch(pattern);
  // What wrangler prints with --json is not a sentence.
  expect(stderr).not.toContain('"text"');
  expect(stdout).toBe('');
  expect(code).toBe(1);
  expect(left).toEqual([]);
}

beforeAll(async () => {
  const { code, stdout, stderr } = await npmRun(['db:migrate'], { STATE_DIR: stateDir });
  expect(stderr).toBe('');
  expect(stdout).toContain('0058_block_format.sql');
  expect(code).toBe(0);
});

describe('npm run key', () => {
  test.concurrent('creates, lists, rotates and revokes keys, which a server then accepts or refuses', async () => {
    const first = await create('--name', oddName, '--scopes', 'read,write');
    const expiry = new Date(Date.now() + 48 * hour).toISOString();
    const second = await create('--name', 'expiring', '--scopes', 'read', '--expires', expiry);
    const limited = await create('--name', 'limited', '--scopes', 'read', '--limit', 'high');
    expect(limited.lines[0]).toBe(`${limited.id}  limited  read, limit high`);
    const ofLimited = (await linesOf('rotate', limited.id, '--overlap', '0s')).at(-1) ?? '';
    const successor = await linesOf('rotate', first.id, '--overlap', '24h');
    const endsAt = Date.parse(/ends at (\S+);/.exec(successor[0] ?? '')?.[1] ?? '');
    expect(Math.abs(endsAt - Date.now() - 24 * hour)).toBeLessThan(hour / 2);
    const ofFirst = successor.at(-1) ?? '';
    const ofSecond = (await linesOf('rotate', second.id, '--overlap', '0s')).at(-1) ?? '';
    expectOneLine(await keyCommand('rotate', second.id), new RegExp(`no live key has the id ${second.id}`));
    expectOneLine(await keyCommand('revoke', "x' or 1=1 --"), /no live key has the id x' or 1=1 --/);

    const lines = await linesOf('list');
    const ends = new Date(endsAt).toISOString();
    expect(lines.map((line) => line.replace(/^api_key_\w+ {2}/, ''))).toEqual([
      `expiring  read  live, expires ${expiry}`,
      `${oddName}  read,write  live`,
      'limited  read  live, limit high',
      'limited  read  expired, limit high',
      'expiring  read  expired',
      `${oddName}  read,write  live, expires ${ends}`,
    ]);
    const ids = lines.map((line) => /^api_key_\w+/.exec(line)?.[0] ?? '');
    expect(ids.slice(3)).toEqual([limited.id, second.id, first.id]);
    for (const key of [first.key, ofFirst, second.key, ofSecond]) {
      expect(key).toMatch(keyPattern);
      expect(lines.join('\n')).not.toContain(key);
    }
    expect((await linesOf('revoke', ids[0] ?? ''))[0]).toContain(`${ids[0]} is revoked`);

    const server = await startServer(stateDir);
    const statusOf = async (key: string) =>
      (await call({ address: server.address, key }, 'GET', '/v0/persons/search')).status;
    expect(await statusOf(first.key)).toBe(200);
    const limits = await fetch(`${server.address}/v0/persons/search`, {
      headers: { 'x-api-key': ofLimited },
    });
    expect([limits.status, limits.headers.get('ratelimit-policy')]).toEqual([
      200,
      '"api-key-high";q=9000;w=10',
    ]);
    expect(await statusOf(ofFirst)).toBe(200);
    expect(await statusOf(second.key)).toBe(401);
    expect(await statusOf(ofSecond)).toBe(401);

    // The server still runs: changes by the command line apply at once.
    const { id, key } = await create('--name', 'while serving', '--scopes', 'log');
    const mine = { address: server.address, key };
    const log = { source: 'form', payload: {}, email: 'cli@cli.example' };
    expect((await call(mine, 'POST', '/v0/person_logs', log)).status).toBe(201);
    expect(await statusOf(key)).toBe(403);
    const { body } = await call<{ items: ApiKey[] }>(server, 'GET', '/v0/api_keys');
    expect(body.items.map(({ apiKeyId }) => apiKeyId)).toContain(id);
    expect(body.items.find(({ apiKeyId }) => apiKeyId === ids[0])?.revokedAt).not.toBeNull();
  });

  test('links to the console, which sign in once', async () => {
    const folder = migratedStateDir();
    const PORT = String(await freePort());
    const linkOf = async (...args: string[]) => {
      const { code, stdout, stderr } = await npmRun(['key', '--', 'link', ...args], {
        STATE_DIR: folder,
        PORT,
      });
      expect([code, stderr]).toEqual([0, '']);
      return stdout.trimEnd().split('\n');
    };
    const [said, link = ''] = await linkOf('--scopes', 'read,write');
    expect(said).toBe('Signs in to the console once, within 15 minutes, with read,write:');
    const [, code] =
      new RegExp(`^http://127.0.0.1:${PORT}/console/#sign-in=(ffs_main_\\w{38})$`).exec(link) ?? [];
    const [, elsewhere = ''] = await linkOf('--address', 'https://footfall.acme.example/');
    expect(elsewhere).toMatch(/^https:\/\/footfall\.acme\.example\/console\/#sign-in=ffs_main_/);

    const server = await startServer(folder, Number(PORT));
    const signIn = () =>
      call<ApiKeyCreated>({ address: server.address, key: '' }, 'POST', '/v0/sign_in', { code });
    const { status, body } = await signIn();
    expect([status, body.name, body.scopes]).toEqual([201, 'Console, signed in by link', ['read', 'write']]);
    expect((await signIn()).status).toBe(401);
    const { stdout } = await npmRun(['key', '--', 'list'], { STATE_DIR: folder });
    expect(stdout).toContain(`${body.apiKeyId}  Console, signed in by link  read,write  live, expires `);
    expect(stdout).toMatch(/ {2}demo {2}read,write,admin {2}live, last used 2/);
  });

  // None of these reaches the database, which the test above uses. test/node/keys.test.ts has the other refusals.
  const valid = ['create', '--name', 'x', '--scopes', 'read'];
  const refused: [what: string, args: string[], pattern: RegExp][] = [
    ['an unknown scope', ['create', '--name', 'x', '--scopes', 'read,root'], /not root/],
    ['a key for words that may write', ['create', '--name', 'x', '--scopes', 'resolve,log'], /other scope/],
    ['a malformed workspace', [...valid, '--workspace', 'Acme!'], /Acme! is not a workspace/],
    ['a workspace without a database', [...valid, '--workspace', 'acme'], /DB_ACME/],
    ['a limit of another command', ['list', '--limit', 'high'], /--limit goes with create/],
    ['an address of another command', ['list', '--address', 'https://a.example'], /--address goes with link/],
    ['a link without an address', ['link', '--remote'], /wrangler.toml has no custom domain/],
  ];
  test.concurrent.each(inTurn(refused, 3))('refuses %s in one line', async (_, args, pattern) => {
    expectOneLine(await keyCommand(...args), pattern);
  });

  const unclear: [what: string, args: string[], pattern: RegExp][] = [
    ['a missing name', ['create', '--scopes', 'read'], /name/],
    ['a missing id', ['revoke'], /revoke ID/],
    ['an unknown option', ['create', '--nme', 'x'], /^footfall: Unknown option '--nme'/],
  ];
  test.concurrent.each(inTurn(unclear))('prints its usage for %s', async (_, args, pattern) => {
    const { code, stdout, stderr } = await keyCommand(...args);
    expect(stderr).toMatch(/^footfall: /);
    expect(stderr).toMatch(pattern);
    expect(stderr).toContain('npm run key -- create --name N --scopes');
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  });

  test.concurrent('says in one line that the database is not migrated', async () => {
    expectOneLine(await npmRun(['key', '--', 'list'], { STATE_DIR: newStateDir() }), /db:migrate/);
  });
});

describe.concurrent('npm run demo', () => {
  test('says in one line that no server answers, and names PORT', async () => {
    const PORT = String(await freePort());
    const { code, stdout, stderr } = await npmRun(['demo'], { STATE_DIR: newStateDir(), PORT });
    expect(stderr).toBe(
      `footfall: nothing answers on http://127.0.0.1:${PORT}: run npm start in another terminal, or set PORT to its port.\n`,
    );
    expect([code, stdout]).toEqual([1, '']);
  });

  test('says in one line that it has no key', async () => {
    const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const variables = { STATE_DIR: newStateDir(), PORT: String(port) };
    const { code, stderr } = await npmRun(['demo'], variables);
    server.close();
    expect(stderr).toBe(
      `footfall: no demo key in ${variables.STATE_DIR}: set API_KEY, or STATE_DIR as for npm start.\n`,
    );
    expect(code).toBe(1);
  });
});
