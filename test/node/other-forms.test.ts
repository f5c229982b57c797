import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { definitionsOf } from '../../scripts/d1/landed.ts';
import { applyMigrations, type Migration, migrations } from '../../scripts/d1/migrations.ts';
import { otherForms } from '../../scripts/d1/other-forms.ts';
import { upgrade } from '../../scripts/d1/upgrade.ts';
import { fingerprintOf } from '../../src/schema/check.ts';
import { schemaFingerprint } from '../../src/schema/fingerprint.ts';
import { databasesOn, earlierFile, stateDirOf } from './earlier.ts';
import { call, cleanUp, emptyStateDir, freePort, launch, root, stop } from './processes.ts';

// 0086 and 0087 were edited after they had landed (scripts/d1/other-forms.ts). The databases here have the texts that
// commits had: drizzle/ has the first 0086 and the edited 0087, test/fixtures/edited-migrations/ the others.

afterAll(cleanUp);

const firstSample = '0086_load_sample_data.sql';
const editedWrites = '0087_write_persons.sql';
const texts = Object.fromEntries(migrations().map(({ name, text }) => [name, text]));
const fixture = (name: string): Migration => ({
  name,
  text: readFileSync(path.join(root, 'test/fixtures/edited-migrations', name), 'utf8'),
});
const landed = (name: string): Migration => ({ name, text: texts[name] ?? '' });
const [first86, edited86] = [landed(firstSample), fixture(firstSample)];
const [first87, edited87] = [fixture(editedWrites), landed(editedWrites)];

const forms: [made: string, last: Migration[]][] = [
  ['by 2ced3187', [first86]],
  ['by e5ad1cd8', [edited86]],
  ['by 41411091', [edited86, first87]],
  ['by 7e96246e', [edited86, edited87]],
  ['by 2ced3187, and by wrangler of 41411091', [first86, first87]],
  ['by 2ced3187, and by wrangler of 7e96246e', [first86, edited87]],
];

/** Makes a database of a form, in a file or in memory. */
async function made(last: Migration[], file = ':memory:'): Promise<DatabaseSync> {
  const database = new DatabaseSync(file);
  const run = (statements: string[]) =>
    Promise.resolve(statements.map((text) => database.prepare(text).all() as never));
  await applyMigrations(run, [...migrations().filter(({ name }) => name < firstSample), ...last]);
  return database;
}

const fingerprint = (database: DatabaseSync): string => fingerprintOf(definitionsOf(database));
const migrated = (database: DatabaseSync) =>
  upgrade(databasesOn(database), [{ binding: 'DB', where: 'here', remedy: 'do this' }]);

const indexes = ['person_search', 'account_search', 'audience_search', 'page_link_search'];

/** All rows of all tables, and which texts searches find. */
function everything(database: DatabaseSync): Record<string, string[]> {
  const tables = database
    .prepare("select name from pragma_table_list where schema = 'main' and type = 'table'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !/^sqlite_|^_cf_|^d1_migrations$/.test(name));
  for (const index of indexes) database.exec(`insert into ${index} (${index}) values ('integrity-check')`);
  return Object.fromEntries(
    [...tables, ...indexes.map((name) => `${name}_docsize`)].map((name) => [
      name,
      database
        .prepare(`select * from "${name}"`)
        .all()
        .map((row) => JSON.stringify(row)),
    ]),
  );
}

const load = (database: DatabaseSync) =>
  database.exec(`insert into sample_data (loaded_at, id_time, visits_from, recipients_from)
    values (unixepoch() * 1000, '00ykg5n000', 0, 0)`);
const remove = (database: DatabaseSync) => database.exec('delete from sample_data');
const count = (database: DatabaseSync, table: string) =>
  database.prepare(`select count(*) as rows from ${table}`).get()?.rows;

/** Triggers of one table run in an order that SQLite takes from that of their creation. */
const triggers = (database: DatabaseSync) =>
  database
    .prepare("select tbl_name, name from sqlite_master where type = 'trigger' order by rowid")
    .all()
    .filter(({ tbl_name }) => tbl_name === 'persons');

/** The tables that have rows: later migrations add others. */
const filled = (tables: Record<string, unknown[]>) =>
  Object.fromEntries(Object.entries(tables).filter(([, rows]) => rows.length > 0));
const held = (database: DatabaseSync) => filled(everything(database));

describe.each(forms)('a database made %s', (_, last) => {
  test('keeps every row, and gets the newest schema', async () => {
    const file = earlierFile();
    const database = await made(last, file);
    const before = everything(database);
    expect(before.persons?.length).toBeGreaterThan(10);
    await migrated(database);
    expect(fingerprint(database)).toBe(schemaFingerprint);
    expect(held(database)).toEqual(filled(before));
    const others = new DatabaseSync(':memory:');
    await databasesOn(others).migrate('DB');
    expect(triggers(database)).toEqual(triggers(others));
  });

  test('keeps its sample data, which can be removed and loaded again', async () => {
    const database = await made(last);
    const empty = held(database);
    load(database);
    const loaded = held(database);
    await migrated(database);
    expect(held(database)).toEqual(loaded);
    for (let turn = 0; turn < 2; turn += 1) {
      expect(count(database, 'audience_sessions')).toBe(240);
      remove(database);
      expect(held(database)).toEqual(empty);
      load(database);
    }
  });
});

test('the fingerprints of other forms are those of these texts, and no more', async () => {
  const chain = new Set(['2ced3187, and by wrangler of 7e96246e', '2ced3187'].map((one) => `by ${one}`));
  const found: Record<string, string[]> = {};
  for (const [name, last] of forms.filter(([name]) => !chain.has(name))) {
    const file = last.at(-1)?.name ?? name;
    found[file] = [...(found[file] ?? []), fingerprint(await made(last))];
  }
  expect(found).toEqual(otherForms);
});

test('another change of the same views is refused', async () => {
  const database = await made([edited86]);
  database.exec('drop trigger sample_data_removed');
  await expect(migrated(database)).rejects.toThrow(/does not have the schema of this version/);
});

test.each([
  ['2ced3187', [first86]],
  ['41411091', [edited86, first87]],
])(
  'npm start opens a database of %s with its sample data, removes it, loads it and finds persons',
  async (_, last) => {
    const file = path.join(emptyStateDir(), 'other-form.sqlite');
    const database = await made(last, file);
    load(database);
    database.close();
    const STATE_DIR = stateDirOf((to) => copyFileSync(file, to));
    const running = launch(STATE_DIR, await freePort(), {}, ['--', '--empty']);
    await running.prints(/Ctrl-C/);
    const [address = '', key = ''] = [/listens on (\S+)/, /^KEY=(\S+)$/m].map(
      (pattern) => pattern.exec(running.printed())?.[1],
    );
    const ask = async (method: string, route: string, body?: unknown) =>
      (await call({ address, key }, method, route, body)).body;
    const isThere = { loadedAt: expect.any(String) };
    const isGone = { loadedAt: null };
    expect(await ask('GET', '/v0/sample_data')).toEqual(isThere);
    expect(await ask('DELETE', '/v0/sample_data')).toEqual(isGone);
    expect(await ask('GET', '/v0/accounts')).toMatchObject({ totalCount: 0 });
    expect(await ask('POST', '/v0/sample_data', {})).toEqual(isThere);
    const batch = { persons: [{ email: 'jane@own.example', companyName: 'Own' }] };
    const found = await ask('POST', '/v0/persons/batch', batch);
    expect(found).toMatchObject({ results: [{ outcome: 'created' }] });
    expect(await ask('DELETE', '/v0/sample_data')).toEqual(isGone);
    expect(await ask('GET', '/v0/accounts')).toMatchObject({ totalCount: 1, items: [{ name: 'Own' }] });
    expect(await stop(running, 'SIGTERM', 'group')).toEqual([]);
  },
);
