import type { Bindings } from '../../config/bindings.ts';
import type { Columns } from './table.ts';

/** The columns of every answer that is a table, by the path of its route. */
export type ColumnsByRoute = Readonly<Record<string, Columns>>;

let known: ColumnsByRoute | undefined;

/** Reads the columns from an asset that `npm run build` makes: in the Worker they would be 2 KiB more. */
export async function readColumns({ ASSETS }: Bindings): Promise<ColumnsByRoute> {
  if (known) return known;
  // The host says nothing: an asset has no other.
  const response = await ASSETS.fetch('https://assets.local/csv-columns.json');
  if (!response.ok) throw new Error(`the asset csv-columns.json is a ${response.status}`);
  known = await response.json<ColumnsByRoute>();
  return known;
}
