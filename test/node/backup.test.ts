import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, inject, test } from 'vitest';
import { demoSitePort, demoStateDir } from './demo.ts';
import { migratedStateDir } from './migrated.ts';
import { call, cleanUp, emptyStateDir, npmRun, root, type Server, startServer, stop } from './processes.ts';

afterAll(cleanUp);

const fileIn = () => path.join(emptyStateDir(), 'backup.ndjson');
const restoreInto = (STATE_DIR: string, file: string, ...options: string[]) =>
  npmRun(['restore', '--', file, ...options], { STATE_DIR });
const exportTo = (STATE_DIR: string, file: string) => npmRun(['export', '--', file], { STATE_DIR });

const year = `startDate=${new Date(Date.now() - 364 * 86_400_000).toISOString()}&endDate=${new Date(Date.now() - 60_000).toISOString()}`;

/** What a workspace answers: lists, numbers, searches. */
async function answersOf(server: Server): Promise<Record<string, string>> {
  const pages = await call<{ items: { pageId: string; title: string }[] }>(
    server,
    'GET',
    '/v0/pages?limit=100',
  );
  const home = pages.body.items[0]?.pageId;
  const routes = [
    '/v0/pages?limit=100',
    '/v0/persons/search?query=&limit=100',
    '/v0/persons/search?query=zoe',
    '/v0/persons/search?query=0049',
    '/v0/accounts?limit=100',
    '/v0/accounts?query=north',
    '/v0/page_links/search?limit=100',
    '/v0/page_links/search?query=zoe',
    '/v0/topics?limit=100',
    '/v0/views?limit=100',
    '/v0/annotations?limit=100',
    '/v0/websites?limit=100',
    '/v0/tenant_domains?limit=100',
    '/v0/experiments?limit=100',
    `/v0/pages/${home}/audiences?limit=100`,
    `/v0/pages/${home}/audiences?query=retail`,
    `/v0/audience_sessions?limit=100&${year}`,
    `/v0/analytics/pages?${year}`,
    `/v0/analytics/audiences?${year}`,
    `/v0/analytics/accounts?${year}&records=true&details=true`,
    `/v0/analytics/persons?${year}&records=true`,
    `/v0/analytics/timeseries?${year}&interval=month`,
    ...['referrer', 'country', 'device', 'utmCampaign'].map(
      (by) => `/v0/analytics/breakdown?${year}&by=${by}`,
    ),
  ];
  const answers: Record<string, string> = {};
  for (const route of routes) {
    const { status, text } = await call(server, 'GET', route);
    expect([route, status, text.slice(0, 300)]).toEqual([route, 200, expect.anything()]);
    answers[route] = text;
  }
  return answers;
}

test('the demo is exported and restored: every list, number and search is the same', {
  timeout: 120_000,
}, async () => {
  const first = await demoStateDir(inject('demo'));
  const file = fileIn();
  expect(await exportTo(first, file)).toMatchObject({ code: 0, stderr: '', left: [] });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const second = migratedStateDir();
  const restored = await restoreInto(second, file, '--keys');
  expect(restored).toMatchObject({ code: 0, stderr: '', left: [] });
  expect(restored.stdout).toMatch(/rows in \d\d tables, as many as the file says; 4 search indexes/);
  copyFileSync(path.join(first, 'demo-key'), path.join(second, 'demo-key'));

  // The demo follows the address of its website, and one server at a time may have it.
  const options = { DEMO_VISITS: 'off', SITE_PORT: demoSitePort(inject('demo')) };
  const answers: Record<string, string>[] = [];
  for (const folder of [first, second]) {
    const server = await startServer(folder, undefined, options);
    answers.push(await answersOf(server));
    await stop(server, 'SIGTERM', 'npm');
  }
  const [before = {}, after = {}] = answers;
  for (const route of Object.keys(before)) expect([route, after[route]]).toEqual([route, before[route]]);
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
