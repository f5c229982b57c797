import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, inject, test } from 'vitest';
import { databaseAt, exportInto } from '../../scripts/backup/convert.ts';
import { answersOf } from './answers.ts';
import { demoStateDir } from './demo.ts';
import { multiply } from './many-copies.ts';
import { migratedStateDir } from './migrated.ts';
import { call, cleanUp, emptyStateDir, freePort, npmRun, root, startServer, stop } from './processes.ts';

afterAll(cleanUp);

const fileIn = () => path.join(emptyStateDir(), 'backup.ndjson');
const restoreInto = (STATE_DIR: string, file: string, ...options: string[]) =>
  npmRun(['restore', '--', file, ...options], { STATE_DIR });
const exportTo = (STATE_DIR: string, file: string) => npmRun(['export', '--', file], { STATE_DIR });

/** The rows of an export, but those of keys, and of the notes of the service. Nothing else has written meanwhile. */
const rowsOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\{"table":"(?!api_keys|service_)/.test(line) && !line.includes('"name":"api_keys"'));

/** Runs a command and kills it after a time, with all its processes. False if it was done before. */
async function killed(args: string[], variables: Record<string, string>, after: number): Promise<boolean> {
  const child = spawn('npm', ['run', ...args], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...variables },
  });
  const ended = new Promise<boolean>((resolve) => child.once('exit', () => resolve(false)));
  const isKilled = await Promise.race([ended, sleep(after).then(() => true)]);
  if (child.pid !== undefined && isKilled) process.kill(-child.pid, 'SIGKILL');
  await new Promise((resolve) =>
    child.exitCode !== null || child.signalCode ? resolve(0) : child.once('exit', resolve),
  );
  return isKilled;
}

test('an export and a restore that are killed go on, and the rows are the same', {
  timeout: 240_000,
}, async () => {
  const first = await demoStateDir(inject('demo'));
  const [whole, file] = [fileIn(), fileIn()];
  expect((await exportTo(first, whole)).code).toBe(0);
  for (let after = 900; await killed(['export', '--', file], { STATE_DIR: first }, after); after += 400)
    if (existsSync(file)) writeFileSync(file, '{"table":"pages","row":{"pa', { flag: 'a' });
  expect(rowsOf(file)).toEqual(rowsOf(whole));

  const second = migratedStateDir();
  for (let after = 1500; await killed(['restore', '--', file], { STATE_DIR: second }, after); after += 1000);
  const again = fileIn();
  expect((await exportTo(second, again)).code).toBe(0);
  expect(rowsOf(again)).toEqual(rowsOf(whole));
});

/** BACKUP_SESSIONS=1000000 has as many visits, and a tenth of it persons: then an export takes minutes. */
const sessions = Number(process.env.BACKUP_SESSIONS ?? 6_000);

test('the demo is multiplied, exported and restored: every list, number and search is the same', {
  timeout: 120_000 + sessions * 3,
}, async () => {
  const [first, second, file] = [await demoStateDir(inject('demo')), migratedStateDir(), fileIn()];
  multiply(first, sessions, sessions / 10);
  // The demo follows the address of its website once it has started.
  const options = { DEMO_VISITS: 'off', SITE_PORT: String(await freePort()) };
  const answers: Record<string, string>[] = [];
  const ask = async (folder: string) => {
    const server = await startServer(folder, undefined, options);
    // It changes one page after the other.
    const elsewhere = async () => {
      const { body } = await call<{ items: { url: string }[] }>(server, 'GET', '/v0/pages?limit=100');
      return body.items.filter(({ url }) => !url.startsWith(`http://127.0.0.1:${options.SITE_PORT}/`));
    };
    await expect.poll(elsewhere, { timeout: 60_000 + sessions }).toEqual([]);
    answers.push(await answersOf(server));
    await stop(server, 'SIGTERM', 'npm');
  };
  await ask(first);
  expect(await exportTo(first, file)).toMatchObject({ code: 0, stderr: '' });
  expect(await restoreInto(second, file, '--keys')).toMatchObject({ code: 0, stderr: '' });
  copyFileSync(path.join(first, 'demo-key'), path.join(second, 'demo-key'));
  await ask(second);
  const [before = {}, after = {}] = answers;
  // In pieces, so that a difference shows.
  const piecesOf = (text = '') => text.split(/(?<=[,}])/);
  for (const route of Object.keys(before))
    expect(piecesOf(after[route]), route).toEqual(piecesOf(before[route]));
});

test('an export of release 1.0.0 is restored, with its persons, visits and words', {
  timeout: 120_000,
}, async () => {
  const file = fileIn();
  writeFileSync(file, gunzipSync(readFileSync(path.join(root, 'test/fixtures/export-of-1.0.0.ndjson.gz'))));
  const folder = migratedStateDir();
  const restored = await restoreInto(folder, file);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toMatch(/^The file is of an earlier release \(0065_add_keyed_requests\.sql\)/);
  const server = await startServer(folder);
  const { body } = await call<{ items: { name: string }[] }>(server, 'GET', '/v0/persons/search?query=zoe');
  expect(body.items[0]?.name).toMatch(/^Zoë /);
  await stop(server, 'SIGTERM', 'npm');
});

/** The first migration after which a service could export so. */
const first = '0096_add_backups.sql';

test('an export of a release whose tables were others is converted, unless it has columns of its own', {
  timeout: 120_000,
}, async () => {
  const database = await databaseAt(path.join(emptyStateDir(), 'earlier.sqlite'), first);
  const insert = `insert into topics (topic_id, title, sort_order, purpose, is_default, entries_count, created_at, updated_at, revision, write_id)
    values (?, ?, ?, 'p', 0, 0, 1, 1, 1, 'w')`;
  for (const n of [1, 2, 3]) database.prepare(insert).run(`topic_${n}`, `T${n} ü "`, n + 0.5);
  const file = fileIn();
  const about = { release: '1.1.0', workspace: 'main', fingerprint: 'of then' };
  await exportInto(file, database, about);
  const folder = migratedStateDir();
  const restored = await restoreInto(folder, file);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toMatch(/^The file is of an earlier release \(0096_add_backups\.sql\)/);
  const again = fileIn();
  await exportTo(folder, again);
  const topics = (of: string) => rowsOf(of).filter((line) => line.includes('"table":"topics"'));
  expect(topics(again)).toEqual(topics(file));
  expect(topics(again)).toHaveLength(3);

  database.exec('alter table topics add column own text');
  const other = fileIn();
  await exportInto(other, database, about);
  database.close();
  expect(await restoreInto(migratedStateDir(), other)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/its migrations do not make: topics\.own/),
  });
});

test('a file that is cut off, changed or none at all is refused, and nothing is restored', async () => {
  const folder = migratedStateDir();
  const source = migratedStateDir();
  const file = fileIn();
  expect((await exportTo(source, file)).code).toBe(0);
  const text = readFileSync(file, 'utf8');
  const refused = async (content: string, message: RegExp) => {
    const other = fileIn();
    writeFileSync(other, content);
    expect(await restoreInto(folder, other)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(message),
    });
  };
  await refused(text.slice(0, text.indexOf('{"end":')), /the file is not whole/);
  await refused(
    text.replace('"counters"', '"Counters"'),
    /the file was changed, or is damaged, before its line/,
  );
  await refused('hello\n', /the file is no export/);
  await refused('{"a":1}\n', /the file is no export of Footfall/);
  await refused(
    text
      .replace(/"schema":"[^"]*"/, '"schema":"9999_of_tomorrow.sql"')
      .replace(/"fingerprint":"[^"]*"/, '"fingerprint":"x"'),
    /was changed/,
  );
  expect(await restoreInto(folder, 'nowhere.ndjson')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/no such file/),
  });
});
