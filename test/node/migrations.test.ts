import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { differences, readDerived } from '../../scripts/d1/derived.ts';
import { editedMigrations } from '../../scripts/d1/history.ts';
import { databaseOf, fingerprintAfter, hashesOf, listOfHashes } from '../../scripts/d1/landed.ts';
import { baseline, migrations } from '../../scripts/d1/migrations.ts';
import { keptEdits } from '../../scripts/d1/other-forms.ts';
import { schemaFingerprint } from '../../src/schema/fingerprint.ts';
import { earlierFile } from './earlier.ts';
import { cleanUp } from './processes.ts';

describe('migrations', () => {
  test('that are committed do not change; a new one has its line (npm run db:schema)', () => {
    expect(hashesOf(migrations())).toEqual(readFileSync(listOfHashes, 'utf8').trimEnd().split('\n'));
  });

  test('have the text of the commit that added them, whatever the list says', ({ skip }) => {
    const edited = editedMigrations();
    skip(edited === undefined, 'this checkout has no history: no git, or a shallow clone');
    expect(edited).toEqual(keptEdits);
  });

  test('are each short enough for D1, which takes 100,000 bytes of SQL', () => {
    const long = migrations().filter(({ text }) => Buffer.byteLength(text) > 99_000);
    expect(long.map(({ name }) => name)).toEqual([]);
  });

  test('make the schema with the fingerprint in the code (npm run db:schema)', () => {
    expect(fingerprintAfter(migrations())).toBe(schemaFingerprint);
  });

  test('make tables with a text key WITHOUT ROWID, whose rows cost one row written', () => {
    const tables = databaseOf(migrations()).prepare(`
      SELECT t.name, group_concat(k.type) AS types FROM pragma_table_list t JOIN pragma_table_info(t.name) k ON k.pk > 0
      WHERE t.type = 'table' AND t.schema = 'main' AND NOT t.wr AND t.name NOT GLOB 'sqlite_*'
      GROUP BY t.name`);
    const withRowid = tables.all().filter(({ types }) => !/^integer$/i.test(String(types)));
    // Of a table without rowid, SQLite reads whole rows to compare keys. A block has 40 KB, its numbers 10.
    expect(withRowid.map(({ name }) => name)).toEqual(['session_blocks', 'visitor_ids', 'visitor_numbers']);
  });

  test('make the views, triggers and FTS5 tables of src/schema/derived/', async () => {
    const { stale, missing } = differences(databaseOf(migrations()), await readDerived());
    const files = missing.map(({ file, kind, name }) => `${file}: ${kind} ${name}`);
    const gone = stale.filter(({ name }) => !missing.some((other) => other.name === name));
    const edited = [...files, ...gone.map(({ kind, name }) => `in no file any more: ${kind} ${name}`)];
    const message = 'edited without its migration: npm run db:generate -- --name <verb>_<noun>';
    expect(edited, message).toEqual([]);
  });
});

describe('the baseline', () => {
  const made = databaseOf(migrations().filter(({ name }) => name <= baseline));
  const earlier = new DatabaseSync(earlierFile(), { readOnly: true });
  afterAll(cleanUp);

  test('makes the schema of commit 144f7410', () => {
    const schema = (database: DatabaseSync) =>
      database
        .prepare(
          `select type, name, tbl_name, sql from sqlite_master
           where name not glob '_cf_*' and name not glob '*d1_migrations*' and name <> 'sqlite_sequence' order by 1, 2`,
        )
        .all();
    expect(schema(made)).toEqual(schema(earlier));
  });

  test('writes the rows that its migrations wrote', () => {
    const rows = (database: DatabaseSync) =>
      [
        'select name from counters order by 1',
        'select name, length(value) from secrets order by 1',
        'select domain from free_mail_domains order by 1',
        'select id from event_settings',
        ...['person_search', 'account_search', 'page_link_search', 'audience_search'].map(
          (index) => `select * from ${index}_config where k <> 'version'`,
        ),
      ].map((query) => database.prepare(query).all());
    expect(rows(made)).toEqual(rows(earlier));
  });
});
