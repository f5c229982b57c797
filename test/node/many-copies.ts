import type { DatabaseSync } from 'node:sqlite';
import { databaseIn } from './kills/server.ts';

/** What differs between copies of a row, in SQL: what must be unique. `:copy` is the number of the copy. */
const tables = {
  audience_sessions: {
    analytics_session_id: "analytics_session_id || '-' || :copy",
    session_started_at: 'session_started_at - :copy * 1000',
  },
  persons: {
    seq: 'seq + :copy * (SELECT max(seq) FROM first_rows)',
    person_id: 'person_id || :copy',
    email: "'p' || :copy || '.' || email",
    slug: "slug || '-' || :copy",
    phone_number: 'NULL',
    linkedin_profile_url: 'NULL',
    linkedin_key: 'NULL',
  },
} as const;

const namesOf = (database: DatabaseSync, sql: string) => database.prepare(sql).all() as { name: string }[];

/** Copies the rows of a table until it has so many, or somewhat more. */
function copyRows(database: DatabaseSync, table: keyof typeof tables, count: number): void {
  const changed: Record<string, string> = tables[table];
  const columns = namesOf(database, `SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`);
  const names = columns.map(({ name }) => `"${name}"`);
  const values = columns.map(({ name }) => changed[name] ?? `"${name}"`);
  database.exec(`CREATE TEMP TABLE first_rows AS SELECT * FROM ${table}`);
  const first = database.prepare('SELECT count(*) AS rows FROM first_rows').get() as { rows: number };
  const insert = database.prepare(`INSERT INTO ${table} (${names}) SELECT ${values} FROM first_rows`);
  for (let copy = 1; copy * first.rows < count; copy++) insert.run({ copy });
  database.exec('DROP TABLE first_rows');
}

/**
 * Multiplies the demo data of a state folder, of a server that does not run, until there are so many visits and persons.
 * Triggers rest meanwhile: a million rows take half a minute.
 */
export function multiply(stateDir: string, sessions: number, persons: number): void {
  const database = databaseIn(stateDir);
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  database.exec('PRAGMA synchronous = off; BEGIN');
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
  copyRows(database, 'audience_sessions', sessions);
  copyRows(database, 'persons', persons);
  database.exec("INSERT INTO person_search (person_search) VALUES ('rebuild')");
  for (const { sql } of triggers) database.exec(String(sql));
  database.exec('COMMIT');
  database.close();
}
