import { integer, text } from 'drizzle-orm/sqlite-core';

/** The columns of a record that counts its writes, for its ETag, and keeps the ids of the last: db/conditional-write.ts. */
export const written = {
  revision: integer().notNull(),
  writeIds: text('write_id').notNull(),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
};

/** As `written`, of a record that keeps its row when it is deleted. */
export const writtenOrDeleted = { ...written, deletedAt: integer('deleted_at') };
