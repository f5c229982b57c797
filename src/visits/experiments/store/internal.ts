import { crc32 } from 'node:zlib';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import {
  type Arm,
  type ArmCounts,
  experiments,
  type Look,
  experimentUnits as units,
} from '../../../content/tables/experiments.ts';
import { record } from '../../../db/record.ts';
import type { RowOf } from '../../../db/record-list.ts';
import { jsonObject } from '../../../db/sql.ts';
import { orThrow } from '../../../lib/errors.ts';
import { taggedVisit } from '../../../lib/precondition.ts';
import { pValueOf, verdictOf, winnerOf } from '../../../lib/sequential.ts';
import { timesOf } from '../../../lib/time.ts';
import type { Experiment, ExperimentArm } from '../schemas.ts';
import { sentenceOf } from '../sentence.ts';
import { estimateOf, trafficIn } from './estimate.ts';

const sum = (column: SQL) => sql`coalesce(sum(${column}), 0)`;
const sums = (...columns: SQL[]) => sql`json_array(${sql.join(columns.map(sum), sql`, `)})`;

/** JSON of what was counted in a test: once its visitors are forgotten, what was known then. */
export const countsOf = sql<string>`coalesce(${experiments.counts}, (select ${jsonObject({
  seen: sums(sql`${units.seen0}`, sql`${units.seen1}`, sql`${units.seen2}`, sql`${units.seen3}`),
  hits: sums(sql`${units.hits0}`, sql`${units.hits1}`, sql`${units.hits2}`, sql`${units.hits3}`),
  bySession: sum(sql`${units.bySession}`),
  others: sum(sql`${units.others}`),
  isLimited: sum(sql`${units.isLimited}`),
})} from ${units} where ${units.experimentId} = ${experiments.experimentId}))`;

const { counts: _, ...columns } = getTableColumns(experiments);
export const experimentColumns = { ...columns, counted: countsOf };
export type ExperimentRow = RowOf<typeof experimentColumns>;

/** What was counted of each arm. */
export function armsIn({ arms, counted }: { arms: Arm[]; counted: string }) {
  const { seen, hits, ...rest } = JSON.parse(counted) as ArmCounts;
  const [live, ...others] = arms.map(({ weight }, arm) => ({
    weight,
    visitors: seen[arm] ?? 0,
    conversions: hits[arm] ?? 0,
  }));
  if (!live) throw new Error('a test has no arms');
  return { ...rest, arms: [live, ...others] as const };
}
export type Counted = ReturnType<typeof armsIn>;

/** A test for an answer, with an estimate if its traffic is known. */
export function toExperiment(row: ExperimentRow, traffic?: string): Experiment {
  const counted = armsIn(row);
  const { challengers } = verdictOf(counted.arms);
  const decided = row.looks.slice(0, challengers.length).map(({ decidedAt, isBetter }) => ({
    isDecided: decidedAt !== null,
    isBetter: isBetter === 1,
  }));
  const winner = row.decidedAt === null ? null : winnerOf(decided, row.splitBrokenAt !== null);
  const arms = row.arms.map(({ versionId, versionNumber }, place): ExperimentArm => {
    const { weight, visitors, conversions } = counted.arms[place] ?? counted.arms[0];
    const look: Look | undefined = row.looks[place - 1];
    const { lift = null, liftLow = null, liftHigh = null, evidence = 0 } = challengers[place - 1] ?? {};
    return {
      versionId,
      versionNumber,
      weight,
      visitors,
      conversions,
      rate: visitors === 0 ? null : conversions / visitors,
      lift,
      liftLow,
      liftHigh,
      pValue: look ? pValueOf(Math.max(look.peak, evidence)) : null,
      isBetter: look?.decidedAt == null ? null : look.isBetter === 1,
      ...timesOf({ decidedAt: look?.decidedAt ?? null }, ['decidedAt']),
    };
  });
  const visitors = arms.reduce((sum, arm) => sum + arm.visitors, 0);
  const { bySession, others: otherVisits, isLimited } = counted;
  const test = {
    experimentId: row.experimentId,
    pageId: row.pageId,
    audienceId: row.audienceId,
    name: row.name,
    goal: row.goal,
    status: row.status,
    endReason: row.endReason,
    arms,
    visitorsBy:
      bySession === 0
        ? ('visitor' as const)
        : bySession < visitors
          ? ('both' as const)
          : ('session' as const),
    isLimited: isLimited > 0,
    otherVisits,
    winnerVersionId: winner === null ? null : (row.arms[winner]?.versionId ?? null),
    publishedVersionId: row.publishedVersionId,
    estimate: traffic === undefined ? null : estimateOf(row, counted, trafficIn(traffic)),
    author: row.author,
    ...timesOf(row, [
      'createdAt',
      'updatedAt',
      'startedAt',
      'endsAt',
      'endedAt',
      'decidedAt',
      'splitBrokenAt',
    ]),
  };
  return { ...test, sentence: sentenceOf(test) };
}

/** The entity tag of a test: its revision, what visits have changed in an answer, and what follows from the clock there. */
export const etagOf = (
  { revision, counted, looks, splitBrokenAt }: ExperimentRow,
  ofTime: Pick<Experiment, 'estimate' | 'sentence'> | null = null,
): string => taggedVisit(String(revision), crc32(JSON.stringify([counted, looks, splitBrokenAt, ofTime])));

/** Tests. */
export const experimentRecord = record({
  table: experiments,
  id: 'experimentId',
  prefix: 'experiment',
  columns: experimentColumns,
  toItem: (row) => toExperiment(row),
  etag: { sql: experiments.revision, of: (row) => etagOf(row) },
  orThrow: orThrow('experiment_not_found', 'There is no test with this id.'),
});

/** A time of a request, in milliseconds since 1970. Null stays null. */
export const timeOf = (text: string | null | undefined) => (text == null ? null : Date.parse(text));
