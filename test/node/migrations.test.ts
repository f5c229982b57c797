import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { openLocalD1 } from '../../bench/lib/state.ts';
import { differences, readDerived } from '../../scripts/lib/derived.ts';
import { databaseOf, fingerprintOfMigrations, hashesOf, listOfHashes } from '../../scripts/lib/landed.ts';
import { migrations } from '../../scripts/lib/migrations.ts';
import { schemaFingerprint } from '../../src/db/schema-fingerprint.ts';
import { cleanUp, freePort, newStateDir, npmRun, startServer } from './processes.ts';

afterAll(cleanUp);

describe('migrations', () => {
  test('that are committed do not change; a new one has its line (npm run db:schema)', () => {
    expect(hashesOf(migrations())).toEqual(readFileSync(listOfHashes, 'utf8').trimEnd().split('\n'));
  });

  test('make the schema with the fingerprint in the code (npm run db:schema)', () => {
    expect(fingerprintOfMigrations()).toBe(schemaFingerprint);
  });

  test('make tables with a text key WITHOUT ROWID, whose rows cost one row written', () => {
    const tables = databaseOf(migrations()).prepare(`
      SELECT t.name, group_concat(k.type) AS types FROM pragma_table_list t JOIN pragma_table_info(t.name) k ON k.pk > 0
      WHERE t.type = 'table' AND t.schema = 'main' AND NOT t.wr AND t.name NOT GLOB 'sqlite_*'
      GROUP BY t.name`);
    expect(tables.all().filter(({ types }) => !/^integer$/i.test(String(types)))).toEqual([]);
  });

  test('make the views, triggers and FTS5 tables of src/db/derived/', async () => {
    const { stale, missing } = differences(databaseOf(migrations()), await readDerived());
    const files = missing.map(({ file, kind, name }) => `${file}: ${kind} ${name}`);
    const gone = stale.filter(({ name }) => !missing.some((other) => other.name === name));
    const edited = [...files, ...gone.map(({ kind, name }) => `in no file any more: ${kind} ${name}`)];
    const message = 'edited without its migration: npm run db:generate -- --name <verb>_<noun>';
    expect(edited, message).toEqual([]);
  });
});

/** A state folder with the migrations of this version, changed by this SQL. */
async function changedFolder(sql: string): Promise<string> {
  const STATE_DIR = newStateDir();
  expect((await npmRun(['db:migrate'], { STATE_DIR })).code).toBe(0);
  const database: DatabaseSync = openLocalD1(STATE_DIR, { readOnly: false });
  database.exec(sql);
  database.close();
  return STATE_DIR;
}

// As commits before 79b6403 left it: d1_migrations has the same names, but 0000 had a different text.
const otherSchema = 'alter table idempotency_keys add column request text';

test('npm start and db:migrate say in one line that a state folder has the schema of another version', async () => {
  const STATE_DIR = await changedFolder(otherSchema);
  for (const command of ['start', 'db:migrate']) {
    const { code, stderr } = await npmRun([command], { STATE_DIR, PORT: String(await freePort()) });
    expect(stderr).toMatch(/^footfall: the database DB .* does not have the schema of this version.*\n$/);
    expect(code).toBe(1);
  }
  // The data can still be exported.
  const exported = await npmRun(['export'], { STATE_DIR });
  expect([exported.code, exported.stderr]).toEqual([0, '']);
});

test('npm start migrates, and leaves nothing to migrate', async () => {
  const STATE_DIR = newStateDir();
  const server = await startServer(STATE_DIR);
  const { status } = await fetch(`${server.address}/health`);
  expect(status).toBe(200);
  const { code, stdout } = await npmRun(['db:migrate'], { STATE_DIR });
  expect([code, stdout]).toEqual([0, 'DB: nothing to migrate\n']);
});
