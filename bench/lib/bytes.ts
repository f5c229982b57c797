import type { DatabaseSync } from 'node:sqlite';

/** The growth of a database. */
export interface Growth {
  total: number;
  /** Bytes by table or index, the largest first. */
  parts: [table: string, bytes: number][];
}

/** Bytes of the live pages of each table and index, as SQLite's dbstat counts them. */
export const bytesByTable = (database: DatabaseSync): Map<string, number> =>
  new Map(
    database
      .prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name')
      .all()
      .map(({ name, bytes }) => [String(name), Number(bytes)]),
  );

/** The difference of two measurements. */
export function growthOf(before: Map<string, number>, after: Map<string, number>): Growth {
  const parts = [...after]
    .map(([name, bytes]): [string, number] => [name, bytes - (before.get(name) ?? 0)])
    .sort((a, b) => b[1] - a[1]);
  return { total: parts.reduce((sum, [, bytes]) => sum + bytes, 0), parts };
}
