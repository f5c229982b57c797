import { recordMigrations } from './lib/landed.ts';
import { main } from './lib/settings.ts';

// npm run db:schema: after a migration was written by hand. Writes what follows from the migrations: their hashes,
// and the fingerprint of their schema. Refuses when one that is committed is not as it was.
await main(async () => recordMigrations());
