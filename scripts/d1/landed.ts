import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fingerprintOf, type SchemaRow, selectDefinitions } from '../../src/schema/check.ts';
import { root, UserError } from '../lib/settings.ts';
import { editedMigrations } from './history.ts';
import { type Migration, migrations } from './migrations.ts';
import { keptEdits } from './other-forms.ts';

const list = 'test/node/migrations.sha256';
/** The file with the SHA-256 of each committed migration, in the format of sha256sum. */
export const listOfHashes = path.join(root, list);

/** The SHA-256 of a migration's text. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A line of the list for each migration. */
export const hashesOf = (files: Migration[]): string[] =>
  files.map(({ name, text }) => `${hashOf(text)}  ${name}`);

/** The list in a commit. Undefined without git, or if the commit has no such list. */
function hashesIn(commit: string): string[] | undefined {
  try {
    const text = execFileSync('git', ['show', `${commit}:./${list}`], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return text.trimEnd().split('\n');
  } catch {
    return undefined;
  }
}

/**
 * The hashes of committed migrations. During a merge, only those of both sides: a migration of one side may get a new
 * number.
 */
function landedHashes(): string[] {
  const landed = hashesIn('HEAD') ?? readFileSync(listOfHashes, 'utf8').trimEnd().split('\n');
  const merged = hashesIn('MERGE_HEAD');
  return merged ? landed.filter((line) => merged.includes(line)) : landed;
}

/** A database in memory, with the schema of these migrations. */
export function databaseOf(files: Migration[]): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  for (const { text } of files) database.exec(text);
  return database;
}

/** The definitions of a database in memory. */
export const definitionsOf = (database: DatabaseSync): SchemaRow[] =>
  database.prepare(selectDefinitions({}).text).all() as unknown as SchemaRow[];

/** The fingerprint of the schema after these migrations. */
export const fingerprintAfter = (files: Migration[]): string =>
  fingerprintOf(definitionsOf(databaseOf(files)));

/**
 * Writes the files that depend on the migrations: their hashes, and the fingerprint of their schema. Throws UserError
 * when a committed migration was changed or moved.
 */
export function recordMigrations(): void {
  const hashes = hashesOf(migrations());
  const changed = landedHashes()
    .filter((line, index) => line !== hashes[index])
    .map((line) => line.split('  ')[1]);
  const edited = Object.entries(editedMigrations() ?? {})
    .filter(([name, object]) => object !== keptEdits[name])
    .map(([name]) => name);
  if (changed.length + edited.length > 0) {
    const names = [...new Set([...changed, ...edited])].join(', ');
    throw new UserError(`${names}: changed or removed after it landed; write a new migration.`);
  }
  writeFileSync(listOfHashes, hashes.map((line) => `${line}\n`).join(''));
  writeFileSync(
    path.join(root, 'src/schema/fingerprint.ts'),
    `/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '${fingerprintAfter(migrations())}';
`,
  );
}
