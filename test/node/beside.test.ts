import { statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLocalD1 } from '../../bench/lib/state.ts';
import type { ApiKey } from '../../src/access/api-keys/schemas.ts';
import type { PersonLogCreated } from '../../src/people/logs/body-schemas.ts';
import { migratedStateDir } from './migrated.ts';
import {
  call,
  cleanUp,
  freePort,
  newStateDir,
  npmRun,
  type Outcome,
  type Server,
  startServer,
  stop,
} from './processes.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer(migratedStateDir());
});
afterAll(cleanUp);

interface Exported {
  table: string;
  row: Record<string, unknown>;
}
const rowsOf = ({ stdout }: Outcome): Exported[] =>
  stdout
    .trimEnd()
    .split('\n')
    .filter((line) => line.startsWith('{"table":'))
    .map((line) => JSON.parse(line) as Exported);

/** Makes the loading of large packages fail. */
const withoutWrangler = `--import=data:text/javascript,${encodeURIComponent(`
  import module from 'node:module'; // npm itself may run on a Node version without hooks
  module.registerHooks?.({ resolve(name, context, next) {
    if (name === 'wrangler' || name === 'miniflare') throw new Error(name + ' is loaded');
    return next(name, context);
  } });
`)}`;

test('commands and writes at the same time never fail, and an export has every row', async () => {
  const variables = { STATE_DIR: server.stateDir };
  const statuses: number[] = [];
  const logs: string[] = [];
  let done = false;
  const write = async () => {
    while (!done) {
      const n = statuses.push(0);
      const log = { source: 'beside', payload: { n }, email: `beside-${n}@beside.example` };
      const { status, body } = await call<PersonLogCreated>(server, 'POST', '/v0/person_logs', log);
      statuses[n - 1] = status;
      logs.push(body.personLogId);
      await sleep(5); // Leaves time for the commands.
    }
  };
  const writers = [write(), write(), write()];

  const names = Array.from({ length: 4 }, (_, index) => `beside ${index}`);
  const commands = names.flatMap((name) => [
    () => npmRun(['key', '--', 'create', '--name', name, '--scopes', 'read'], variables),
    () => npmRun(['key', '--', 'list'], variables),
  ]);
  const exports = Array.from({ length: 2 }, () => async () => {
    const before = [...logs];
    const outcome = await npmRun(['export'], variables);
    const exported = new Set(rowsOf(outcome).map(({ row }) => row.person_log_id));
    expect(before.filter((id) => !exported.has(id))).toEqual([]);
    return outcome;
  });
  const work = [...commands, ...exports].values();
  const outcomes: Outcome[] = [];
  const lane = async () => {
    for (const run of work) outcomes.push(await run());
  };
  await Promise.all([lane(), lane()]);
  done = true;
  await Promise.all(writers);

  expect(outcomes.filter(({ code, stderr }) => code !== 0 || stderr !== '')).toEqual([]);
  expect(outcomes).toHaveLength(commands.length + exports.length);
  expect(new Set(statuses)).toEqual(new Set([201]));
  const { body } = await call<{ items: ApiKey[] }>(server, 'GET', '/v0/api_keys?limit=100');
  expect(body.items.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

test('a command does not load wrangler while a server runs; only its user may open the socket', async () => {
  const variables = { STATE_DIR: server.stateDir, NODE_OPTIONS: withoutWrangler };
  for (const command of [['key', '--', 'list'], ['export'], ['db:migrate']]) {
    const { code, stderr } = await npmRun(command, variables);
    expect([code, stderr], command.join(' ')).toEqual([0, '']);
  }
  expect(statSync(path.join(server.stateDir, 'server.sock')).mode & 0o777).toBe(0o600);
  const missing = await npmRun(['key', '--', 'list', '--workspace', 'acme'], variables);
  expect(missing.stderr).toBe(
    'footfall: acme is not a workspace: wrangler.toml has no D1 binding DB_ACME.\n',
  );
});

test('a second server on a state folder names the program that has it', async () => {
  const { code, stderr } = await npmRun(['start'], {
    STATE_DIR: server.stateDir,
    PORT: String(await freePort()),
  });
  expect(stderr).toBe(
    `footfall: npm start (process ${server.launcher}) runs on ${server.stateDir}; stop it or set STATE_DIR to another folder.\n`,
  );
  expect(code).toBe(1);
});

test('without a server, commands take turns, even after one was killed', async () => {
  const variables = { STATE_DIR: server.stateDir };
  await stop(server, 'SIGKILL', 'group');
  const outcomes = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      npmRun(['key', '--', 'create', '--name', name, '--scopes', 'read'], variables),
    ),
  );
  expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual([0, 0, 0].map((code) => [code, '']));
  const { stdout } = await npmRun(['key', '--', 'list'], variables);
  expect(stdout.match(/ {2}[abc] {2}/g)).toHaveLength(3);
});

test('an export that lacks rows, or all tables, is an error', async () => {
  const STATE_DIR = newStateDir();
  const empty = await npmRun(['export'], { STATE_DIR });
  expect(empty).toMatchObject({ code: 1, stdout: '' });
  expect(empty.stderr).toMatch(/^footfall: .*run npm run db:migrate first.*\n$/);

  await npmRun(['db:migrate'], { STATE_DIR });
  const database: DatabaseSync = openLocalD1(STATE_DIR, { readOnly: false });
  // No row sorts after null: SQLite allows null in a text key, and pages by key end there.
  database.exec(`create table unordered (id text primary key);
    insert into unordered select null from json_each('[${Array.from({ length: 200 }, () => 1)}]')`);
  database.close();
  const short = await npmRun(['export'], { STATE_DIR });
  expect(short.code).toBe(1);
  expect(short.stderr).toMatch(/^footfall: the export is not whole: 50 of 200 rows of unordered.*\n$/);
});
