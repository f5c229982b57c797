import { sql } from 'drizzle-orm';
import { type Bound, type Param, statement } from '../../db/statement.ts';
import { FootfallError, type Violation, validationError, violation } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Restore } from '../schemas.ts';
import { format } from './export.ts';
import {
  type Batches,
  hasKey,
  list,
  missingIn,
  quoted,
  selectTables,
  type Table,
  tableIn,
  tablesIn,
  textOf,
  valueIn,
} from './internal.ts';
import {
  filled,
  isRestoring,
  moved,
  notEmpty,
  passing,
  stateOf,
  toRestore,
  unlessElsewhere,
} from './restore.ts';

/** The most statements of a request: lines beyond are sent again. */
const mostGroups = 35;
/** The most characters of a group: a value of D1 has 2,000,000 bytes. */
const longestGroup = 600_000;

/** The statement that writes rows of a table, of which the lines have `columns`. */
export const insertRows = ({ name, columns }: Table, lines: string, keeps = false): Bound =>
  textOf(
    // A row that has lost its email to another one while the export ran is told again behind it.
    `insert or ${keeps ? 'ignore' : 'replace'} into ${quoted(name)} (${list(columns)})
      select ${columns.map((column) => valueIn('row', column)).join(', ')}
      from (select value -> '$.row' as row from json_each(?1))`,
    lines,
  );

const deleteRows = (table: Table, lines: string): Bound =>
  textOf(
    `delete from ${quoted(table.name)} where exists (select 1 from json_each(?1)
      where ${hasKey(table, quoted(table.name), "(value -> '$.deleted')")})`,
    lines,
  );

/** The rows of each table that the last line of an export says, as JSON. Undefined if it says none. */
function countsIn(line: string): string | undefined {
  try {
    const { end } = JSON.parse(line) as { end?: { tables?: unknown } };
    return JSON.stringify(end?.tables);
  } catch {
    return undefined;
  }
}

/** The statements that write lines of an export in their order, and how many lines they take. Throws `validation_failed`. */
export function groupsOf(
  text: string,
  tables: readonly Table[],
  hasKeys: boolean,
): { statements: Bound[]; count: number; expected: string | undefined } {
  const groups: { table: Table; isGone: boolean; lines: string[]; length: number }[] = [];
  const violations: Violation[] = [];
  let count = 0;
  let expected: string | undefined;
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) {
    const at = tableIn(line);
    const table = at && tables.find(({ name }) => name === at.name);
    if (at && table && (hasKeys || at.name !== 'api_keys')) {
      let group = groups.at(-1);
      if (
        group?.table !== table ||
        group.isGone !== at.isGone ||
        (group.length + line.length > longestGroup && group.length > 0)
      ) {
        if (groups.length === mostGroups) break;
        group = { table, isGone: at.isGone, lines: [], length: 0 };
        groups.push(group);
      }
      group.lines.push(line);
      group.length += line.length;
    } else if (line.startsWith('{"end":')) expected = countsIn(line);
    else if (at ? !table : !line.startsWith('{"part":'))
      violations.push(violation('body', String(count), 'invalid_format', 'is no line of an export'));
    count++;
  }
  if (violations.length > 0) throw validationError(violations);
  if (count === 0) throw new FootfallError('validation_failed', 'The body has no lines.');
  const statements = groups.map(({ table, isGone, lines }) => {
    const json = `[${lines.join(',')}]`;
    return isGone ? deleteRows(table, json) : insertRows(table, json, table.name === 'api_keys');
  });
  return { statements, count, expected };
}

interface Begin {
  restoreId: Param<string>;
  header: Param<string>;
  hasKeys: Param<number>;
  now: Param<number>;
}

const selectRunning = statement(() => sql<{ runs: number }>`select 1 as runs where ${isRestoring}`);

const insertState = statement(
  ({ restoreId, header, hasKeys, now }: Begin) => sql`insert or replace into restores
    (id, restore_id, phase, header, has_keys, lines, place, triggers, initial, started_at, updated_at)
    select 1, ${restoreId}, 'guarding', ${header}, ${hasKeys}, 0, '', '[]', '', ${now}, ${now}
    where not exists (select 1 from restores where phase not in ('done', 'given_up'))`,
);

/** What a restore begins with. */
interface Beginning {
  header: string;
  fingerprint: string;
  format: number;
  /** The columns of each table. */
  tables: Readonly<Record<string, readonly string[]>>;
  hasKeys: boolean;
}

/**
 * Begins a restore. `header` is the first line of the file. Throws `workspace_not_empty`, `restore_running`, and
 * `schema_mismatch` for a file of another schema, or with more tables or columns than the workspace.
 */
export async function beginRestore(
  db: Batches,
  { header, hasKeys, fingerprint, format: ofFile, tables: tablesOfFile }: Beginning,
  current: string,
): Promise<Restore> {
  const running = () =>
    new FootfallError('restore_running', 'A restore runs already: go on with it, or give it up.');
  const [[row] = []] = await db.batch([selectRunning({})]);
  if (row) throw running();
  if (fingerprint !== current || ofFile !== format)
    throw new FootfallError(
      'schema_mismatch',
      'The file is of another release. `npm run restore` converts files of earlier ones; those of later ones need that release.',
    );
  const [rows = []] = await db.batch([selectTables({})]);
  const tables = tablesIn(rows);
  const missing = missingIn(tables, tablesOfFile);
  if (missing.length > 0)
    throw new FootfallError(
      'schema_mismatch',
      'The file has tables or columns that the workspace does not have. Add them, and begin again.',
      { missing: missing.slice(0, 50) },
    );
  const names = await filled(db, tables);
  if (names.length > 0) throw notEmpty(names);
  const restoreId = newId('restore');
  await db.batch([insertState({ restoreId, header, hasKeys: Number(hasKeys), now: Date.now() })]);
  const state = await stateOf(db);
  if (state.restoreId !== restoreId) throw running();
  return toRestore(state);
}

const unwritable = (from: number) =>
  validationError([
    violation('body', '', 'invalid_format', `has a line behind line ${from} whose row cannot be written`),
  ]);

/** Takes lines of the file, which begin behind `from` others. Lines that are known change nothing. Throws `restore_not_receiving`. */
export async function receiveLines(db: Batches, from: number, text: string): Promise<Restore> {
  const state = await stateOf(db);
  if (state.phase !== 'receiving')
    throw new FootfallError(
      'restore_not_receiving',
      `The restore takes no lines now: it is ${state.phase.replaceAll('_', ' ')}.`,
      { phase: state.phase },
    );
  if (state.lines !== from) return toRestore(state);
  const [rows = []] = await db.batch([selectTables({})]);
  const { statements, count, expected } = groupsOf(text, tablesIn(rows), Boolean(state.hasKeys));
  try {
    await db.batch([
      unlessElsewhere(state),
      ...passing(statements),
      textOf('update restores set lines = lines + ?1, updated_at = ?2 where id = 1', count, Date.now()),
      ...(expected === undefined
        ? []
        : [
            textOf('update restores set expected = ?1 where id = 1', expected),
            moved(state, { phase: 'indexing' }),
          ]),
    ]);
  } catch (error) {
    const now = await stateOf(db);
    // Otherwise D1 had committed it, and the answer was lost.
    if (now.lines === from) throw error instanceof FootfallError ? error : unwritable(from);
    return toRestore(now);
  }
  return toRestore(await stateOf(db));
}
