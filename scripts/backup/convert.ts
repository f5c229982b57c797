import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { insertRows } from '../../src/backup/store/create.ts';
import { type About, exportLines } from '../../src/backup/store/export.ts';
import {
  type Batches,
  list,
  missingIn,
  quoted,
  selectTables,
  type Table,
  tableIn,
  tablesIn,
} from '../../src/backup/store/internal.ts';
import { schemaFingerprint } from '../../src/schema/fingerprint.ts';
import { version } from '../../src/vocabulary/version.ts';
import { applyMigrations, type Migration, migrations } from '../d1/migrations.ts';
import type { Row } from '../d1/sql.ts';
import { UserError } from '../lib/settings.ts';
import { linesOf } from './file.ts';
import type { Header } from './service.ts';

/** The last migration of release 1.0.0, whose exports do not name theirs. */
const ofFirstRelease = '0065_add_keyed_requests.sql';

/** A database of SQLite, in transactions as of D1. */
const batchesOf = (database: DatabaseSync): Batches => ({
  batch: (statements) => {
    database.exec('begin');
    try {
      const rows = statements.map(({ text, params }) =>
        database.prepare(text).all(...(params as SQLInputValue[])),
      );
      database.exec('commit');
      return Promise.resolve(rows as Record<string, unknown>[][]);
    } catch (error) {
      database.exec('rollback');
      return Promise.reject(error);
    }
  },
});

const migrated = (database: DatabaseSync, all: Migration[]) =>
  applyMigrations((statements) => {
    database.exec('begin');
    const rows = statements.map((text) => database.prepare(text).all() as Row[]);
    database.exec('commit');
    return Promise.resolve(rows);
  }, all);

/** The names of all columns of each table, also of those that SQLite computes. */
function columnsIn(database: DatabaseSync): Map<string, Set<string>> {
  const rows = database
    .prepare(
      `select t.name as "table", c.name as "column" from pragma_table_list t join pragma_table_xinfo(t.name) c
        where t.type = 'table' and t.schema = 'main'`,
    )
    .all() as { table: string; column: string }[];
  const found = new Map<string, Set<string>>();
  for (const { table, column } of rows) found.set(table, (found.get(table) ?? new Set()).add(column));
  return found;
}

const isSame = (one: Set<string>, other: Set<string> | undefined) =>
  other !== undefined && one.size === other.size && [...one].every((name) => other.has(name));

/** The migrations after which tables have the columns of a file without a first line. */
async function levelOf(file: string): Promise<string> {
  const columns = new Map<string, Set<string>>();
  for await (const line of linesOf(file)) {
    const { table, row } = JSON.parse(line) as { table?: string; row?: object };
    if (table === undefined || row === undefined) throw new UserError('the file is no export of Footfall.');
    if (!columns.has(table)) columns.set(table, new Set(Object.keys(row)));
  }
  const database = new DatabaseSync(':memory:');
  const all = migrations();
  const fitting: string[] = [];
  for (const [at, { name }] of all.entries()) {
    await migrated(database, all.slice(0, at + 1));
    const now = columnsIn(database);
    if ([...columns].every(([table, names]) => isSame(names, now.get(table)))) fitting.push(name);
  }
  database.close();
  const level = fitting.includes(ofFirstRelease) ? ofFirstRelease : fitting.at(-1);
  if (level === undefined)
    throw new UserError('the tables of the file are those of no release from 1.0.0 on.');
  return level;
}

/** What `npm run export` of release 1.0.0 printed for a value: bytes as an array of numbers. */
const boundOf = (value: unknown): SQLInputValue =>
  Array.isArray(value) ? Uint8Array.from(value as number[]) : (value as SQLInputValue);

/** Writes the rows of a file into tables that have no triggers. */
async function fill(database: DatabaseSync, file: string, header: Header | undefined): Promise<void> {
  const rows = database.prepare(selectTables({}).text).all(...(selectTables({}).params as SQLInputValue[]));
  const known = tablesIn(rows as Record<string, unknown>[]);
  const missing = missingIn(known, header?.footfall.tables ?? {});
  if (missing.length > 0)
    throw new UserError(
      `the file is of an earlier release, and has tables or columns that its migrations do not make: ${missing.join(', ')}. Restore it by that release, and upgrade then.`,
    );
  const tables = new Map(known.map((table) => [table.name, table]));
  const inserts = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const insertOf = (name: string, columns: string[]) => {
    const text = `insert or replace into ${quoted(name)} (${list(columns)}) values (${columns.map(() => '?').join(', ')})`;
    const insert = inserts.get(text) ?? database.prepare(text);
    inserts.set(text, insert);
    return insert;
  };
  database.exec('begin');
  for (const table of tables.values()) database.exec(`delete from ${quoted(table.name)}`);
  let group: { table: Table; lines: string[] } | undefined;
  const flush = () => {
    if (!group) return;
    const { text, params } = insertRows(group.table, `[${group.lines.join(',')}]`);
    database.prepare(text).run(...(params as SQLInputValue[]));
    group = undefined;
  };
  for await (const line of linesOf(file)) {
    if (!line.startsWith('{"table":')) continue;
    if (!header) {
      const { table: name, row } = JSON.parse(line) as { table: string; row: Record<string, unknown> };
      const table = tables.get(name);
      if (!table) continue;
      const columns = table.columns.filter((column) => column in row);
      insertOf(name, columns).run(...columns.map((column) => boundOf(row[column])));
      continue;
    }
    const { name = '', isGone } = tableIn(line) ?? {};
    const table = tables.get(name);
    if (!table) continue;
    if (isGone) {
      flush();
      const { deleted } = JSON.parse(line) as { deleted: SQLInputValue[] };
      const key = table.key.map((column) => `${quoted(column)} = ?`).join(' and ');
      database.prepare(`delete from ${quoted(name)} where ${key}`).run(...deleted);
      continue;
    }
    if (group?.table !== table || group.lines.length >= 500) flush();
    group ??= { table, lines: [] };
    group.lines.push(line);
  }
  flush();
  database.exec('commit');
}

/** Makes the full-text indexes of a database anew. */
function index(database: DatabaseSync): void {
  const rows = database
    .prepare(`select name from sqlite_schema where type = 'table' and sql like '%using fts5%'`)
    .all() as { name: string }[];
  for (const { name } of rows) database.exec(`insert into ${name} (${name}) values ('rebuild')`);
}

/** Writes a whole export of a database into a file. */
export async function exportInto(file: string, database: DatabaseSync, about: About): Promise<void> {
  for (let cursor: string | undefined; ; ) {
    const lines = await exportLines(batchesOf(database), cursor, about);
    appendFileSync(file, lines, { mode: 0o600 });
    const last = lines.slice(lines.lastIndexOf('\n', lines.length - 2) + 1);
    cursor = (JSON.parse(last) as { part?: { next: string } }).part?.next;
    if (cursor === undefined) return;
  }
}

/** Makes a database with the migrations up to one. Throws UserError if there is no such migration. */
export async function databaseAt(file: string, level: string): Promise<DatabaseSync> {
  const all = migrations();
  const at = all.findIndex(({ name }) => name === level);
  if (at < 0)
    throw new UserError(`the file is of a later release: its last migration is ${level}. Upgrade first.`);
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = off; pragma synchronous = off');
  await migrated(database, all.slice(0, at + 1));
  return database;
}

/**
 * Converts an export of an earlier release: fills a database that has only the migrations of then, applies the others, and
 * exports it. Returns the new file, alone in a folder. Throws UserError for an export of a later release.
 */
export async function converted(file: string, header: Header | undefined): Promise<string> {
  const level = header?.footfall.schema ?? (await levelOf(file));
  const folder = mkdtempSync(path.join(tmpdir(), 'footfall-restore-'));
  try {
    const database = await databaseAt(path.join(folder, 'database.sqlite'), level);
    console.log(`The file is of an earlier release (${level}): it is converted first.`);
    const triggers = database
      .prepare(
        `select name, sql from sqlite_schema where type = 'trigger' and tbl_name in (select name from sqlite_schema where type = 'table')`,
      )
      .all() as { name: string; sql: string }[];
    for (const { name } of triggers) database.exec(`drop trigger ${quoted(name)}`);
    await fill(database, file, header);
    index(database);
    for (const { sql } of triggers) database.exec(sql);
    await migrated(database, migrations());
    const target = path.join(folder, 'converted.ndjson');
    const workspace = header?.footfall.workspace ?? 'main';
    await exportInto(target, database, { release: version, workspace, fingerprint: schemaFingerprint });
    database.close();
    return target;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
