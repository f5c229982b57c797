import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migratedStateDir } from './migrated.ts';
import { cleanUp, newStateDir, npmRun, root, startServer, stop } from './processes.ts';

afterAll(cleanUp);

const entriesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    path.join(parentPath, name),
  );

/** What other users may read, write or open of a state folder, and everything that was looked at. */
function lookAt(folder: string) {
  const all = [folder, ...entriesOf(folder)];
  const open = all.filter((at) => (lstatSync(at).mode & 0o077) !== 0);
  return { open, names: all.map((at) => path.relative(folder, at)) };
}

test('a command makes state files that only their owner may read, whatever the umask', () => {
  const STATE_DIR = path.join(newStateDir(), 'made', 'here');
  const env = { ...process.env, STATE_DIR, WRANGLER_SEND_METRICS: 'false' };
  execFileSync('sh', ['-c', 'umask 000; exec npm run --silent db:migrate'], { cwd: root, env });
  const { open, names } = lookAt(STATE_DIR);
  expect(open).toEqual([]);
  expect(names.some((name) => /D1DatabaseObject\/[0-9a-f]{64}\.sqlite$/.test(name))).toBe(true);
});

test('npm start takes what an earlier version left readable away from others', async () => {
  const STATE_DIR = migratedStateDir();
  for (const at of [STATE_DIR, ...entriesOf(STATE_DIR)])
    chmodSync(at, statSync(at).isDirectory() ? 0o755 : 0o644);
  const server = await startServer(STATE_DIR);
  const { open, names } = lookAt(STATE_DIR);
  expect(open).toEqual([]);
  for (const name of ['server.sock', 'holder.json', 'demo-key', 'demo-website-key'])
    expect(names).toContain(name);
  expect(await stop(server, 'SIGTERM', 'group')).toEqual([]);
});

test('a STATE_DIR with other files keeps its mode and theirs', async () => {
  const STATE_DIR = newStateDir();
  chmodSync(STATE_DIR, 0o755);
  mkdirSync(path.join(STATE_DIR, 'theirs'), { mode: 0o755 });
  writeFileSync(path.join(STATE_DIR, 'theirs', 'note'), '', { mode: 0o644 });
  expect((await npmRun(['db:migrate'], { STATE_DIR })).code).toBe(0);
  const theirs = ['', 'theirs', path.join('theirs', 'note')].map((name) => path.join(STATE_DIR, name));
  expect(theirs.map((at) => lstatSync(at).mode & 0o777)).toEqual([0o755, 0o755, 0o644]);
  expect(lookAt(STATE_DIR).open.sort()).toEqual(
    theirs.map((at) => path.normalize(at).replace(/\/$/, '')).sort(),
  );
});
