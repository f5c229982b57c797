import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { demoStateDir } from './demo.ts';
import { migratedStateDir } from './migrated.ts';
import { cleanUp, emptyStateDir, npmRun } from './processes.ts';

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

test('the demo is exported and restored: every row is the same', { timeout: 120_000 }, async () => {
  const [first, second] = [await demoStateDir(inject('demo')), migratedStateDir()];
  const [file, again] = [fileIn(), fileIn()];
  expect(await exportTo(first, file)).toMatchObject({ code: 0, stderr: '', left: [] });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const restored = await restoreInto(second, file);
  expect(restored).toMatchObject({ code: 0, stderr: '', left: [] });
  expect(restored.stdout).toMatch(/rows in \d\d tables, as many as the file says; 4 search indexes/);
  expect(await exportTo(second, again)).toMatchObject({ code: 0, stderr: '' });
  expect(rowsOf(again)).toEqual(rowsOf(file));
  expect(await restoreInto(second, file)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^footfall: A restore needs a workspace without data; this one has rows in .*persons/,
    ),
  });
});
