import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '../lib/settings.ts';
import { type Definition, type Derived, differences } from './derived.ts';

const isFts = ({ kind }: Definition) => kind === 'virtual table';
const rank = ({ kind }: Definition) => (kind === 'trigger' ? 1 : 0);

/**
 * Throws UserError when an FTS5 table has changed, or the view with its texts: its existing index would not be
 * updated.
 */
export function assertNoFts(database: DatabaseSync, derived: readonly Derived[]): void {
  const { stale, missing } = differences(database, derived);
  const different = [...stale, ...missing];
  const isContentOf = ({ sql }: Definition, { name }: Definition) =>
    new RegExp(`content\\s*=\\s*['"]?${name}\\b`, 'i').test(sql);
  const table =
    different.find(isFts) ??
    derived.filter(isFts).find((one) => different.some((view) => isContentOf(one, view)));
  if (table)
    throw new UserError(
      `the index of the FTS5 table ${table.name} has to be made anew; write that migration by hand: ` +
        'npm run db:generate -- --custom --name <verb>_<noun>',
    );
}

function run(database: DatabaseSync, sql: string, source: string): void {
  try {
    database.exec(sql);
  } catch (error) {
    throw new UserError(`${source}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * The migration that creates the definitions of `derived` in a database. Empty if the database has them already.
 * `tables`, the changes of tables, comes after all DROPs and before all CREATEs, because SQLite does not alter a
 * table that a broken view reads. FTS5 tables are not included. Throws UserError with SQLite's reason when SQLite
 * refuses a statement.
 */
export function derivedMigration(
  database: DatabaseSync,
  tables: string,
  derived: readonly Derived[],
): string {
  const drops = differences(database, derived)
    .stale.filter((one) => !isFts(one))
    .sort((a, b) => rank(b) - rank(a))
    .map(({ kind, name }) => `DROP ${kind.toUpperCase()} IF EXISTS ${name};`);
  run(database, drops.join('\n'), 'drop');
  run(database, tables, 'the tables');
  // Dropping a view drops its triggers, and when drizzle-kit creates a table again, its triggers are dropped too.
  const creates = differences(database, derived)
    .missing.filter((one) => !isFts(one))
    .sort((a, b) => rank(a) - rank(b));
  for (const { sql, file } of creates) run(database, sql, file);
  const parts = [...drops, tables, ...creates.map(({ text }) => text)];
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n--> statement-breakpoint\n');
}
