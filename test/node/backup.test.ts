import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, inject, test } from 'vitest';
import { demoStateDir } from './demo.ts';
import { migratedStateDir } from './migrated.ts';
import { call, cleanUp, emptyStateDir, npmRun, root, startServer, stop } from './processes.ts';

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
