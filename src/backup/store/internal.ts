import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { type Bound, statement } from '../../db/statement.ts';

/** A database: that of a request, or one that a command has opened. */
export interface Batches {
  /** Runs statements in one transaction. Returns the rows of each. */
  batch: (statements: readonly Bound[]) => Promise<Record<string, unknown>[][]>;
}

/** A database for exports and restores. They emit no events. */
export const batchesOn = (db: Database): Batches => ({
  batch: (statements) => db.batchUntold(statements) as Promise<Record<string, unknown>[][]>,
});

/** A table as it is in the database, with the columns that rows have. */
export interface Table {
  name: string;
  /** Without those that SQLite computes. */
  columns: string[];
  /** Of its primary key, in their order. */
  key: string[];
}

/** The tables that no export has: secrets, what migrations fill, and what exports and restores note. */
export const excludedTables = [
  'd1_migrations',
  'export_changes',
  'exports',
  'free_mail_domains',
  'restore_pass',
  'restores',
  'secrets',
  'sign_in_codes',
  'source_secrets',
  'webhook_secrets',
] as const;

/** SQL of the tables of a database that rows can be put into: not those of FTS5, of SQLite and of D1. */
export const selectTables = statement(
  () => sql<{ name: string; columns: string; keys: string }>`select t.name as name,
      json_group_array(c.name order by c.cid) as columns,
      json_group_array(c.name order by c.pk) filter (where c.pk > 0) as keys
    from pragma_table_list t join pragma_table_xinfo(t.name) c on c.hidden = 0
    where t.type = 'table' and t.schema = 'main' and t.name not glob 'sqlite_*' and t.name not glob '_cf_*'
      and t.name not in ${excludedTables}
    group by t.name order by t.name`,
);

/** The tables from rows of `selectTables`. One of your own may have no primary key: then its `rowid` is one. */
export const tablesIn = (rows: readonly Record<string, unknown>[]): Table[] =>
  rows.map((row) => {
    const [columns, key] = [row.columns, row.keys].map((names) => JSON.parse(String(names)) as string[]) as [
      string[],
      string[],
    ];
    const rowid = key.length === 0 ? ['rowid'] : [];
    return { name: String(row.name), columns: [...rowid, ...columns], key: [...rowid, ...key] };
  });

/** What a file has and a database does not, as `table` or `table.column`. */
export const missingIn = (
  tables: readonly Table[],
  ofFile: Readonly<Record<string, readonly string[]>>,
): string[] =>
  Object.entries(ofFile).flatMap(([name, columns]) => {
    const table = tables.find((table) => table.name === name);
    if (!table) return [name];
    return columns.filter((column) => !table.columns.includes(column)).map((column) => `${name}.${column}`);
  });

/** How the text of statements begins that there are for each table. Tests do not list them one by one. */
export const ofEachTable = '/* of each table */';

/** A statement whose text depends on the tables of a database. Names in it come from the schema, never from a request. */
export const textOf = (text: string, ...params: unknown[]): Bound => ({
  text: `${ofEachTable} ${text}`,
  params,
  decoders: [],
});

/** A name as SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** A text as SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** Names as SQL, with what stands before and after each. */
export const list = (names: readonly string[], before = '', after = ''): string =>
  names.map((name) => `${before}${quoted(name)}${after}`).join(', ');

// A row as a line of an export: {"table":"topics","row":{"topic_id":"topic_…","sort_order":["1.5","r"]}}. A column without a
// value is left out. Bytes and numbers with a fraction, which JSON would change, are arrays: ["0AFF"] and ["1.5","r"].
// SQLite writes and reads the lines, so that the Worker parses none of them.

/** How many columns one call of a function of SQLite takes: D1 has a limit of 32 arguments. */
const mostColumns = 15;

const chunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** SQL of the line of a row, which `alias` names. */
export function lineOf({ name, columns }: Table, alias: string): string {
  const value = (column: string) => {
    const of = `${alias}.${quoted(column)}`;
    return `case typeof(${of}) when 'blob' then json_array(hex(${of})) when 'real' then json_array(printf('%!.17g', ${of}), 'r') else ${of} end`;
  };
  // json_patch leaves out what is null.
  const row = chunks(columns, mostColumns).reduce(
    (before, some) =>
      `json_patch(${before}, json_object(${some.map((column) => `${literal(column)}, ${value(column)}`).join(', ')}))`,
    `'{}'`,
  );
  return `json_object('table', ${literal(name)}, 'row', json(${row}))`;
}

/** SQL of the line that says that a row is gone, whose key is JSON. */
export const goneLineOf = ({ name }: Table, key: string): string =>
  `json_object('table', ${literal(name)}, 'deleted', json(${key}))`;

/** SQL of the key of a row as a JSON array. */
export const keyOf = ({ key }: Table, alias: string): string =>
  `json_array(${key.map((column) => `${alias}.${quoted(column)}`).join(', ')})`;

/** SQL of the condition that a row has the key that is a JSON array. */
export const hasKey = ({ key }: Table, alias: string, json: string): string =>
  key.map((column, at) => `${alias}.${quoted(column)} = ${json} ->> ${at}`).join(' and ');

/** SQL of the value of a column in a row, which is JSON. */
export function valueIn(row: string, column: string): string {
  const path = literal(`$."${column}"`);
  return `case json_type(${row}, ${path}) when 'array' then iif(json_array_length(${row}, ${path}) = 2, cast(${row} -> ${path} ->> 0 as real), unhex(${row} -> ${path} ->> 0)) else ${row} ->> ${path} end`;
}

/** The table of a line and whether the row is gone, or undefined for a line that is no row. */
export function tableIn(line: string): { name: string; isGone: boolean } | undefined {
  const [, name, what] = /^\{"table":("(?:[^"\\]|\\.){1,200}"),"(row|deleted)":/.exec(line) ?? [];
  return name === undefined ? undefined : { name: JSON.parse(name) as string, isGone: what === 'deleted' };
}
