import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fingerprintOf, type SchemaRow, selectDefinitions } from '../../src/schema/check.ts';
import { schemaFingerprint } from '../../src/schema/fingerprint.ts';
import { optionsOfWrangler } from './local-d1.ts';
import { migrations } from './migrations.ts';

/** Whether a file of SQLite has all migrations of this version, no newer ones, and the schema that they make. */
function isCurrent(file: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database.prepare('select name from d1_migrations order by name').all();
    const applied = rows.map(({ name }) => name);
    const all = migrations().map(({ name }) => name);
    const definitions = database.prepare(selectDefinitions({}).text).all() as unknown as SchemaRow[];
    // A database from before the baseline has more names than this version has files.
    return (
      applied.at(-1) === all.at(-1) &&
      all.every((name) => applied.includes(name)) &&
      fingerprintOf(definitions) === schemaFingerprint
    );
  } finally {
    database.close();
  }
}

/**
 * Whether the databases of a state folder are there and need no migration, as their files say: to start a workerd that
 * says so takes most of a second. False in doubt. The caller must have locked the folder.
 */
export async function isMigrated(folder: string): Promise<boolean> {
  const { d1Databases = {} } = await optionsOfWrangler();
  const inner = path.join(folder, 'v3/d1/miniflare-D1DatabaseObject');
  try {
    const files = readdirSync(inner).filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file));
    const all = new Set(Object.values(d1Databases).map(({ id }) => id));
    return files.length === all.size && files.every((file) => isCurrent(path.join(inner, file)));
  } catch {
    return false;
  }
}
