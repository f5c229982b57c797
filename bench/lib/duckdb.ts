import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '../../scripts/lib/settings.ts';
import { dimensions } from '../../src/vocabulary/dimensions.ts';
import { cameBy, columnOf } from './duckdb-sql.ts';

/** The version of DuckDB's package that is measured. */
export const version = '1.5.6-r.1';
const name = '@duckdb/node-api';

export type Row = Record<string, unknown>;

// What this bench uses of the package. It is no dependency, so its types are not there.
export interface Connection {
  run(sql: string): Promise<unknown>;
  prepare(sql: string): Promise<{
    runAndReadAll(): Promise<{ getRowObjectsJS(): Row[] }>;
    destroySync(): void;
  }>;
}
interface DuckDB {
  DuckDBInstance: { create(path: string): Promise<{ connect(): Promise<Connection> }> };
}

/**
 * Opens a new database, in memory or in a file. Installs DuckDB into a folder of its own first, if it is not there.
 */
export async function openDuckDB(folder: string, isInMemory: boolean): Promise<Connection> {
  const manifest = path.join(folder, 'node_modules', name, 'package.json');
  const isThere = existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
  if (!isThere) {
    console.error(`Installing ${name}@${version} into ${folder} …`);
    mkdirSync(folder, { recursive: true });
    const flags = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
    try {
      execFileSync('npm', ['install', '--prefix', folder, ...flags, `${name}@${version}`], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    } catch {
      throw new UserError(`npm could not install ${name}@${version} into ${folder}.`);
    }
  }
  const { DuckDBInstance } = createRequire(manifest)(name) as DuckDB;
  const file = path.join(folder, 'sessions.duckdb');
  for (const old of [file, `${file}.wal`]) rmSync(old, { force: true });
  const instance = await DuckDBInstance.create(isInMemory ? ':memory:' : file);
  return instance.connect();
}

/** The rows of a statement. */
export async function rowsOf(duckdb: Connection, sql: string): Promise<Row[]> {
  const statement = await duckdb.prepare(sql);
  const reader = await statement.runAndReadAll();
  statement.destroySync();
  return reader.getRowObjectsJS();
}

/** The texts that are no column of their name, as the analytics have them. */
const special: Record<string, string> = {
  person_id: 'iif(account_id IS NULL, NULL, person_id)',
  account_id: "nullif(account_id, '')",
};
const came: readonly (readonly string[])[] = Object.values(cameBy);
const texts = ['page_id', 'audience_id', ...dimensions.map(columnOf), ...came.flat()];
/** The columns whose texts are values of one enum. */
const enums = [...came, ...texts.filter((text) => !came.flat().includes(text)).map((text) => [text])];
/** Numbers as SQLite has them, and their type in DuckDB. */
const numbers = {
  session_started_at: 'BIGINT',
  active_ms: 'BIGINT',
  engaged_ms: 'INTEGER',
  max_scroll_depth: 'SMALLINT',
  total_clicks_count: 'INTEGER',
  questions_asked_count: 'INTEGER',
  form_state: 'INTEGER',
  has_conversion: 'INTEGER',
  "computation_status = 'pending'": 'INTEGER',
  'failure IS NOT NULL': 'INTEGER',
};
const fields = [...texts.map((text) => [text, 'VARCHAR']), ...Object.entries(numbers)];

/** Writes all sessions into a CSV file, the earliest first. Returns their number. */
function writeCsv(database: DatabaseSync, file: string): number {
  const statement = database.prepare(
    `SELECT ${fields.map(([name = '']) => special[name] ?? name).join(', ')} FROM audience_sessions
      ORDER BY session_started_at, analytics_session_id`,
  );
  statement.setReturnArrays(true);
  const csvOf = (value: unknown) =>
    typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : (value ?? '');
  const output = openSync(file, 'w');
  let count = 0;
  let lines = '';
  for (const row of statement.iterate() as Iterable<unknown>) {
    lines += `${(row as unknown[]).map(csvOf).join(',')}\n`;
    count += 1;
    if (lines.length < 1_000_000) continue;
    writeSync(output, lines);
    lines = '';
  }
  writeSync(output, lines);
  closeSync(output);
  return count;
}

/**
 * Copies all sessions of a D1 into the table `sessions`, and audiences into `audiences`. The earliest sessions come first,
 * so a range reads only some of the rows. With `hasEnums` texts are enums, which DuckDB groups and compares faster. An
 * enum has the values of its making: a table that takes new visits has texts.
 */
export async function copySessions(
  duckdb: Connection,
  database: DatabaseSync,
  { folder, hasEnums }: { folder: string; hasEnums: boolean },
): Promise<number> {
  const file = path.join(folder, 'sessions.csv');
  try {
    const count = writeCsv(database, file);
    const types = fields.map(([, type], nth) => `'c${nth}': '${type}'`);
    const names = fields.map(([field], nth) => `c${nth} AS "${field}"`);
    await duckdb.run(`CREATE TABLE copied AS SELECT ${names.join(', ')}
      FROM read_csv('${file.replaceAll("'", "''")}', header = false, delim = ',', quote = '"', escape = '"',
        nullstr = '', allow_quoted_nulls = false, columns = {${types.join(', ')}})`);
    for (const columns of hasEnums ? enums : []) {
      const values = columns.map((text) => `SELECT ${text} AS value FROM copied WHERE ${text} IS NOT NULL`);
      await duckdb.run(
        `CREATE TYPE ${columns[0]}_type AS ENUM (SELECT DISTINCT value FROM (${values.join(' UNION ALL ')}) ORDER BY 1)`,
      );
    }
    const enumOf = (text: string) => enums.find((columns) => columns.includes(text))?.[0];
    await duckdb.run(`CREATE TABLE sessions AS SELECT
        ${texts.map((text) => (hasEnums ? `${text}::${enumOf(text)}_type AS ${text}` : text)).join(', ')},
        epoch_ms(session_started_at) AS started_at, epoch_ms(session_started_at + active_ms) AS last_active_at,
        engaged_ms, max_scroll_depth, total_clicks_count AS clicks, questions_asked_count AS questions,
        form_state > 0 AS has_form_submit, has_conversion > 0 AS has_conversion,
        "computation_status = 'pending'" > 0 AS is_tracked, "failure IS NOT NULL" > 0 AS has_failed
      FROM copied ORDER BY session_started_at`);
    await duckdb.run('DROP TABLE copied');
    await copyAudiences(duckdb, database);
    await duckdb.run('CHECKPOINT');
    return count;
  } finally {
    rmSync(file, { force: true });
  }
}

async function copyAudiences(duckdb: Connection, database: DatabaseSync): Promise<void> {
  const audiences = database.prepare('SELECT page_id, audience_id FROM audiences').all();
  const values = audiences.map((one) => `('${one.page_id}', '${one.audience_id}')`);
  await duckdb.run(`CREATE TABLE audiences AS FROM (VALUES ${values.join(', ')}) AS t(page_id, audience_id)`);
}
