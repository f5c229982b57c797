import * as z from 'zod/mini';
import { described, object } from '../../http/described.ts';
import { countedFields } from '../../http/list-query.ts';
import { author, count, id, textUpTo, timestamp } from '../../http/schemas.ts';
import { endReasons, experimentStatuses } from '../../vocabulary/experiments.ts';
import { goal, weight } from './body-schemas.ts';
import { longestName, mostArms } from './limits.ts';

const longestSentence = 300;

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
  visitorsPerDay: described(number, 'To two digits.'),
  rate: number,
  lift: number,
  days: described(count, 'About how many days until such a lift is decided, from the start of the test.'),
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
    'Whether visitors were not counted, because too many came from one address, or there were more than a test can hold.',
  ),
  otherVisits: described(
    count,
    'Visits of the audience while it runs that report none of the versions, or not the one of their visitor. Some 500,000 are counted at most.',
  ),
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

export const ExperimentForecast = object('ExperimentForecast', {
  estimate: described(
    z.nullable(ExperimentEstimate),
    'At the traffic of the latest visits. Null if none of them reached the goal.',
  ),
  sentence: described(textUpTo(longestSentence), 'The same in words.'),
});
export type ExperimentForecast = z.infer<typeof ExperimentForecast>;

export const ExperimentList = object('ExperimentList', countedFields(Experiment));
export type ExperimentList = z.infer<typeof ExperimentList>;
export const ExperimentDeleted = object('ExperimentDeleted', {
  experimentId: id('experiment'),
  deletedAt: timestamp,
});
