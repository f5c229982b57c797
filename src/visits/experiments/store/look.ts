import { sql } from 'drizzle-orm';
import { experiments, type Look } from '../../../content/tables/experiments.ts';
import type { Database } from '../../../db/client.ts';
import { type Bound, build, columnsOf, type Param, statement } from '../../../db/statement.ts';
import { verdictOf } from '../../../lib/sequential.ts';
import { armsIn, countsOf } from './internal.ts';

/** Selects what tests have counted, and what was found in them so far. */
export const selectCounted = statement(({ ids }: { ids: Param<string> }) =>
  build
    .select({
      ...columnsOf(experiments, ['experimentId', 'arms', 'looks', 'splitBrokenAt']),
      counted: countsOf,
    })
    .from(sql`json_each(${ids}) as item`)
    .crossJoin(experiments)
    .where(sql`${experiments.experimentId} = item.value and ${experiments.startedAt} is not null`),
);
export type Counted = NonNullable<ReturnType<typeof selectCounted>['row']>;

/** The least that a new peak is above the one that is stored: each takes a write. */
const leastRise = 0.01;

interface LookParams {
  experimentId: Param<string>;
  looks: Param<string>;
  isDecided: Param<number>;
  isBroken: Param<number>;
  now: Param<number>;
}
/** Stores what was found, unless something was found before: a decision is never taken back. */
const storeLooks = statement(({ experimentId, looks, isDecided, isBroken, now }: LookParams) => {
  const [old, found] = [sql.raw('old.value'), sql.raw('found.value')];
  const first = (name: keyof Look) =>
    sql`coalesce(${old} ->> ${sql.raw(`'${name}'`)}, ${found} ->> ${sql.raw(`'${name}'`)})`;
  return sql`update ${experiments} set
      looks = (select json_group_array(json_object('peak', max(${old} ->> 'peak', coalesce(${found} ->> 'peak', 0)),
        'decidedAt', ${first('decidedAt')}, 'isBetter', iif(${old} ->> 'decidedAt' is null, ${found} ->> 'isBetter', ${old} ->> 'isBetter')))
        from json_each(${experiments.looks}) as old left join json_each(${looks}) as found on found.key = old.key),
      decided_at = coalesce(decided_at, iif(${isDecided}, ${now}, null)),
      split_broken_at = coalesce(split_broken_at, iif(${isBroken}, ${now}, null))
    where ${experiments.experimentId} = ${experimentId}`;
});

/** The write of what is new in a test, from what it has counted. Undefined if nothing is. */
function newLooks(row: Counted, now: number): Bound | undefined {
  const { challengers, splitIsBroken } = verdictOf(armsIn(row).arms);
  const isSound = !splitIsBroken && row.splitBrokenAt === null;
  const looks = challengers.map(({ evidence, isDecided, isBetter }): Look => {
    const isFound = isDecided && isSound;
    return { peak: evidence, decidedAt: isFound ? now : null, isBetter: isFound ? (isBetter ? 1 : 0) : null };
  });
  const isBroken = splitIsBroken && row.splitBrokenAt === null;
  const isNew = looks.some(({ peak, decidedAt }, place) => {
    const known = row.looks[place];
    return known && (peak > known.peak + leastRise || (decidedAt !== null && known.decidedAt === null));
  });
  if (!isNew && !isBroken) return undefined;
  const isDecided = looks.some(({ decidedAt }) => decidedAt !== null);
  return storeLooks({
    experimentId: row.experimentId,
    looks: JSON.stringify(looks),
    isDecided: Number(isDecided),
    isBroken: Number(isBroken),
    now,
  });
}

/**
 * Looks at tests that have counted visits. What is found is stored in a trip of its own, which most looks do not need. A
 * look that is lost with its Worker is no harm: the message comes again, and any look is valid.
 */
export async function look(db: Database, counted: Counted[]): Promise<void> {
  const now = Date.now();
  const writes = counted.flatMap((row) => newLooks(row, now) ?? []);
  if (writes.length > 0) await db.batch(writes);
}
