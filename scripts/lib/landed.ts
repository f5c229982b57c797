import { createHash } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core';
import { definitions, fingerprintOf, type SchemaRow } from '../../src/db/schema-check.ts';
import { type Migration, migrations } from './migrations.ts';
import { root } from './settings.ts';

/** Where the SHA-256 of each landed migration stands, in the format of sha256sum. */
export const listOfHashes = path.join(root, 'test/node/migrations.sha256');

/** A line of the list for each migration. */
export const hashesOf = (files: Migration[]): string[] =>
  files.map(({ name, text }) => `${createHash('sha256').update(text).digest('hex')}  ${name}`);

/** The migrations of a list of hashes that are not as they were, or not where they were. */
export function changedMigrations(landed: string): string[] {
  const now = hashesOf(migrations());
  return landed
    .split('\n')
    .filter(Boolean)
    .flatMap((line, index) => (line === now[index] ? [] : (line.split('  ')[1] ?? line)));
}

/** The fingerprint of the schema that the migrations make, in SQLite's memory. */
export function fingerprintOfMigrations(): string {
  const database = new DatabaseSync(':memory:');
  for (const { text } of migrations()) database.exec(text);
  const rows = database.prepare(new SQLiteAsyncDialect().sqlToQuery(definitions).sql).all();
  database.close();
  return fingerprintOf(rows as unknown as SchemaRow[]);
}
