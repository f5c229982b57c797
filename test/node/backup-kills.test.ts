import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, inject, test } from 'vitest';
import { demoStateDir } from './demo.ts';
import { migratedStateDir } from './migrated.ts';
import { cleanUp, emptyStateDir, npmRun, root } from './processes.ts';

afterAll(cleanUp);

const fileIn = () => path.join(emptyStateDir(), 'backup.ndjson');
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
