import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { normalised } from '../../src/schema/check.ts';
import { root, UserError } from '../lib/settings.ts';

// src/schema/derived/ has the current text of all views, triggers and FTS5 tables. A migration changes the databases: see
// npm run db:generate in CONTRIBUTING.md.

const folder = 'src/schema/derived';

const kinds = ['view', 'virtual table', 'trigger'] as const;

/** A view, a trigger or an FTS5 table. */
export interface Definition {
  kind: (typeof kinds)[number];
  name: string;
  /** The CREATE statement. */
  sql: string;
}

/** A definition in a file of src/schema/derived/. */
export interface Derived extends Definition {
  file: string;
  /** The CREATE statement and the comment before it. */
  text: string;
}

const head = /^create\s+(view|virtual\s+table|trigger)\s+(?:if\s+not\s+exists\s+)?["`]?(\w+)/i;

function definitionOf(sql: string): Definition | undefined {
  const [, found, name] = head.exec(sql) ?? [];
  const kind = kinds.find((one) => one === found?.toLowerCase().replace(/\s+/, ' '));
  return kind && name ? { kind, name, sql } : undefined;
}

const token = /--[^\n]*|\/\*[\s\S]*?\*\/|\s+|'[^']*'|"[^"]*"|\w+|./g;

/** Splits SQL into statements, each with the comment before it. */
export function statementsOf(file: string): { text: string; sql: string }[] {
  const statements: { text: string; sql: string }[] = [];
  let comment = '';
  let sql = '';
  let before: (string | undefined)[] = [];
  for (const [part] of file.matchAll(token)) {
    const isBlank = /^(?:--|\/\*|\s)/.test(part);
    if (isBlank && sql === '') {
      // A comment that is followed by a blank line is about the whole file.
      comment = /\n\s*\n/.test(part) ? '' : (comment + part).trimStart();
      continue;
    }
    sql += part;
    if (isBlank) continue;
    // As in sqlite3_complete(), a trigger ends with `; end;`.
    const isWhole = !/^create\s+trigger/i.test(sql) || /^;end$/i.test(before.join(''));
    if (part === ';' && isWhole) {
      statements.push({ text: comment + sql, sql });
      [comment, sql, before] = ['', '', []];
    } else before = [before[1], part];
  }
  if (sql !== '') throw new UserError(`a statement does not end with a semicolon: ${sql.slice(0, 80)}`);
  return statements;
}

/** The definitions in the text of a file. Throws UserError for any other statement. */
export const definitionsOf = (file: string, text: string): Derived[] =>
  statementsOf(text).map((statement) => {
    const definition = definitionOf(statement.sql);
    if (!definition)
      throw new UserError(`${file} may only create views, triggers and FTS5 tables: ${statement.sql}`);
    return { ...definition, file, text: statement.text };
  });

async function readFile(name: string): Promise<Derived[]> {
  const file = path.join(folder, name);
  const full = path.join(root, file);
  return definitionsOf(
    file,
    name.endsWith('.ts') ? (await import(full)).default : readFileSync(full, 'utf8'),
  );
}

/** All definitions of src/schema/derived/: those in *.sql, and those that each *.sql.ts exports. Throws UserError. */
export async function readDerived(): Promise<Derived[]> {
  const files = readdirSync(path.join(root, folder))
    .sort()
    .filter((name) => /\.sql(\.ts)?$/.test(name));
  const derived = (await Promise.all(files.map(readFile))).flat();
  for (const [index, { name, file }] of derived.entries()) {
    const other = derived.findIndex((one) => one.name === name);
    if (other !== index) throw new UserError(`${name} is in ${derived[other]?.file} and in ${file}.`);
  }
  return derived;
}

const definitionsIn = (database: DatabaseSync): Definition[] =>
  database
    .prepare('select sql from sqlite_master where sql is not null order by rowid')
    .all()
    .flatMap(({ sql }) => definitionOf(String(sql)) ?? []);

/** Identifies a definition. Texts that differ only in white space, comments and quotes have the same key. */
const keyOf = ({ kind, name, sql }: Definition): string =>
  [kind, name, normalised(sql.replace(head, '').replace(/;$/, ''))].join(' ');

/**
 * The definitions of a database that are missing or different in the files (`stale`), and the reverse (`missing`).
 */
export function differences(
  database: DatabaseSync,
  derived: readonly Derived[],
): { stale: Definition[]; missing: Derived[] } {
  const existing = definitionsIn(database);
  const [have, want] = [existing, derived].map((list) => new Set(list.map(keyOf)));
  return {
    stale: existing.filter((one) => !want?.has(keyOf(one))),
    missing: derived.filter((one) => !have?.has(keyOf(one))),
  };
}
