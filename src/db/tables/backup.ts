import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Exports that run, or whose triggers are still to be dropped: see backup/store/end.ts. */
export const exports = sqliteTable('exports', {
  exportId: text('export_id').primaryKey(),
  startedAt: integer('started_at').notNull(),
  /** When its last part was read. An hour later the cron ends it. */
  readAt: integer('read_at').notNull(),
});

/** The rows that have changed while an export runs. Triggers write it, which exist only then. */
export const exportChanges = sqliteTable('export_changes', {
  sequence: integer().primaryKey(),
  /** The table. */
  name: text().notNull(),
  /** The primary key of the row, as a JSON array. */
  key: text().notNull(),
});

/** The steps of a restore, in their order. */
export const restorePhases = [
  'guarding',
  'clearing',
  'dropping',
  'receiving',
  'settling',
  'indexing',
  'deriving',
  'comparing',
  'opening',
  'done',
  'emptying',
  'resetting',
  'closing',
  'given_up',
] as const;

/** The restore that runs, or the last one: one row. */
export const restores = sqliteTable('restores', {
  /** Always 1. */
  id: integer().primaryKey(),
  restoreId: text('restore_id').notNull(),
  phase: text({ enum: restorePhases }).notNull(),
  /** The first line of the file, as JSON. */
  header: text().notNull(),
  hasKeys: integer('has_keys', { mode: 'boolean' }).notNull(),
  /** How many lines have been received. */
  lines: integer().notNull(),
  /** How far a phase of several steps is. */
  place: text().notNull(),
  /** The SQL of the triggers, as JSON: they are dropped while rows are received. */
  triggers: text().notNull(),
  /** The rows that the empty workspace had, as lines of an export. */
  initial: text().notNull(),
  /** How many rows each table has by the last line of the file, as JSON. */
  expected: text(),
  /** What they were compared with, as JSON. */
  comparison: text(),
  startedAt: integer('started_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
});

/** A row while the restore itself writes, and else none: other writes are refused by triggers. */
export const restorePass = sqliteTable('restore_pass', { id: integer().primaryKey() });
