import { and, eq, sql } from 'drizzle-orm';
import { experiments } from '../../../content/tables/experiments.ts';
import type { Database } from '../../../db/client.ts';
import { type ParamsOf, statement } from '../../../db/statement.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import type { ExperimentUpdate } from '../body-schemas.ts';
import type { Experiment } from '../schemas.ts';
import { armsOf, canHave, endsLater, freezeArms, refuseTest, selectObstaclesOf } from './arms.ts';
import { experimentRecord, timeOf } from './internal.ts';
import { refuseWhileRunning, type StatusParams, selectStatus } from './status.ts';

const own = sql`${experiments.audienceId}`;
const changeDraft = statement(
  ({
    key,
    write,
    changes,
  }: StatusParams & { changes: ParamsOf<{ [K in 'name' | 'goal' | 'arms' | 'endsAt']?: never }> }) => {
    const { arms, goal, endsAt } = changes;
    const isDraft = arms || goal || endsAt ? eq(experiments.status, 'draft') : undefined;
    return experimentRecord.revise(
      key,
      write,
      { ...changes, arms: arms && armsOf(own, arms) } as never,
      and(isDraft, endsAt && endsLater(endsAt, write), arms && canHave(own, arms)),
    );
  },
);

/**
 * Changes a draft, or the name of any test. Throws `experiment_not_found`, `experiment_running`, `experiment_impossible`,
 * `invalid_transition`, `precondition_failed`.
 */
export function updateExperiment(
  db: Database,
  experimentId: string,
  { name, goal, arms, endsAt }: ExperimentUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Experiment>> {
  const changes = {
    name,
    goal,
    arms: arms && JSON.stringify(arms),
    endsAt: endsAt === undefined ? undefined : timeOf(endsAt),
  };
  const key = experimentId;
  return experimentRecord.write(db, key, changes, ifMatch, {
    write: (write) => changeDraft({ key, write, changes: changes as never }),
    also: () => freezeArms({ experimentId }),
    reads: [selectObstaclesOf({ key, arms: changes.arms }), selectStatus({ key })],
    refuse: ([obstacles], [row]) => {
      if (row) refuseWhileRunning(row, 'changes');
      refuseTest(obstacles, false, changes.endsAt);
    },
  });
}
