import { env } from 'cloudflare:workers';
import { exceptions } from './plan-exceptions.ts';
import { shapeOf } from './statements.ts';

/** A step of a query plan that reads rows, and the bound of their number. */
export interface Step {
  /** The step in SQLite's words. */
  detail: string;
  /** Undefined when nothing bounds it. */
  bound: string | undefined;
}

interface Line {
  id: number;
  parent: number;
  detail: string;
}

interface Unique {
  /** Columns of each unique index and primary key, by the name of the index; of a primary key by `table.`. */
  columns: Map<string, string[]>;
  /** The condition of each partial index. */
  conditions: Map<string, string>;
  tables: Set<string>;
}

const namesIn = (list = '') => Array.from(list.matchAll(/\w+/g), ([name]) => name);

/** The unique indexes and primary keys of a database, from their SQL text. */
async function readUnique(db: D1Database): Promise<Unique> {
  const { results } = await db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL")
    .all<{ name: string; sql: string }>();
  const columns = new Map<string, string[]>();
  const conditions = new Map<string, string>();
  const tables = new Set<string>();
  for (const { name, sql } of results) {
    if (/^CREATE (?:VIRTUAL )?TABLE/i.test(sql)) {
      tables.add(name);
      const [, list, alone] = /PRIMARY KEY ?\(([^)]*)\)|[`"]?(\w+)[`"]? \w+ PRIMARY KEY/i.exec(sql) ?? [];
      const key = namesIn(list ?? alone);
      // The second name is that of the index of a primary key, in a table with rowids.
      if (key.length > 0) for (const of of [`${name}.`, `sqlite_autoindex_${name}_1`]) columns.set(of, key);
    } else {
      const of = /^CREATE UNIQUE INDEX \S+ ON \S+ ?\(([^)]*)\)/i.exec(sql)?.[1];
      if (of) columns.set(name, namesIn(of));
      conditions.set(name, / where (.*)$/is.exec(sql)?.[1] ?? '');
    }
  }
  return { columns, conditions, tables };
}

const unique = new Map<D1Database, Promise<Unique>>();
const uniqueOf = (db: D1Database) => {
  const known = unique.get(db) ?? readUnique(db);
  unique.set(db, known);
  return known;
};

/** A step that reads rows of a table. Steps that read a literal or the result of other steps do not count. */
const readsRows = /^(?:SEARCH|SCAN (?!CONSTANT ROW|\d+ CONSTANT ROWS|\d+-ROW VALUES|\(subquery-))/;

const accessPattern =
  /^(SCAN|SEARCH) (\S+)(?: EXISTS)?(?: USING (?:(COVERING )?INDEX (\S+)|(INTEGER )?PRIMARY KEY))?(?: \((.*)\))?(?: LEFT-JOIN)?$/;

/** Whether a search finds at most one row: by equality with every column of a unique index. */
function isByKey(detail: string, text: string, { columns, tables }: Unique): boolean {
  const [, kind, name = '', , index, , terms = ''] = accessPattern.exec(detail) ?? [];
  if (kind !== 'SEARCH') return false;
  if (terms === 'rowid=?') return true;
  const equal = new Set([...terms.matchAll(/(\w+)=\?/g)].map(([, column]) => column));
  const alias = new RegExp(`"(\\w+)" (?:as )?"?${name}"?\\b`).exec(text)?.[1];
  const table = tables.has(name) ? name : (alias ?? '');
  const key = columns.get(index ?? `${table}.`);
  return key?.every((column) => equal.has(column)) ?? false;
}

/** Whether a scan reads a subquery, also one with a name of its own (WITH), or literals with an alias. */
function isDerived(detail: string, text: string, { tables }: Unique): boolean {
  const name = /^SCAN (\w+)$/.exec(detail)?.[1];
  const derived = new RegExp(`\\) (?:as )?"?${name}\\b|\\b${name} as materialized \\(`);
  return name !== undefined && !tables.has(name) && derived.test(text);
}

/**
 * Whether a paged SELECT compares a column of the step's table that the step does not seek by. It may then skip any
 * number of rows, however small the page is.
 */
function skipsRows(detail: string, text: string, { conditions }: Unique): boolean {
  const [, , name = '', , index = '', , terms = ''] = accessPattern.exec(detail) ?? [];
  const selection = text.replace(/\s+/g, ' ').replace(/\(\s*select (?:[^()]|\([^()]*\))*\)/g, '()');
  const compared = / where (.*) order by /.exec(selection)?.[1] ?? '';
  const columns = Array.from(compared.matchAll(/"(\w+)"\."(\w+)"/g)).filter(([, table]) => table === name);
  const sought = new Set(
    namesIn(`${terms} ${conditions.get(index) ?? ''} ${terms.includes('rowid') ? 'seq sequence' : ''}`),
  );
  return columns.some(([, , column = '']) => !sought.has(column));
}

/** The steps of a statement's plan that read rows. */
export async function stepsOf(db: D1Database, text: string): Promise<Step[]> {
  const places = [...text.matchAll(/\?\d*/g)].map(([place], index) => (place === '?' ? index : place));
  const parameters = [...new Set(places)].map(() => null);
  const { results } = await db
    .prepare(`EXPLAIN QUERY PLAN ${text}`)
    .bind(...parameters)
    .all<Line>();
  const known = await uniqueOf(db);
  const sorts = results.some(
    ({ parent, detail }) => parent === 0 && detail.includes('USE TEMP B-TREE FOR ORDER BY'),
  );
  const isPaged = / limit \?\d*$/.test(text) && !sorts;
  const outer = results.find(({ parent, detail }) => parent === 0 && /^(?:SCAN|SEARCH) /.test(detail));
  return results.flatMap((line): Step[] => {
    const { detail } = line;
    if (detail.includes('AUTOMATIC')) return [{ detail, bound: undefined }];
    if (!readsRows.test(detail) || isDerived(detail, text, known)) return [];
    const named = exceptions.find(({ step, of }) => step.test(detail) && of.test(shapeOf(text)));
    const isFullText = /^SCAN \w+_search VIRTUAL TABLE INDEX \S*M/.test(detail);
    const isJson =
      !/_search VIRTUAL/.test(detail) && /^SCAN \S+(?: EXISTS)? VIRTUAL TABLE INDEX/.test(detail);
    const bound = isByKey(detail, text, known)
      ? 'a key'
      : isJson
        ? 'the request'
        : isPaged && line === outer && !skipsRows(detail, text, known)
          ? isFullText
            ? 'a page of matches'
            : 'a page'
          : named?.why;
    return [{ detail, bound }];
  });
}

/** The statements in the bodies of the triggers, by trigger and their order in it. */
export async function triggerStatements(db: D1Database): Promise<Map<string, string>> {
  const { results } = await db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
    .all<{ name: string; sql: string }>();
  const statements = new Map<string, string>();
  for (const { name, sql } of results) {
    const body = /\bBEGIN\b([\s\S]*)\bEND\s*$/i.exec(sql.replace(/--.*$/gm, ''))?.[1] ?? '';
    const parts = body.split(';').map((part) => part.replace(/\s+/g, ' ').trim());
    // RAISE has no plan: it reads nothing.
    const planned = parts.filter((part) => part && !part.startsWith('SELECT RAISE('));
    for (const [index, part] of planned.entries()) {
      statements.set(`${name} ${index + 1}`, part.replace(/\b(?:new|old)\.\w+/g, '?'));
    }
  }
  return statements;
}

/** A statement and the bound of each step of its plan, in the form of test/fixtures/statements.sql. */
export const described = (title: string, text: string, steps: Step[]): string =>
  [
    ...(title ? [`-- ${title}`] : []),
    ...steps.map(({ detail, bound }) => `-- ${detail}: ${bound ?? 'NOTHING BOUNDS THIS'}`),
    `${text};`,
  ].join('\n');

/** Steps without a bound, in statements that the service has run. Empty when all is well. */
export async function unboundedSteps(statements: Iterable<[shape: string, text: string]>): Promise<string[]> {
  const found: string[] = [];
  for (const [shape, text] of statements) {
    for (const { detail, bound } of await stepsOf(env.DB, text)) {
      if (bound === undefined) found.push(`${detail} in ${shape}`);
    }
  }
  return found;
}
