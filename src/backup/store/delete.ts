import type { Bound } from '../../db/statement.ts';
import type { Restore } from '../schemas.ts';
import { groupsOf } from './create.ts';
import { type Batches, list, quoted, type Table, textOf } from './internal.ts';
import {
  ends,
  guardStart,
  moved,
  type Phase,
  passing,
  type State,
  type Step,
  some,
  stateOf,
  toRestore,
  triggersIn,
  unlessElsewhere,
} from './restore.ts';

/** Where a restore that is given up goes on: it empties what it may have filled. */
const givenUpTo = (phase: Phase): Phase =>
  phase === 'guarding' || phase === 'clearing' ? 'closing' : 'emptying';

/** Gives up the restore that runs. Its steps empty the workspace. Throws `restore_not_found`. */
export async function giveUpRestore(db: Batches): Promise<Restore> {
  const state = await stateOf(db);
  const isOver = [...ends, 'emptying', 'resetting', 'closing', 'opening'].includes(state.phase);
  if (!isOver) await db.batch([unlessElsewhere(state), moved(state, { phase: givenUpTo(state.phase) })]);
  return toRestore(await stateOf(db));
}

/** The full-text tables, and what their rows are made from. */
export const searches = [
  ['account_search', 'account_search_text'],
  ['audience_search', 'audience_names'],
  ['page_link_search', 'page_link_search_text'],
  ['person_search', 'person_search_text'],
] as const;
/** SQL that makes the triggers of the workspace again. */
export const creationsOf = (state: State): string[] =>
  triggersIn(state).map(({ sql }) => sql.replace(/^create trigger/i, 'create trigger if not exists'));

const selectTriggerNames = (start: string) =>
  textOf(
    `select name from sqlite_schema where type = 'trigger' and name ${start === '' ? `not glob 'export_note_*' and name not glob '${guardStart}*'` : `glob '${start}*'`}
      and tbl_name in (select name from sqlite_schema where type = 'table') limit 40`,
  );

async function dropsOf(db: Batches, start: string): Promise<Bound[]> {
  const [rows = []] = await db.batch([selectTriggerNames(start)]);
  return rows.map(({ name }) => textOf(`drop trigger if exists ${quoted(String(name))}`));
}

export const openingTo =
  (phase: Phase): Step =>
  async (db, state) => {
    const drops = await dropsOf(db, guardStart);
    return drops.length > 0 ? drops : [moved(state, { phase })];
  };

/** How many rows are deleted at once when a restore is given up. */
const emptied = 5000;

export const emptying: Step = async (db, state, tables) => {
  const drops = await dropsOf(db, '');
  if (drops.length > 0) return drops;
  const at = Number(state.place);
  const table: Table | undefined = tables[at];
  if (!table) return [moved(state, { phase: 'resetting' })];
  if (table.name === 'api_keys') return [moved(state, { phase: 'emptying', place: String(at + 1) })];
  const [[left] = []] = await db.batch([
    textOf(`select count(*) as n from (select 1 from ${quoted(table.name)} limit ${emptied + 1})`),
  ]);
  const rows = `(select ${list(table.key)} from ${quoted(table.name)} limit ${emptied})`;
  const isLast = Number(left?.n) <= emptied;
  return passing([
    textOf(`delete from ${quoted(table.name)} where (${list(table.key)}) in ${rows}`),
    moved(state, { phase: 'emptying', place: String(isLast ? at + 1 : at) }),
  ]);
};

export const resetting: Step = async (_, state, tables) => {
  if (state.place === '')
    return passing([
      ...searches.map(([table]) => textOf(`insert into ${table} (${table}) values ('delete-all')`)),
      ...(state.initial === '' ? [] : groupsOf(state.initial, tables, false).statements),
      moved(state, { phase: 'resetting', place: '0' }),
    ]);
  return some(state, creationsOf(state), 'closing');
};
