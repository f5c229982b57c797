import { and, eq, sql } from 'drizzle-orm';
import { build, type Param, statement } from '../../db/statement.ts';
import { rollups } from '../../db/tables/sessions.ts';
import { addTo, areNegative, newSums, unpacked } from '../measures.ts';
import { overflow } from '../rollup-room.ts';
import type { Quarters, Totals } from '../rollup-rows.ts';
import { dayMs, type Plan, quarterMs, startOfMonth } from '../spans.ts';
import { type AnswerContribution, changeContributions, tailContributions } from './contributions.ts';
import {
  type AnswerScope,
  type ChangeRows,
  changeStatements,
  type TailCounts,
  type TailRows,
  tailCounts,
  tailStatements,
  throwIfBehind,
} from './tail.ts';

interface RunParams {
  pageId: Param<string>;
  audienceId: Param<string>;
  grouping: Param<string>;
  /** A JSON array of runs. */
  runs: Param<string>;
  /** The JSON path of the only value that is needed; null for all values. */
  path: Param<string | null>;
}

/** Selects the rollups of runs: the quarters of split days, the totals of the others. */
const selectRollups = statement(
  ({ pageId, audienceId, grouping, runs, path }: RunParams, of: 'page' | 'audience') => {
    const row = sql`iif(run.value ->> 3, ${rollups.quarters}, ${rollups.totals})`;
    const json = of === 'audience' ? sql`${row} -> ${grouping}` : row;
    const isOf = and(
      eq(rollups.pageId, pageId),
      eq(rollups.audienceId, audienceId),
      // The rollups of an audience have all groupings in one row.
      eq(rollups.grouping, of === 'audience' ? '' : grouping),
      sql`${rollups.level} = run.value ->> 0 and ${rollups.start} >= run.value ->> 1
      and ${rollups.start} < run.value ->> 2`,
    );
    return build
      .select({
        level: rollups.level,
        start: rollups.start,
        isSplit: sql<number>`run.value ->> 3`,
        sums: sql<string | null>`iif(${path} is null, ${json}, ${json} -> ${path})`,
      })
      .from(sql`json_each(${runs}) as run`)
      .crossJoin(rollups)
      .where(isOf);
  },
);
type RollupRows = { level: string; start: number; isSplit: number; sums: string | null }[];

/** The sums of a piece of a plan: of all sessions, and by the value of the grouping. A value may be unknown. */
export interface PieceSums {
  all: number[];
  byValue: Map<string, number[]>;
  /** The sums of all values that the rollups have no room for. */
  overflown: number[];
}

/** Which sums an answer needs. Without `pageId`, those of all pages. */
export interface SumsQuery extends AnswerScope {
  /** The only value of the grouping that the answer needs. */
  value?: string | undefined;
}

/** The JSON path of the value of a query; null for all values, and for one that a path cannot have. */
const pathOf = ({ value }: SumsQuery): string | null =>
  value === undefined || JSON.stringify(value) !== `"${value}"` ? null : `$."${value}"`;

/** Statements that read the rollups of a plan, and what has changed since they were written. */
function rolledStatements(query: SumsQuery, plan: Plan) {
  const { pageId = '', audienceId = '', grouping } = query;
  const of = query.audienceId === undefined ? 'page' : 'audience';
  const key = { pageId, audienceId };
  const runs = JSON.stringify(plan.runs);
  return [
    selectRollups({ ...key, grouping, runs: grouping === 'all' ? '[]' : runs, path: pathOf(query) }, of),
    selectRollups({ ...key, grouping: 'all', runs, path: null }, of),
    ...changeStatements(query, plan),
  ] as const;
}
type RolledRows = [RollupRows, RollupRows, ...ChangeRows];

/** Statements that read the sums of a plan. */
export const sumsStatements = (query: SumsQuery, plan: Plan) =>
  [...tailStatements(query, plan), ...rolledStatements(query, plan)] as const;
export type SumsRows = [...TailRows, ...RolledRows];

/** Statements that count the sessions of a plan that has one piece: all, or those of the only value. */
export const countStatements = (query: SumsQuery, plan: Plan) =>
  [...tailCounts(query, plan, query.value ?? ''), ...rolledStatements(query, plan)] as const;
export type CountRows = [...TailCounts, ...RolledRows];

function sumsIn(byValue: Map<string, number[]>, value: string): number[] {
  let sums = byValue.get(value);
  if (!sums) {
    sums = newSums();
    byValue.set(value, sums);
  }
  return sums;
}

/** Adds the sums of rollups to those of the pieces in which they are. `only` is the value whose sums they are. */
function addRollups(pieces: Map<string, number[]>[], rows: RollupRows, plan: Plan, only?: string): void {
  for (const { level, start, isSplit, sums } of rows) {
    if (sums === null) continue;
    const found = JSON.parse(sums);
    const byValue = only === undefined ? found : { [only]: found };
    const at = level === 'month' ? startOfMonth(start) : start * dayMs;
    if (!isSplit) {
      const piece = pieces[plan.pieceAt(at)];
      if (piece)
        for (const [value, total] of Object.entries<readonly number[]>(byValue as Totals))
          addTo(sumsIn(piece, value), total);
      continue;
    }
    for (const [value, quarters] of Object.entries(byValue as Quarters)) {
      for (const [quarter, total] of Object.entries(quarters)) {
        const time = at + Number(quarter) * quarterMs;
        const piece = pieces[plan.pieceAt(time)];
        if (piece && !plan.isCut(time)) addTo(sumsIn(piece, value), total);
      }
    }
  }
}

/**
 * The sums of each piece of a plan, at `now` in milliseconds since 1970: those of the rollups, and of the sessions
 * that are not in them.
 */
export function sumsOf(
  [tail, edges, grouped, whole, ...changes]: SumsRows,
  query: SumsQuery,
  plan: Plan,
  now: number,
): PieceSums[] {
  const newPieces = () => plan.boundaries.slice(1).map(() => new Map<string, number[]>());
  const [byValue, all] = [newPieces(), newPieces()];
  addRollups(byValue, grouped, plan, pathOf(query) === null ? undefined : query.value);
  addRollups(all, whole, plan);
  const add = ({ at, value, sums }: AnswerContribution) => {
    const index = plan.pieceAt(at);
    const [ofValue, ofAll] = [byValue[index], all[index]];
    if (!ofValue || !ofAll) return;
    addTo(sumsIn(ofAll, ''), sums);
    if (value !== null) addTo(sumsIn(ofValue, value), sums);
  };
  for (const one of tailContributions([tail, edges], query, now)) add(one);
  for (const one of changeContributions(changes, query, plan, now)) add(one);
  return byValue.map((values, index) => {
    const overflown = values.get(overflow) ?? newSums();
    values.delete(overflow);
    // A session that changed may be taken away from its value, although the rollups count it among the others.
    for (const [value, sums] of values) {
      if (!areNegative(sums)) continue;
      addTo(overflown, sums);
      values.delete(value);
    }
    return { all: all[index]?.get('') ?? newSums(), byValue: values, overflown };
  });
}

/** The sums of a plan that has one piece. */
export const sumsOfRange = (rows: SumsRows, query: SumsQuery, plan: Plan, now: number): PieceSums =>
  sumsOf(rows, query, plan, now)[0] ?? { all: newSums(), byValue: new Map(), overflown: newSums() };

/**
 * The number of sessions that still have a row, from the rows of `countStatements`, at `now` in milliseconds since
 * 1970.
 */
export function countOf(
  [tail, edges, ...rolled]: CountRows,
  query: SumsQuery,
  plan: Plan,
  now: number,
): number {
  const rows = [...tail, ...edges];
  throwIfBehind(
    rows.map(({ count }) => count),
    query,
  );
  const { all, byValue } = sumsOfRange([[], [], ...rolled], query, plan, now);
  const rolledUp = query.value === undefined ? all : (byValue.get(query.value) ?? []);
  return rows.reduce((total, { ofValue }) => total + ofValue, Math.max(unpacked(rolledUp).kept, 0));
}
