import { recordMigrations } from './d1/landed.ts';
import { main } from './lib/settings.ts';

// npm run db:schema: run it after you write a migration by hand. Writes the files that depend on the migrations:
// their hashes, and the fingerprint of their schema. Refuses when a committed migration was changed.
await main(async () => recordMigrations());
