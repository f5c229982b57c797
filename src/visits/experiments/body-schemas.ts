import * as z from 'zod/mini';
import { described, strictObject } from '../../http/described.ts';
import { listQuery, numberOr } from '../../http/list-query.ts';
import { broken, idFilter, idInput, instant, nameUpTo } from '../../http/schemas.ts';
import { experimentStatuses, goals } from '../../vocabulary/experiments.ts';
import { longestName, mostArms } from './limits.ts';

const highestWeight = 1000;

/** The weight of an arm. */
export const weight = z
  .int('must be a whole number')
  .check(
    z.minimum(1, 'must be at least 1'),
    z.maximum(highestWeight, 'must be at most 1,000'),
    z.meta({ format: 'int32' }),
  );
/** What counts as success. */
export const goal = z.enum(goals).check(z.meta({ id: 'ExperimentGoal' }));

const ArmInput = strictObject('ExperimentArmInput', {
  versionId: idInput(),
  weight: z._default(weight, 1),
});

const arms = z.array(ArmInput).check(
  z.minLength(1, 'must have at least 1 item'),
  z.maxLength(mostArms, `must have at most ${mostArms} items`),
  z.refine((given) => new Set(given.map(({ versionId }) => versionId)).size === given.length, {
    error: 'must not have a version twice',
  }),
  z.meta({
    description:
      'Versions of the audience, which are frozen as they are now: the latest one while it is a draft or cancelled, and those that a test has frozen before. The live version is always the first arm, whether it is named or not.',
  }),
);
const endsAt = described(z.nullish(instant), 'When it ends by itself. Null: when somebody ends it.');
const name = z.nullish(nameUpTo(longestName));

export const ExperimentCreate = strictObject('ExperimentCreate', {
  audienceId: idInput(),
  name,
  goal,
  arms,
  endsAt,
  start: described(z._default(z.boolean(), false), 'Start it at once.'),
});
export type ExperimentCreate = z.infer<typeof ExperimentCreate>;

export const ExperimentUpdate = strictObject('ExperimentUpdate', {
  name,
  goal: z.optional(goal),
  arms: z.optional(arms),
  endsAt,
});
export type ExperimentUpdate = z.infer<typeof ExperimentUpdate>;

export const WinnerRequest = strictObject('WinnerRequest', {
  versionId: described(idInput(), 'An arm of the test.'),
});

export const ExperimentEstimateQuery = z.object({
  audienceId: idInput(),
  goal,
  liveWeight: numberOr(1, 'The weight of the live version. The other one has 1.', highestWeight),
});
export type ExperimentEstimateQuery = z.infer<typeof ExperimentEstimateQuery>;

const filters = ['audienceId', 'pageId', 'status'] as const;
export const ExperimentListQuery = z
  .object({
    ...listQuery,
    audienceId: idFilter('Tests of this audience.'),
    pageId: idFilter('Tests of the audiences of this page.'),
    status: z.optional(z.enum(experimentStatuses)),
  })
  .check(
    z.superRefine((query, context) => {
      const [, ...others] = filters.filter((filter) => query[filter] !== undefined);
      for (const other of others)
        context.addIssue(broken([other], 'must not stand beside another filter', 'not_allowed'));
    }),
  );
export type ExperimentListQuery = z.infer<typeof ExperimentListQuery>;
