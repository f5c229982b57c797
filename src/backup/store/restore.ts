import { notInArray, sql } from 'drizzle-orm';
import { failUnless } from '../../db/client.ts';
import { existsIn } from '../../db/sql.ts';
import { type Bound, once, statement } from '../../db/statement.ts';
import { type restorePhases, restores } from '../../db/tables/backup.ts';
import { FootfallError } from '../../lib/errors.ts';
import { toTimestamp } from '../../lib/time.ts';
import type { Restore } from '../schemas.ts';
import { chunk } from './end.ts';
import { type Batches, literal, quoted, type Table, textOf } from './internal.ts';

export type Phase = (typeof restorePhases)[number];

/** The row of `restores`. */
export interface State {
  restoreId: string;
  phase: Phase;
  header: string;
  hasKeys: number;
  lines: number;
  place: string;
  triggers: string;
  initial: string;
  expected: string | null;
  comparison: string | null;
  startedAt: number;
  updatedAt: number;
}

/** What ends a restore: the workspace is open again. */
export const ends: readonly Phase[] = ['done', 'given_up'];

/** The condition that a restore runs. */
export const isRestoring = existsIn(restores, notInArray(restores.phase, [...ends]));

/** The tables in which a workspace has rows before anybody has put anything into it. A restore replaces them. */
export const replaced = [
  'alert_cursor',
  'counters',
  'event_actor',
  'event_authors',
  'event_listeners',
  'event_settings',
  'events',
  'idempotency_keys',
  'keyed_requests',
  'latest_visits',
  'left_out_counts',
  'missed_paths',
  'refused_origins',
  'service_days',
  'service_errors',
  'service_notes',
  'session_seal',
  'unknown_pages',
];
/** The keys of a workspace stay. Those of the file are added if they are asked for. */
export const keys = 'api_keys';

const selectState = statement(
  () => sql<State>`select restore_id as "restoreId", phase, header, has_keys as "hasKeys", lines, place, triggers,
    initial, expected, comparison, started_at as "startedAt", updated_at as "updatedAt" from restores where id = 1`,
);

/** The restore that runs, or the last one. Throws `restore_not_found`. */
export async function stateOf(db: Batches): Promise<State> {
  const [[row] = []] = await db.batch([selectState({})]);
  if (!row) throw new FootfallError('restore_not_found', 'Nothing is being restored in this workspace.');
  return row as unknown as State;
}

/** A restore as answers have it. */
export function toRestore({ restoreId, phase, lines, comparison, startedAt, updatedAt }: State): Restore {
  return {
    restoreId,
    phase,
    isRunning: !ends.includes(phase),
    receivedLines: lines,
    comparison: comparison === null ? null : (JSON.parse(comparison) as Restore['comparison']),
    startedAt: toTimestamp(startedAt),
    updatedAt: toTimestamp(updatedAt),
  };
}

/** The restore that runs, or the last one. Throws `restore_not_found`. */
export const getRestore = async (db: Batches): Promise<Restore> => toRestore(await stateOf(db));

/** Statements that may write while the restore runs: others are refused by its guards. */
export const passing = (statements: readonly Bound[]): Bound[] => [
  textOf('insert or ignore into restore_pass (id) values (1)'),
  ...statements,
  textOf('delete from restore_pass'),
];

/** A statement that fails, with its batch, unless the restore is where it was read. */
export const unlessElsewhere = ({ restoreId, phase, place, lines }: State): Bound =>
  once(
    failUnless(sql`exists (select 1 from restores where restore_id = ${restoreId} and phase = ${phase}
      and place = ${place} and lines = ${lines})`),
  );

/** Moves a restore on. */
export const moved = ({ restoreId }: State, { phase, place = '' }: { phase: Phase; place?: string }): Bound =>
  textOf(
    'update restores set phase = ?2, place = ?3, updated_at = ?4 where id = 1 and restore_id = ?1',
    restoreId,
    phase,
    place,
    Date.now(),
  );

/** The names of tables with rows that a restore would mix with its own. */
export async function filled(db: Batches, tables: readonly Table[]): Promise<string[]> {
  const asked = tables.filter(({ name }) => name !== keys && !replaced.includes(name));
  const text = asked.map(({ name }) => `exists (select 1 from ${quoted(name)}) as ${quoted(name)}`);
  const [[row = {}] = []] = await db.batch([textOf(`select ${text.join(', ')}`)]);
  return Object.keys(row).filter((name) => row[name] === 1);
}

export const notEmpty = (names: readonly string[]) =>
  new FootfallError(
    'workspace_not_empty',
    `A restore needs a workspace without data; this one has rows in ${names.join(', ')}.`,
    { tables: names },
  );

/** A step of a phase: what it writes, with what moves the restore on. */
export type Step = (db: Batches, state: State, tables: readonly Table[]) => Promise<readonly Bound[]>;

/** Statements that change the schema, some at a time. `place` counts those that are done. */
export const some = (state: State, all: readonly string[], next: Phase): Bound[] => {
  const at = Number(state.place);
  const done = at + chunk >= all.length;
  return [
    ...all.slice(at, at + chunk).map((text) => textOf(text)),
    moved(state, done ? { phase: next } : { phase: state.phase, place: String(at + chunk) }),
  ];
};

/** The triggers that a restore drops while it receives rows. */
export const triggersIn = ({ triggers }: Pick<State, 'triggers'>): { name: string; sql: string }[] =>
  JSON.parse(triggers) as { name: string; sql: string }[];

/** How the names of the triggers begin that refuse what a restore does not write itself. */
export const guardStart = 'restore_guard_';
/** What they say: db/d1-errors.ts knows it. */
export const guardMessage = 'a restore of this workspace runs';

/** SQL of the triggers that refuse other writes while a restore runs. Keys of the workspace stay, and note their use. */
export const guardsOf = (tables: readonly Table[]): string[] =>
  tables
    .filter(({ name }) => name !== 'api_keys')
    .flatMap(({ name }) =>
      ['insert', 'update', 'delete'].map(
        (event) =>
          `create trigger if not exists ${quoted(`${guardStart}${name}_${event}`)} before ${event} on ${quoted(name)} when not exists (select 1 from restore_pass) begin select raise(abort, ${literal(guardMessage)}); end`,
      ),
    );
