import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { newId } from '../lib/ids.ts';
import type { IfMatch } from '../lib/precondition.ts';
import { build, type Param } from './statement.ts';

// A conditional write is one UPDATE that changes its row only if all it asks for holds, and a SELECT behind it in
// the same batch: the row's writeId says whether the write was done, and the row says why not.

/** A table whose rows count their writes. */
type Revised = SQLiteTable & { revision: SQLiteColumn; writeId: SQLiteColumn; updatedAt: SQLiteColumn };

/** What every conditional write binds, beside what it changes. */
export interface WriteParams {
  /** Names the request, so that the row tells whose write it has; for this row only. */
  writeId: Param<string>;
  /** Milliseconds since 1970. */
  now: Param<number>;
  /** The entity tags that are wanted, by `tagList`. */
  ifMatch: Param<string> | undefined;
}

/** The values of a write that begins now. */
export const newWrite = (ifMatch: IfMatch) => ({
  writeId: newId('write'),
  now: Date.now(),
  ifMatch: tagList(ifMatch),
});

/** The tags of `If-Match` as one text, to be bound: each between line feeds, which no header can have. */
const tagList = (tags: IfMatch): string | undefined => tags && `\n${tags.join('\n')}\n`;

/** The condition that an entity tag, an SQL expression, is one of those that a write asks for (RFC 9110, 13.1.1). */
export const isCurrent = (
  etag: SQL | SQLiteColumn,
  { ifMatch }: Pick<WriteParams, 'ifMatch'>,
): SQL | undefined => ifMatch && sql`instr(${ifMatch}, char(10) || ${etag} || char(10)) > 0`;

/** An UPDATE of a row, with its next revision, the name and the time of the write; undefined leaves a column. */
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
