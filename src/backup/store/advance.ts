import type { Restore } from '../schemas.ts';
import { creationsOf, emptying, openingTo, resetting, searches } from './delete.ts';
import { countsOf } from './export.ts';
import { type Batches, lineOf, quoted, selectTables, type Table, tablesIn, textOf } from './internal.ts';
import {
  filled,
  guardStart,
  guardsOf,
  keys,
  moved,
  notEmpty,
  type Phase,
  passing,
  replaced,
  type State,
  type Step,
  some,
  stateOf,
  toRestore,
  triggersIn,
  unlessElsewhere,
} from './restore.ts';

const selectTriggers = textOf(
  `select json_group_array(json_object('name', name, 'sql', sql)) as triggers from sqlite_schema
    where type = 'trigger' and tbl_name in (select name from sqlite_schema where type = 'table')
      and name not glob 'export_note_*' and name not glob '${guardStart}*'`,
);
/** Only the restore writes from here on. */
const guarding: Step = async (_, state, tables) => some(state, guardsOf(tables), 'clearing');

/** The rows that an empty workspace has are kept, for the case that the restore is given up, and removed. */
const clearing: Step = async (db, state, tables) => {
  const names = await filled(db, tables);
  if (names.length > 0) {
    await db.batch([moved(state, { phase: 'closing' })]);
    throw notEmpty(names);
  }
  const old = tables.filter(({ name }) => replaced.includes(name));
  const [[triggers] = [], ...rows] = await db.batch([
    selectTriggers,
    ...old.map((table) => textOf(`select ${lineOf(table, 't')} as line from ${quoted(table.name)} t`)),
  ]);
  const initial = rows.flat().map(({ line }) => String(line));
  return [
    textOf(
      'update restores set triggers = ?1, initial = ?2 where id = 1',
      triggers?.triggers,
      initial.join('\n'),
    ),
    moved(state, { phase: 'dropping' }),
  ];
};

/** Triggers would write again what the file has. */
const dropping: Step = async (_, state, tables) => {
  const steps = some(
    state,
    triggersIn(state).map(({ name }) => `drop trigger if exists ${quoted(name)}`),
    'receiving',
  );
  const old = tables.filter(({ name }) => replaced.includes(name));
  return Number(state.place) > 0
    ? steps
    : passing([...old.map(({ name }) => textOf(`delete from ${quoted(name)}`)), ...steps]);
};

/** Compares what the tables have with what the file says. */
async function compare(db: Batches, tables: readonly Table[], state: State) {
  const expected = JSON.parse(state.expected ?? '{}') as Record<string, number>;
  const [[found = {}] = []] = await db.batch([countsOf(tables)]);
  const differing = tables
    .filter(({ name }) => name !== keys && (expected[name] ?? 0) !== found[name])
    .map(({ name }) => ({ table: name, expected: expected[name] ?? 0, found: Number(found[name]) }));
  const rows = tables.reduce((sum, { name }) => sum + (name === keys ? 0 : Number(found[name])), 0);
  return { tables: tables.length, rows, differing };
}

/** How many rows are indexed at once. */
const indexed = 2000;

const placeOf = (place: string): [number, number] => {
  const [at = 0, after = 0] = place === '' ? [] : place.split('.').map(Number);
  return [at, after];
};

/** The search indexes are made anew. */
const indexing: Step = async (db, state) => {
  const [at, after] = placeOf(state.place);
  const [table, source] = searches[at] ?? [];
  if (!table || !source) return [moved(state, { phase: 'deriving' })];
  const page = `from ${source} where seq > ?1 order by seq limit ${indexed}`;
  const [[last] = []] = await db.batch([
    textOf(`select max(seq) as seq, count(*) as n from (select seq ${page})`, after),
  ]);
  const isLast = Number(last?.n) < indexed;
  return passing([
    textOf(`insert into ${table} (rowid, text) select seq, text ${page}`, after),
    moved(state, { phase: 'indexing', place: isLast ? `${at + 1}.0` : `${at}.${Number(last?.seq)}` }),
  ]);
};

const deriving: Step = async (_, state) => some(state, creationsOf(state), 'comparing');

/** Nothing is sent to anybody before somebody has looked. */
const settling: Step = async (_, state) => {
  const now = Date.now();
  return passing([
    textOf(
      `update webhooks set disabled_at = ?1, disabled_reason = 'request', lease_id = null, lease_until = null,
        revision = revision + 1 where disabled_at is null and deleted_at is null`,
      now,
    ),
    textOf(
      'update alerts set on_after = null, next_due_at = null, revision = revision + 1 where on_after is not null',
    ),
    textOf(`update counters set value = (select count(*) from api_keys) where name = 'api_keys'`),
    moved(state, { phase: 'opening' }),
  ]);
};

const comparing: Step = async (db, state, tables) => {
  const found = await compare(db, tables, state);
  const comparison = JSON.stringify({ ...found, searches: searches.length });
  const note = textOf('update restores set comparison = ?1 where id = 1', comparison);
  if (found.differing.length > 0) return [note];
  return passing([
    // Fails if an index is not what its rows make: https://www.sqlite.org/fts5.html#the_integrity_check_command
    ...searches.map(([table]) =>
      textOf(`insert into ${table} (${table}, rank) values ('integrity-check', 1)`),
    ),
    note,
    moved(state, { phase: 'settling' }),
  ]);
};

const steps: Partial<Record<Phase, Step>> = {
  guarding,
  clearing,
  dropping,
  indexing,
  deriving,
  comparing,
  settling,
  opening: openingTo('done'),
  closing: openingTo('given_up'),
  emptying,
  resetting,
};

/** Does the next step of a restore. Throws `restore_not_found`. */
export async function advanceRestore(db: Batches): Promise<Restore> {
  const state = await stateOf(db);
  const step = steps[state.phase];
  if (!step) return toRestore(state);
  const [rows = []] = await db.batch([selectTables({})]);
  const statements = await step(db, state, tablesIn(rows));
  if (statements.length > 0)
    try {
      await db.batch([unlessElsewhere(state), ...statements]);
    } catch (error) {
      const now = await stateOf(db);
      if (now.phase === state.phase && now.place === state.place) throw error;
    }
  return toRestore(await stateOf(db));
}
