import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Secrets of this database, made at random by the migration that adds their row. `npm run export` leaves them out. */
export const secrets = sqliteTable('secrets', {
  name: text({ enum: ['erased_identifiers', 'previews'] }).primaryKey(),
  value: text().notNull(),
});
