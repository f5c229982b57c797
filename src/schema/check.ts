import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { statement } from '../db/statement.ts';

export interface SchemaRow {
  name: string;
  sql: string;
}

/** The most rows of `sqlite_master` that are read; a migrated database has about 150. */
const most = 1000;

/** Selects the definitions of a database, except SQLite's, D1's, the table of applied migrations and the triggers of an export. */
export const selectDefinitions = statement(
  () => sql<SchemaRow>`select name, sql from sqlite_master
  where sql is not null and name not glob 'sqlite_*' and name not glob '_cf_*' and name <> 'd1_migrations'
    and name not glob 'export_note_*'
  order by name limit ${sql.raw(String(most))}`,
);

/** Names of the tables that FTS5 creates for each FTS5 table. */
const shadow = /_(?:data|idx|content|docsize|config)$/;

/** SQL without the differences that white space, quotes and comments make. */
export const normalised = (text: string): string =>
  text
    .replace(/--[^\n]*/g, ' ')
    .replace(/["`[\]]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([(),;=<>|+*/-]) ?/g, '$1')
    .trim();

/** The fingerprint of the schema with these definitions: SHA-256, 43 characters. */
export function fingerprintOf(rows: SchemaRow[]): string {
  const virtual = rows.filter(({ sql }) => /^create virtual table/i.test(sql)).map(({ name }) => name);
  const isShadow = (name: string) =>
    virtual.some((table) => name.startsWith(table) && shadow.test(name.slice(table.length)));
  const hash = createHash('sha256');
  for (const { name, sql } of rows) if (!isShadow(name)) hash.update(`${name}\n${normalised(sql)}\n`);
  return hash.digest('base64url');
}
