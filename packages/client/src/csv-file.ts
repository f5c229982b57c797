/** An operation of the client that answers a list, or numbers, such as `listAccounts`. */
type Operation = (options: never) => Promise<{ data: unknown }>;

/**
 * All rows of what an operation answers, as a CSV file: `csvFile(listAccounts, { client, query: { sort: 'latestVisitAt' } })`.
 * Throws a FootfallProblem, also if the file does not arrive to its end.
 */
export async function csvFile<O extends Operation>(operation: O, options: Parameters<O>[0]): Promise<Blob> {
  const { query, ...rest } = options as { query?: object };
  const ask = operation as unknown as (options: object) => Promise<{ data: Blob }>;
  const { data } = await ask({ ...rest, query: { ...query, format: 'csv' }, parseAs: 'blob' });
  return data;
}
