import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changedMigrations, fingerprintOfMigrations, hashesOf, listOfHashes } from './lib/landed.ts';
import { migrations } from './lib/migrations.ts';
import { main, root, UserError } from './lib/settings.ts';

// npm run db:schema: writes what follows from the migrations: the fingerprint of their schema, and the hashes of
// those that are new. Refuses when one that has landed is another now.
await main(async () => {
  const landed = readFileSync(listOfHashes, 'utf8');
  const changed = changedMigrations(landed);
  if (changed.length > 0)
    throw new UserError(`${changed.join(', ')}: changed or removed after it landed; write a new migration.`);
  const known = landed.split('\n').length - 1;
  const added = hashesOf(migrations()).slice(known);
  appendFileSync(listOfHashes, added.map((line) => `${line}\n`).join(''));
  writeFileSync(
    path.join(root, 'src/db/schema-fingerprint.ts'),
    `/** The schema that the migrations in drizzle/ make; npm run db:schema writes it. */
export const schemaFingerprint = '${fingerprintOfMigrations()}';
`,
  );
});
