import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readDerived } from './d1/derived.ts';
import { assertNoFts, derivedMigration } from './d1/derived-migration.ts';
import { freeMailMigration } from './d1/free-mail.ts';
import { databaseOf, recordMigrations } from './d1/landed.ts';
import { migrations } from './d1/migrations.ts';
import { main, parseOptions, root, UserError } from './lib/settings.ts';

const usage = 'usage: npm run db:generate -- --name <verb>_<noun> [--custom]';
const journal = path.join(root, 'drizzle/meta/_journal.json');
const fileOf = (name: string) => path.join(root, 'drizzle', name);

/** Runs drizzle-kit, which may ask about renamed columns. Returns the name of the new migration, if any. */
function drizzleKit(args: string[]): string | undefined {
  const before = new Set(migrations().map(({ name }) => name));
  const program = path.join(root, 'node_modules/drizzle-kit/bin.cjs');
  const { status } = spawnSync(process.execPath, [program, 'generate', ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new UserError('drizzle-kit failed.');
  return migrations().find(({ name }) => !before.has(name))?.name;
}

// npm run db:generate: writes the next migration, from the tables of each quarter (drizzle-kit), src/schema/derived/ and the list of
// free mail. With --custom it takes nothing from the tables, and leaves the rest of the migration, as of an FTS5
// table, to be written by hand.
await main(async () => {
  const { values } = parseOptions(
    { options: { name: { type: 'string' }, custom: { type: 'boolean' } } },
    usage,
  );
  const { name, custom = false } = values;
  if (!name || !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) throw new UserError(usage);
  const derived = await readDerived();
  const landed = migrations();
  if (!custom) assertNoFts(databaseOf(landed), derived);
  const journalBefore = readFileSync(journal);

  const ofTables = custom ? undefined : drizzleKit(['--name', name]);
  try {
    const tables = ofTables === undefined ? '' : readFileSync(fileOf(ofTables), 'utf8');
    const database = databaseOf(landed);
    const changes = [derivedMigration(database, tables, derived), freeMailMigration(database)];
    const text = changes.filter(Boolean).join('\n--> statement-breakpoint\n');
    if (text === '' && !custom) return console.log('Nothing has changed: no migration is written.');
    const file = ofTables ?? drizzleKit(['--custom', '--name', name]);
    if (file === undefined) throw new UserError('drizzle-kit made no migration.');
    writeFileSync(fileOf(file), `${text}\n`);
    if (custom) return console.log(`Write the rest of drizzle/${file}, then: npm run db:schema`);
    recordMigrations();
    if (freeMailMigration(databaseOf(migrations())) !== '')
      console.log('The list of free mail is longer than one migration: run npm run db:generate again.');
    console.log(
      `drizzle/${file} is written: read it, and add what rows that exist need; then npm run db:schema.`,
    );
  } catch (error) {
    // An incomplete migration must not stay, because it would look complete.
    if (ofTables !== undefined) {
      rmSync(fileOf(ofTables));
      rmSync(path.join(root, 'drizzle/meta', `${ofTables.slice(0, 4)}_snapshot.json`));
      writeFileSync(journal, journalBefore);
    }
    throw error;
  }
});
