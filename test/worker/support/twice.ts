import type { Database } from '../../../src/db/client.ts';
import { openTestDatabase } from './client.ts';

const db = openTestDatabase();

/** A database that runs every batch twice and loses the first answer. */
export const twice: Database = Object.assign(Object.create(db) as Database, {
  batch: async (statements: Parameters<Database['batch']>[0]) => {
    await db.batch(statements);
    return db.batch(statements);
  },
});
