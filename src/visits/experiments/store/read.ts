import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import { experiments } from '../../../content/tables/experiments.ts';
import type { Database } from '../../../db/client.ts';
import { countRows } from '../../../db/counters.ts';
import { build, type ListParams, type Param, statement } from '../../../db/statement.ts';
import { pageAsked } from '../../../lib/cursor.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { ExperimentListQuery } from '../body-schemas.ts';
import type { Experiment, ExperimentList } from '../schemas.ts';
import { trafficOf } from './estimate.ts';
import { etagOf, experimentColumns, experimentRecord, toExperiment } from './internal.ts';

const selectTest = statement(({ experimentId }: { experimentId: Param<string> }) =>
  build
    .select({ ...experimentColumns, traffic: trafficOf })
    .from(experiments)
    .where(eq(experiments.experimentId, experimentId)),
);

/** A test, with an estimate of how long it takes. Throws `experiment_not_found`. */
export async function getExperiment(db: Database, experimentId: string): Promise<Tagged<Experiment>> {
  const [[found]] = await db.batch([selectTest({ experimentId })]);
  const row = experimentRecord.liveOrThrow(found);
  const value = toExperiment(row, row.traffic);
  // Without an estimate, nothing in the answer follows from the clock.
  return { value, etag: etagOf(row, value.estimate && pick(value, ['estimate', 'sentence'])) };
}

type Filter = 'audienceId' | 'pageId' | 'status';
interface Filtered {
  value: Param<string> | undefined;
}
const isListed = (filter: Filter | undefined, value: SQL | undefined) =>
  and(isNull(experiments.deletedAt), filter && value && eq(experiments[filter], value));

const selectTests = statement(({ value, after, take }: Filtered & ListParams, filter: Filter | undefined) =>
  build
    .select(experimentColumns)
    .from(experiments)
    .where(and(isListed(filter, value), after && lt(experiments.experimentId, after)))
    .orderBy(desc(experiments.experimentId))
    .limit(take),
);

const countTests = statement(({ value }: Filtered, filter: Filter | undefined) =>
  countRows(sql`${experiments} where ${isListed(filter, value)}`),
);

/** Tests, newest first, of an audience, of a page or with a status; counted to 1,000. */
export async function listExperiments(db: Database, query: ExperimentListQuery): Promise<ExperimentList> {
  const filter = (['audienceId', 'pageId', 'status'] as const).find((name) => query[name] !== undefined);
  const value = filter && query[filter];
  const asked = pageAsked(['experiments', filter, value], query);
  const [rows, [total]] = await db.batch([
    selectTests({ value, ...asked.place }, filter),
    countTests({ value }, filter),
  ]);
  return asked.counted(
    rows,
    total,
    (last) => last.experimentId,
    (row) => toExperiment(row),
  );
}
