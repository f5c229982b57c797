import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { differences, readDerived } from '../../scripts/d1/derived.ts';
import { databaseOf, fingerprintAfter, hashesOf, listOfHashes } from '../../scripts/d1/landed.ts';
import {
  earlierFolder,
  earlierSchemas,
  migrationsOfSpans,
  readHistory,
  schemasFile,
} from '../../scripts/d1/migration-history.ts';
import { migrations } from '../../scripts/d1/migrations.ts';
import { schemaFingerprint } from '../../src/schema/fingerprint.ts';

describe('migrations', () => {
  test('that are committed do not change; a new one has its line (npm run db:schema)', () => {
    expect(hashesOf(migrations())).toEqual(readFileSync(listOfHashes, 'utf8').trimEnd().split('\n'));
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
    // Of a table without rowid, SQLite reads whole rows to compare keys. A block has 40 KB.
    expect(withRowid.map(({ name }) => name)).toEqual(['session_blocks']);
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

describe('the history of migrations (npm run db:history)', () => {
  const spans = readHistory();
  const kinds = migrationsOfSpans(spans);

  test('has every text that a commit had, and no other', () => {
    const used = new Set(kinds.flatMap(({ files }) => files.map(({ folder, name }) => `${folder}/${name}`)));
    const kept = readdirSync(earlierFolder).flatMap((folder) =>
      readdirSync(path.join(earlierFolder, folder)).map((name) => `${folder}/${name}`),
    );
    expect(kept.filter((file) => !used.has(file))).toEqual([]);
    // Since the last span nothing was edited: each later commit only added migrations to these.
    const last = kinds.at(-1);
    expect(last?.span).toMatchObject({ first: 'b682290' });
    expect(last?.files.map(({ name, folder }) => `${folder}/${name}`)).toEqual(
      migrations()
        .slice(0, 23)
        .map(({ name }) => `drizzle/${name}`),
    );
  });

  test('makes the schemas that commands accept', () => {
    expect(JSON.parse(readFileSync(schemasFile, 'utf8'))).toEqual(earlierSchemas(spans));
  });
});
