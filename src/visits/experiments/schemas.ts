import * as z from 'zod/mini';
import { described, object, strictObject } from '../../http/described.ts';
import { countedFields, listQuery } from '../../http/list-query.ts';
import {
  author,
  broken,
  count,
  id,
  idFilter,
  idInput,
  instant,
  nameUpTo,
  textUpTo,
  timestamp,
} from '../../http/schemas.ts';
import { endReasons, experimentStatuses, goals } from '../../vocabulary/experiments.ts';
import { mostArms } from './limits.ts';

const longestName = 100;
export const longestSentence = 300;
const highestWeight = 1000;

const weight = z
  .int('must be a whole number')
  .check(
    z.minimum(1, 'must be at least 1'),
    z.maximum(highestWeight, 'must be at most 1,000'),
    z.meta({ format: 'int32' }),
  );
const goal = z.enum(goals).check(z.meta({ id: 'ExperimentGoal' }));
const number = z.number();

const ExperimentArm = object('ExperimentArm', {
  versionId: id('version'),
  versionNumber: z.int().check(z.minimum(1), z.meta({ format: 'int64' })),
  weight: described(weight, 'Its share of the visitors, in proportion to the weights of the other arms.'),
  visitors: described(count, 'Each counts once, in the first arm that they saw.'),
  conversions: described(count, 'The visitors who reached the goal.'),
  rate: described(z.nullable(number), 'Conversions by visitors. Null without visitors.'),
  lift: described(
    z.nullable(number),
    'By how much more this arm converts than the live version: 0.5 is half more. Null for the live version, and while that has no conversion.',
  ),
  liftLow: described(
    z.nullable(number),
    'The lower end of the interval of the lift, which holds the true one at all times together in 95 of 100 tests.',
  ),
  liftHigh: described(z.nullable(number), 'The upper end. Null while there is none.'),
  pValue: described(
    z.nullable(number),
    'The least p-value so far, which is valid whenever one looks. Stored in steps of 1 %.',
  ),
  decidedAt: described(z.nullable(timestamp), 'When it was decided that this arm converts differently.'),
  isBetter: described(z.nullable(z.boolean()), 'What was decided: whether it converts better.'),
});
export type ExperimentArm = z.infer<typeof ExperimentArm>;

const ExperimentEstimate = object('ExperimentEstimate', {
  visitorsPerDay: number,
  rate: number,
  lift: number,
  days: described(number, 'About how many days until such a lift is decided, from the start of the test.'),
});
export type ExperimentEstimate = z.infer<typeof ExperimentEstimate>;

export const Experiment = object('Experiment', {
  experimentId: id('experiment'),
  pageId: id('page'),
  audienceId: id('audience'),
  name: z.nullable(textUpTo(longestName)),
  goal,
  status: z.enum(experimentStatuses),
  endReason: z.nullable(z.enum(endReasons)),
  arms: z.array(ExperimentArm).check(z.maxLength(mostArms)),
  visitorsBy: described(
    z.enum(['visitor', 'session', 'both']),
    '`visitor`: the website says who comes again. `session`: it does not, so who comes again counts again.',
  ),
  isLimited: described(
    z.boolean(),
    'Whether visitors were not counted, because too many came from one address.',
  ),
  otherVisits: described(count, 'Visits of the audience while it runs that report none of the versions.'),
  decidedAt: described(z.nullable(timestamp), 'When the first arm was decided. It is never taken back.'),
  splitBrokenAt: described(
    z.nullable(timestamp),
    'When visitors no longer followed the weights. Then nothing is called a winner.',
  ),
  winnerVersionId: described(
    z.nullable(id('version')),
    'The version that converts best, once that is decided. Null if two are ahead of the live version.',
  ),
  publishedVersionId: described(
    z.nullable(id('version')),
    'The version that somebody has published as the winner, or kept as it was live.',
  ),
  estimate: described(
    z.nullable(ExperimentEstimate),
    'How long it takes at the traffic of today. Null without visits and conversions to go by, after the end, and in lists.',
  ),
  sentence: described(textUpTo(longestSentence), 'The state of the test in words.'),
  author,
  createdAt: timestamp,
  updatedAt: timestamp,
  startedAt: z.nullable(timestamp),
  endsAt: z.nullable(timestamp),
  endedAt: z.nullable(timestamp),
});
export type Experiment = z.infer<typeof Experiment>;

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

export const ExperimentList = object('ExperimentList', countedFields(Experiment));
export type ExperimentList = z.infer<typeof ExperimentList>;
export const ExperimentDeleted = object('ExperimentDeleted', {
  experimentId: id('experiment'),
  deletedAt: timestamp,
});
