import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { applyMigrations } from '../../scripts/d1/migrations.ts';
import { type Databases, toText } from '../../scripts/d1/sql.ts';
import { migratedStateDir } from './migrated.ts';
import { emptyStateDir, root } from './processes.ts';

// A real database of commit 144f7410: `npm start` of that commit made it and loaded its demo data, a webhook, an alert and
// an erasure came through its API, and most sessions, logs and events were deleted to make the file small.
const fixture = path.join(root, 'test/fixtures/database-of-144f7410.sqlite.gz');

/** Writes the database of 144f7410 to a file. */
const writeTo = (file: string): void => writeFileSync(file, gunzipSync(readFileSync(fixture)));

/** A file with the database of 144f7410. */
export function earlierFile(): string {
  const file = path.join(emptyStateDir(), 'earlier.sqlite');
  writeTo(file);
  return file;
}

/** A state folder with the database that `write` writes to a file. */
export function stateDirOf(write: (file: string) => void): string {
  const folder = migratedStateDir();
  const inner = path.join(folder, 'v3/d1/miniflare-D1DatabaseObject');
  for (const name of readdirSync(inner).filter((name) => /^[0-9a-f]{64}\.sqlite/.test(name))) {
    rmSync(path.join(inner, name));
    if (name.endsWith('.sqlite')) write(path.join(inner, name));
  }
  return folder;
}

/** A state folder with the database of 144f7410. */
export const earlierStateDir = (): string => stateDirOf(writeTo);

/** A database for commands that is only of SQLite. */
export function databasesOn(database: DatabaseSync): Databases {
  const run = (statements: string[]) =>
    Promise.resolve(statements.map((text) => database.prepare(text).all() as never));
  return {
    bindings: ['DB'],
    run: (_, statements) => run(statements.map(toText)),
    batch: (_, statements) => run(statements.map(toText)),
    migrate: () => applyMigrations(run),
    close: () => Promise.resolve(),
  };
}
