import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
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

/** A state folder with the database of 144f7410. */
export function earlierStateDir(): string {
  const folder = migratedStateDir();
  const inner = path.join(folder, 'v3/d1/miniflare-D1DatabaseObject');
  for (const name of readdirSync(inner).filter((name) => /^[0-9a-f]{64}\.sqlite/.test(name))) {
    if (name.endsWith('.sqlite')) writeTo(path.join(inner, name));
    else rmSync(path.join(inner, name));
  }
  return folder;
}
