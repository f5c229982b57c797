import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { newId } from '../lib/ids.ts';
import type { IfMatch } from '../lib/precondition.ts';
import { build, type Param } from './statement.ts';

// A conditional write is an UPDATE with conditions, followed by a SELECT of the same row in the same batch. The row's
// writeId shows whether the UPDATE changed it. If not, the other columns show why.

/** A table whose rows count their writes. */
type Revised = SQLiteTable & { revision: SQLiteColumn; writeId: SQLiteColumn; updatedAt: SQLiteColumn };

/** The values that every conditional write binds, besides its changes. */
export interface WriteParams {
  /** Identifies the request, so that a row shows which request wrote it. Used for one row only. */
  writeId: Param<string>;
  /** Milliseconds since 1970. */
  now: Param<number>;
  /** The entity tags of `If-Match`, as one text of `tagList`. */
  ifMatch: Param<string> | undefined;
}

/** The values of a new write. */
export const newWrite = (ifMatch: IfMatch) => ({
  writeId: newId('write'),
  now: Date.now(),
  ifMatch: tagList(ifMatch),
});

/** The tags of `If-Match` as one text to bind, with a line feed before and after each: no header can contain one. */
const tagList = (tags: IfMatch): string | undefined => tags && `\n${tags.join('\n')}\n`;

/** The condition that an entity tag, an SQL expression, is one of those in `If-Match` (RFC 9110, 13.1.1). */
export const isCurrent = (
  etag: SQL | SQLiteColumn,
  { ifMatch }: Pick<WriteParams, 'ifMatch'>,
): SQL | undefined => ifMatch && sql`instr(${ifMatch}, char(10) || ${etag} || char(10)) > 0`;

/**
 * An UPDATE of a row that also sets its next revision, its writeId and its time. An undefined change leaves its
 * column.
 */
export const revise = <T extends Revised>(
  table: T,
  { writeId, now }: Omit<WriteParams, 'ifMatch'>,
  changes: { [K in keyof T['$inferInsert']]?: SQL | T['$inferInsert'][K] | undefined },
  where: SQL | undefined,
) =>
  build
    .update(table as SQLiteTable)
    .set({ ...changes, revision: sql`${table.revision} + 1`, writeId, updatedAt: now })
    .where(where);
