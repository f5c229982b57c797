import { and, eq, isNull, ne, not } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type ErrorCode, FootfallError } from '../lib/errors.ts';
import { existsIn } from './sql.ts';
import { build, type Param, statement } from './statement.ts';

// A unique value is written on the condition that no other row has it. A SELECT after the write, in the same batch,
// finds the row that has it.

/** A row, and the value that it gets. */
interface Held {
  id: Param<string>;
  value: Param<string>;
}

/** A column in which no two rows have the same value. Deleted rows do not count. */
export interface Unique<N extends string = string> {
  column: N;
  code: ErrorCode;
  /** Its name in the interface. */
  field: string;
}

/** The conditions and the SELECT of a unique column. It is called at the top of a module. */
export function uniqueColumn<K extends string, N extends string>(
  table: SQLiteTable & Record<K | N, SQLiteColumn> & { deletedAt?: SQLiteColumn },
  id: K,
  { column, code, field }: Unique<N>,
) {
  const isHeld = (row: Held) =>
    and(eq(table[column], row.value), table.deletedAt && isNull(table.deletedAt), ne(table[id], row.id));
  return {
    column,
    /** The condition that no other row has the value. */
    isFree: (row: Held) => not(existsIn(table, isHeld(row))),
    /** Selects the other row that has the value. */
    selectHolder: statement((row: Held) =>
      build
        .select({ [id]: table[id] })
        .from(table)
        .where(isHeld(row)),
    ),
    /** Throws a conflict when there is such a row. */
    throwIfHeld: (holder: Record<string, unknown> | undefined) =>
      throwIfHeld(code, field, holder && String(holder[id])),
  };
}

/** Throws a conflict when another row holds the value of `field`. */
export function throwIfHeld(code: ErrorCode, field: string, conflictingId: string | undefined): void {
  if (conflictingId === undefined) return;
  throw new FootfallError(code, `${conflictingId} has this ${field} already.`, { field, conflictingId });
}
