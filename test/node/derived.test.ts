import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { type Derived, definitionsOf, differences, statementsOf } from '../../scripts/d1/derived.ts';
import { assertNoFts, derivedMigration } from '../../scripts/d1/derived-migration.ts';
import { UserError } from '../../scripts/lib/settings.ts';

const table = 'create table a (id integer primary key, b text) strict';
const view = 'CREATE VIEW a_view AS SELECT id, b FROM a';
const onView = `CREATE TRIGGER a_view_inserted INSTEAD OF INSERT ON a_view BEGIN
  INSERT INTO a (b) VALUES (CASE WHEN new.b = ';' THEN 'end;' ELSE new.b END);
END`;
const onTable = 'CREATE TRIGGER a_inserted AFTER INSERT ON a BEGIN DELETE FROM a WHERE id = new.id - 10; END';
const fts = "CREATE VIRTUAL TABLE a_search USING fts5 (b, content = '')";

const derivedOf = (...statements: string[]): Derived[] =>
  definitionsOf('a.sql', statements.map((sql) => `${sql};\n`).join('\n'));

function databaseWith(...statements: string[]): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  for (const sql of statements) database.exec(sql);
  return database;
}

describe('a file of definitions', () => {
  test('is split into statements, each with its own comment', () => {
    const file = `-- On the file; it isn't of a statement.

-- Why
-- this view.
${view};
${onView}; -- behind
CREATE TRIGGER "c" AFTER DELETE ON a BEGIN
  -- inside; end;

  SELECT 1;
END;
`;
    const statements = statementsOf(file);
    expect(statements.map(({ sql }) => sql.slice(0, 22))).toEqual([
      'CREATE VIEW a_view AS ',
      'CREATE TRIGGER a_view_',
      'CREATE TRIGGER "c" AFT',
    ]);
    expect(statements[0]?.text).toBe(`-- Why\n-- this view.\n${view};`);
    expect(statements[1]?.sql).toBe(`${onView};`);
    expect(statements[2]?.sql).toMatch(/END;$/);
  });

  test('that ends within a statement is refused', () => {
    expect(() => statementsOf(onTable)).toThrow(UserError);
  });

  test('that has another statement is refused', () => {
    expect(() => derivedOf(view, `DROP VIEW a_view`)).toThrow(/^a\.sql may only create views/);
  });
});

describe('a migration of definitions', () => {
  const lines = (text: string) =>
    text.split('\n--> statement-breakpoint\n').map((part) => part.split(' (')[0]);

  test('is empty when only white space and comments differ', () => {
    const database = databaseWith(table, view, onView, onTable);
    const derived = derivedOf(view.replace('SELECT', '\n  SELECT -- why\n'), `-- Why\n${onView}`, onTable);
    expect(derivedMigration(database, '', derived)).toBe('');
  });

  test('contains only what changed', () => {
    const database = databaseWith(table, view, onView, onTable);
    const changed = onTable.replace('10', '20');
    const text = derivedMigration(database, '', derivedOf(view, onView, `-- Why\n${changed}`));
    expect(lines(text)).toEqual(['DROP TRIGGER IF EXISTS a_inserted;', `-- Why\n${changed};`]);
  });

  test('drops what the files no longer have, and creates new definitions in the order that SQLite needs', () => {
    const text = derivedMigration(databaseWith(table, onTable), '', derivedOf(onView, view));
    expect(lines(text)).toEqual(['DROP TRIGGER IF EXISTS a_inserted;', `${view};`, onView.split(' (')[0]]);
  });

  test('creates the triggers of a changed view again', () => {
    const database = databaseWith(table, view, onView);
    const text = derivedMigration(
      database,
      '',
      derivedOf(onView, view.replace('b FROM', "b || '' AS b FROM")),
    );
    expect(lines(text).map((line) => line?.slice(0, 26))).toEqual([
      'DROP VIEW IF EXISTS a_view',
      'CREATE VIEW a_view AS SELE',
      'CREATE TRIGGER a_view_inse',
    ]);
  });

  test('alters tables between drops and creates, and creates the triggers of a recreated table again', () => {
    const database = databaseWith(table, view, onTable);
    const tables = `CREATE TABLE a_new (id integer primary key, c text) strict;
--> statement-breakpoint
DROP TABLE a;
--> statement-breakpoint
ALTER TABLE a_new RENAME TO a;`;
    const derived = derivedOf(view.replace('b FROM', 'c FROM'), onTable);
    const text = derivedMigration(database, tables, derived);
    expect(lines(text).map((line) => line?.slice(0, 19))).toEqual([
      'DROP VIEW IF EXISTS',
      'CREATE TABLE a_new',
      'DROP TABLE a;',
      'ALTER TABLE a_new R',
      'CREATE VIEW a_view ',
      'CREATE TRIGGER a_in',
    ]);
    const { stale, missing } = differences(database, derived);
    expect([stale, missing]).toEqual([[], []]);
  });

  test.each([
    ['a statement', derivedOf(`${view} WHERE`), /^a\.sql: .*syntax error/],
    ['a trigger on nothing', derivedOf(onTable.replace('ON a', 'ON b')), /^a\.sql: no such table/],
  ])('is not made from %s that SQLite refuses', (_, derived, message) => {
    expect(() => derivedMigration(databaseWith(table), '', derived)).toThrow(message);
  });

  test.each([
    ['new', [table], [fts]],
    ['changed', [table, fts], [fts.replace('(b', '(c')]],
    ['removed', [table, fts], []],
  ])('is written by hand for an FTS5 table that is %s', (_, existing, files) => {
    const database = databaseWith(...existing);
    expect(() => assertNoFts(database, derivedOf(...files))).toThrow(/FTS5 table a_search .*--custom/);
    expect(derivedMigration(database, '', derivedOf(...files, onTable))).toBe(`${onTable};`);
  });

  test('is written by hand for the view with the texts of an FTS5 table', () => {
    const index = fts.replace("content = ''", "content = 'a_view'");
    const database = databaseWith(table, view, index, onTable);
    const changed = view.replace('b FROM', "b || '' AS b FROM");
    expect(() => assertNoFts(database, derivedOf(changed, index, onTable))).toThrow(/FTS5 table a_search /);
    expect(() => assertNoFts(database, derivedOf(view, index))).not.toThrow();
  });

  test('needs no manual change for an unchanged FTS5 table', () => {
    expect(() => assertNoFts(databaseWith(table, fts), derivedOf(fts, view))).not.toThrow();
  });
});
