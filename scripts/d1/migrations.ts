import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../lib/settings.ts';
import type { Row } from './sql.ts';

/**
 * The last file of the baseline, which makes the schema of the commit below. It has the name of that commit's last
 * migration, so both our commands and `wrangler d1 migrations apply` count it as applied to a database of that commit.
 */
export const baseline = '0058_block_format.sql';
export const baselineCommit = '144f7410';

const migrationsFolder = path.join(root, 'drizzle');

export interface Migration {
  name: string;
  text: string;
}

/** The migrations in a folder, in order. */
export const migrations = (folder = migrationsFolder): Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));

// The table of `wrangler d1 migrations apply`, so that either program can continue after the other.
const journal = `create table if not exists d1_migrations (
  id integer primary key autoincrement,
  name text unique,
  applied_at timestamp default current_timestamp not null
)`;

/** Applies those of the migrations that a database misses, each in one transaction. Returns their names. */
export async function applyMigrations(
  run: (statements: string[]) => Promise<Row[][]>,
  all = migrations(),
): Promise<string[]> {
  const [, rows = []] = await run([journal, 'select name from d1_migrations']);
  const applied = new Set(rows.map(({ name }) => name));
  const missing = all.filter(({ name }) => !applied.has(name));
  for (const { name, text } of missing) {
    const statements = text.split('--> statement-breakpoint').filter((part) => part.trim() !== '');
    await run([
      ...statements.map((part) => part.trim()),
      `insert into d1_migrations (name) values ('${name}')`,
    ]);
  }
  return missing.map(({ name }) => name);
}
