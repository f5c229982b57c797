import { and, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { newId } from '../lib/ids.ts';
import { type IfMatch, withoutVisit } from '../lib/precondition.ts';
import { build, type Param } from './statement.ts';

// A conditional write is an UPDATE with conditions, followed by a SELECT of the same row in the same batch. The row's
// writeIds show whether the UPDATE changed it. If not, the other columns show why.
//
// D1's answer may be lost after the commit, and the batch is then sent again (retry.ts). Others may have written the
// row in between. So a row keeps the ids of its last writes, and a write that is among them does nothing.

/** How many writes of a row are kept: one more than others may make before a retry. */
export const keptWrites = 8;
/** The length of the id of a write, or of an entry of a list of persons, and of the space behind it. A Worker cannot make an id while it starts. */
const idLength = 'write_'.length + 26 + 1;
/** The most characters of the ids of a row's last writes. */
export const writeIdsLength = keptWrites * idLength;
/** SQL of the id that goes from a full column of ids with the next write. */
export const oldestWrite = (writeIds: string): string =>
  `substr(${writeIds}, ${writeIdsLength - idLength + 1}, ${idLength - 1})`;

/** A table whose rows count their writes. */
type Revised = SQLiteTable & { revision: SQLiteColumn; writeIds: SQLiteColumn; updatedAt: SQLiteColumn };

/** The values that every conditional write binds, besides its changes. */
export interface WriteParams {
  /** Identifies the request, so that a row shows which request wrote it. Used for one row only. */
  writeId: Param<string>;
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

/** The tags of `If-Match` without visits, as one text to bind, with a line feed before and after each: no header can contain one. */
export const tagList = (tags: IfMatch): string | undefined =>
  tags && `\n${tags.map(withoutVisit).join('\n')}\n`;

/** The condition that an entity tag, an SQL expression, is one of those in `If-Match` (RFC 9110, 13.1.1). */
export const isCurrent = (
  etag: SQL | SQLiteColumn,
  { ifMatch }: Pick<WriteParams, 'ifMatch'>,
): SQL | undefined => ifMatch && sql`instr(${ifMatch}, char(10) || ${etag} || char(10)) > 0`;

/** The ids of a row's last writes, with this one before them. */
export const withWrite = (writeIds: SQLiteColumn, { writeId }: Pick<WriteParams, 'writeId'>): SQL =>
  sql`substr(${writeId} || ' ' || ${writeIds}, 1, ${sql.raw(String(writeIdsLength))})`;

/** The condition that a row does not have this write yet. */
export const isUnwritten = (writeIds: SQLiteColumn, { writeId }: Pick<WriteParams, 'writeId'>): SQL =>
  sql`instr(${writeIds}, ${writeId}) = 0`;

/** The condition that this write is the last one of a row. */
export const isLastWrite = (writeIds: SQLiteColumn, { writeId }: Pick<WriteParams, 'writeId'>): SQL =>
  sql`instr(${writeIds}, ${writeId}) = 1`;

/** Whether a row, as it was read after the write, has this write. */
export const hasWrite = ({ writeIds }: { writeIds: string }, { writeId }: { writeId: string }): boolean =>
  writeIds.includes(writeId);

/** An UPDATE of a row, with its revision, writeIds and time, unless it has the write. Undefined changes nothing. */
export const revise = <T extends Revised>(
  table: T,
  write: Omit<WriteParams, 'ifMatch'>,
  changes: { [K in keyof T['$inferInsert']]?: SQL | T['$inferInsert'][K] | undefined },
  where: SQL | undefined,
) =>
  build
    .update(table as SQLiteTable)
    .set({
      ...changes,
      revision: sql`${table.revision} + 1`,
      writeIds: withWrite(table.writeIds, write),
      updatedAt: write.now,
    })
    .where(and(where, isUnwritten(table.writeIds, write)));
