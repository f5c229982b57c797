import type { ComponentChildren } from 'preact';
import type { ListState } from '../data/list.ts';
import type { QueryState } from '../data/query.ts';
import { Await, Skeleton } from './states.tsx';
import { Table, type TableProps } from './table.tsx';

export interface TableOfProps<T> extends Omit<TableProps<T>, 'rows' | 'list'> {
  /** An answer, or a list by cursor. */
  of: QueryState<T[]> | ListState<T>;
  /** What stands there when there are no rows. */
  empty: ComponentChildren;
  /** So many lines stand there until the rows come. */
  lines?: number;
}

/** A table of an answer, or what stands in its place: loading, failed, empty. */
export function TableOf<T>({ of, empty, lines = 4, ...table }: TableOfProps<T>) {
  const list = 'items' in of ? of : undefined;
  const query = 'items' in of ? { ...of, data: of.items } : of;
  return (
    <Await query={query} skeleton={<Skeleton lines={lines} />}>
      {(rows) => (rows.length === 0 ? empty : <Table {...table} rows={rows} list={list} />)}
    </Await>
  );
}
