import { and, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm';
import type { SelectedFields, SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type IdPrefix, newId } from '../lib/ids.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../lib/precondition.ts';
import { toTimestamp } from '../lib/time.ts';
import type { Database, Optional, RowsOf } from './client.ts';
import { hasWrite, isCurrent, newWrite, revise as reviseRow, type WriteParams } from './conditional-write.ts';
import type { RowOf } from './record-list.ts';
import { insertWhere } from './sql.ts';
import { type Bound, build, type Param, type ParamsOf, statement, type ValuesOf } from './statement.ts';
import { type Unique, uniqueColumn } from './unique.ts';

// A record is a row with an id and an entity tag. A description of it gives, each in one batch in which a retry
// changes nothing: get, create, update, remove. With a statement of the slice: create and write. Parts of them, for
// such statements: insert, revise, isLive, areLive, select, selectState, orThrow, liveOrThrow, toTagged.

type Table = SQLiteTable &
  Record<'revision' | 'writeIds' | 'updatedAt', SQLiteColumn> & { deletedAt?: SQLiteColumn };
type Columns = SelectedFields & Record<'revision' | 'writeIds', SQLiteColumn>;
type State = { revision: number; writeIds: string; deletedAt?: number | null };
type Column<T extends Table> = keyof T['$inferInsert'] & string;

/** What is bound for a column: JSON is text. */
type Stored<V> = V extends string | number | boolean | null | undefined ? V : string;
/** Values of columns. An undefined one leaves its column as it is. */
type Values<T extends Table> = { [K in Column<T>]?: Stored<T['$inferInsert'][K]> | undefined };
/** Values of columns, which may be SQL. */
type Changes<T extends Table> = { [K in Column<T>]?: SQL | T['$inferInsert'][K] | undefined };
/** Parameters for the values of a new row. */
export type NewRow<T extends Table> = ParamsOf<{ [K in Column<T>]: Stored<T['$inferInsert'][K]> }> & {
  now: Param<number>;
};

type Write = ReturnType<typeof newWrite>;

/** What a slice adds to a write. */
interface Special<W, R extends readonly Optional[]> {
  /** The statement that writes, and one behind it. */
  write: (write: W) => Bound;
  also?: (write: W) => Bound;
  /** What else is read, and what it says of a write that was not possible. */
  reads?: R;
  refuse?: (...rows: RowsOf<R>) => unknown;
}

/** The description of a record. */
export interface RecordOf<
  T extends Table,
  K extends string,
  C extends Columns,
  Item,
  S extends SelectedFields,
> {
  table: T & Record<K, SQLiteColumn>;
  /** The name of its id, and what an id begins with. */
  id: K;
  prefix: IdPrefix;
  /** What an answer shows, and the state: revision, writeIds, and deletedAt if the table has it. */
  columns: C;
  /** What a deletion reads. By default the same. */
  state?: S;
  toItem: (row: RowOf<C>) => Item;
  /** Throws when there is no row. */
  orThrow: <R>(row: R | undefined) => R;
  /** The entity tag, in SQL and of a row. By default it is the revision. */
  etag?: { sql: SQL | SQLiteColumn; of: (row: RowOf<C>) => string };
  unique?: Unique<Column<T>>;
  /** What a new record has, besides the given values. */
  initial?: Changes<T>;
  /** What a deleted record has in place of its texts. */
  emptied?: Changes<T>;
}

/** The functions that all records have. It is called at the top of a module. */
export function record<
  T extends Table,
  const K extends string,
  C extends Columns,
  Item,
  S extends SelectedFields = C,
>(described: RecordOf<T, K, C, Item, S>) {
  const { table, id, prefix, columns, toItem, orThrow, initial, emptied } = described;
  type Row = RowOf<C> & State;
  type Key = Record<K, string>;
  const idColumn = table[id];
  const etag = described.etag ?? {
    sql: table.revision,
    of: (row: RowOf<C>) => String((row as Row).revision),
  };
  const unique =
    described.unique && uniqueColumn(table as Table & Record<string, SQLiteColumn>, id, described.unique);
  /** All columns by name: what a description binds depends on no name that is missing. */
  const complete = (values: object): Record<string, unknown> =>
    Object.fromEntries(
      Object.keys(getTableColumns(table)).map((name) => [name, values[name as keyof typeof values]]),
    );
  const uniqueIn = (values: object) => unique && (values as Record<string, unknown>)[unique.column];

  /** The condition that a row is not deleted. */
  const areLive = table.deletedAt && isNull(table.deletedAt);
  /** The condition that a row is this record and not deleted. */
  const isLive = (key: Param<string>) => and(eq(idColumn, key), areLive);

  /** Throws when there is no row, or the record is deleted. */
  const liveOrThrow = <R extends object>(row: R | undefined): R =>
    orThrow(row && 'deletedAt' in row && row.deletedAt !== null ? undefined : row);

  const toTagged = (row: RowOf<C>): Tagged<Item> => ({ value: toItem(row), etag: etag.of(row) });

  const selectRow = statement(({ key }: { key: Param<string> }, isState: boolean) =>
    build
      .select((isState && described.state) || columns)
      .from(table)
      .where(eq(idColumn, key)),
  );
  /** Selects a record, deleted or not, within a batch. */
  const select = (key: Key) => selectRow({ key: key[id] }, false) as Bound<Row>;
  /** Selects its state, deleted or not, within a batch. */
  const selectState = (key: Key) => selectRow({ key: key[id] }, true) as Bound<RowOf<S> & State>;

  /** A live record. Throws when there is none. */
  async function get(db: Database, key: string): Promise<Tagged<Item>> {
    const [[row]] = await db.batch([select({ [id]: key } as Key)]);
    return toTagged(liveOrThrow<Row>(row));
  }

  /** An INSERT of a record, if its unique value is free and the condition holds. */
  const insert = ({ now, ...row }: { [N in keyof NewRow<T>]: SQL | null | undefined }, condition?: SQL) => {
    const value = uniqueIn(row) as Param<string> | undefined;
    return insertWhere(
      table as SQLiteTable,
      { ...initial, ...row, revision: 1, createdAt: now, updatedAt: now },
      and(value && unique?.isFree({ id: row[id] as Param<string>, value }), condition),
      idColumn,
    );
  };
  const insertRow = statement((row: NewRow<T>) => insert(row));

  /** Creates a record. Throws `…_conflict` when another has its unique value, and what `refuse` throws. */
  async function create<const R extends readonly Optional[] = []>(
    db: Database,
    values: Values<T>,
    special?: Special<ValuesOf<NewRow<T>>, R>,
  ): Promise<Tagged<Item>> {
    const key = newId(prefix);
    const row = complete({ ...values, [id]: key, writeIds: newId('write') });
    const made = { ...row, now: Date.now() } as ValuesOf<NewRow<T>>;
    const [, , [created], [holder], ...found] = await db.batch([
      (special?.write ?? insertRow)(made),
      special?.also?.(made),
      select({ [id]: key } as Key),
      unique?.selectHolder({ id: key, value: String(uniqueIn(row)) }),
      ...(special?.reads ?? []),
    ]);
    // In a retry, another may have got the unique value that this one had.
    if (created) return toTagged(created);
    unique?.throwIfHeld(holder);
    special?.refuse?.(...(found as RowsOf<R>));
    return toTagged(orThrow<Row>(undefined));
  }

  /** An UPDATE of a live record that meets `If-Match` and the condition, if its unique value is free. */
  const revise = (key: Param<string>, write: WriteParams, changes: Changes<T>, condition?: SQL) => {
    const value = uniqueIn(changes) as Param<string> | undefined;
    const where = [isLive(key), isCurrent(etag.sql, write), value && unique?.isFree({ id: key, value })];
    return reviseRow(table as Table, write, changes, and(...where, condition));
  };
  const changeRow = statement(
    ({ key, changes, write }: { key: Param<string>; changes: ParamsOf<Values<T>>; write: WriteParams }) =>
      revise(key, write, changes as Changes<T>),
  );

  /** Writes to a live record, if anything is `given`. Throws `precondition_failed`, a conflict, or as `refuse`. */
  async function write<const R extends readonly Optional[] = []>(
    db: Database,
    key: string,
    given: object,
    ifMatch: IfMatch,
    {
      write: writeRow,
      also,
      reads,
      refuse,
      refuseFor,
    }: Special<Write, R> & {
      /** What the record says of it. */
      refuseFor?: (row: Row) => unknown;
    },
  ): Promise<Tagged<Item>> {
    if (Object.values(given).every((value) => value === undefined))
      return matched(await get(db, key), ifMatch);
    const write = newWrite(ifMatch);
    const [, , [row], [holder], ...found] = await db.batch([
      writeRow(write),
      also?.(write),
      select({ [id]: key } as Key),
      unique?.selectHolder({ id: key, value: String(uniqueIn(given) ?? '') }),
      ...(reads ?? []),
    ]);
    const live = liveOrThrow<Row>(row);
    const tagged = toTagged(live);
    if (hasWrite(live, write)) return tagged;
    assertMatch(tagged.etag, ifMatch);
    unique?.throwIfHeld(holder);
    refuse?.(...(found as RowsOf<R>));
    refuseFor?.(live);
    return tagged;
  }

  /** Changes the given columns of a live record. Throws as `write` does. */
  const update = (db: Database, key: string, values: Values<T>, ifMatch: IfMatch): Promise<Tagged<Item>> =>
    write(db, key, values, ifMatch, {
      write: (write) => changeRow({ key, changes: complete(values) as never, write }),
    });

  const markDeleted = statement(({ key, write }: { key: Param<string>; write: WriteParams }) =>
    reviseRow(
      table as Table,
      write,
      { ...emptied, deletedAt: write.now },
      and(isLive(key), isCurrent(etag.sql, write)),
    ),
  );
  /** Deletes a record. A second call changes nothing. Throws when there is none, and `precondition_failed`. */
  async function remove(
    db: Database,
    key: string,
    ifMatch: IfMatch,
  ): Promise<Tagged<Key & { deletedAt: string }>> {
    const write = newWrite(ifMatch);
    const [, [row]] = await db.batch([markDeleted({ key, write }), selectState({ [id]: key } as Key)]);
    const { deletedAt, revision } = orThrow<State>(row);
    const tag = String(revision);
    if (deletedAt === null) assertMatch(tag, ifMatch);
    const value = { [id]: key, deletedAt: toTimestamp(deletedAt ?? write.now) } as Key & {
      deletedAt: string;
    };
    return { value, etag: tag };
  }

  return {
    table,
    columns,
    toItem,
    orThrow,
    areLive,
    isLive,
    liveOrThrow,
    toTagged,
    select,
    selectState,
    get,
    insert,
    create,
    revise,
    write,
    update,
    // A table without deletedAt has nothing that is deleted.
    remove: remove as T extends { deletedAt: SQLiteColumn } ? typeof remove : undefined,
  };
}
