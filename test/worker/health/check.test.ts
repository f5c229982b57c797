import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { createApiKey } from '../../../src/lib/api-key.ts';
import { fingerprintOf, selectDefinitions } from '../../../src/schema/check.ts';
import { schemaFingerprint } from '../../../src/schema/fingerprint.ts';
import { openTestDatabase, type Problem, send } from '../support/client.ts';
import { dropAll } from '../support/empty.ts';
import { setClock } from '../support/times.ts';

const health = (bindings?: Partial<typeof env>) =>
  send<Problem>('GET', '/health', undefined, { key: null, ...(bindings && { bindings }) });

async function fingerprint(binding: D1Database): Promise<string> {
  const [rows] = await openTestDatabase(binding).batch([selectDefinitions({})]);
  return fingerprintOf(rows);
}

afterAll(() => dropAll(env.UNMIGRATED));

test('a migrated database has the schema with the fingerprint in the code (npm run db:schema)', async () => {
  expect(await fingerprint(env.DB)).toBe(schemaFingerprint);
});

test('a fingerprint depends on the schema, but not on the format of its text', () => {
  const of = (sql: string) => fingerprintOf([{ name: 'a', sql }]);
  const table = of('CREATE TABLE a (b text)');
  expect(of('CREATE TABLE `a` (\n\t`b` text -- why\n)')).toBe(table);
  expect(of('CREATE TABLE a (b integer)')).not.toBe(table);
  expect(fingerprintOf([])).not.toBe(table);
});

test('the schemas are read once a minute in an isolate, one row of main each time', async () => {
  // Bindings of its own, which no other test has had looked at.
  const fresh = (database: D1Database) =>
    ({ withSession: (constraint) => database.withSession(constraint) }) as D1Database;
  const bindings = { DB: fresh(env.DB), DB_ACME: fresh(env.DB_ACME) };
  const { cost } = await health(bindings);
  expect(cost.trips).toBe(3);
  expect(cost.read).toBeLessThan(2 * 700);
  expect((await health(bindings)).cost).toEqual({ trips: 1, read: 1, written: 0 });
  setClock(Date.now() + 60_000);
  expect((await health(bindings)).cost.trips).toBe(3);
  vi.useRealTimers();
});

test('a workspace that is not migrated makes /health a 503 that does not name it; the log does', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { status, body, text, headers } = await health({ DB_ACME: env.UNMIGRATED });
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'database_not_migrated', '1']);
  expect(text).not.toMatch(/acme/i);
  expect(logged.mock.calls.flat().join()).toContain('workspace acme');
  logged.mockRestore();
});

test('a request to a workspace that is not migrated is a 503 with its own code', async () => {
  const options = { key: createApiKey('acme'), bindings: { DB_ACME: env.UNMIGRATED } };
  const { status, body } = await send<Problem>('GET', '/v0/persons/search', undefined, options);
  expect([status, body.code]).toEqual([503, 'database_not_migrated']);
});

test.each([
  ['has a trigger less', 'persons_text_updated', 'drop trigger persons_text_updated'],
  ['has an index less', 'person_logs_times', 'drop index person_logs_times'],
  ['has a column more', '', 'alter table topics add column colour text'],
])('a database that %s makes /health a 503', async (_, name, change) => {
  await applyD1Migrations(env.UNMIGRATED, env.MIGRATIONS);
  expect(await fingerprint(env.UNMIGRATED)).toBe(schemaFingerprint);
  const definition = await env.UNMIGRATED.prepare('select sql from sqlite_master where name = ?')
    .bind(name)
    .first<string>('sql');
  await env.UNMIGRATED.prepare(change).run();
  expect((await health({ DB_ACME: env.UNMIGRATED })).status).toBe(503);
  if (definition) await env.UNMIGRATED.prepare(definition).run();
});
