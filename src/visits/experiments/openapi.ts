import { answerOf, createdOf, deletionOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { forecastWords } from '../../vocabulary/experiments.ts';
import { Experiment, ExperimentDeleted, ExperimentForecast, ExperimentList } from './schemas.ts';

const arm = {
  versionId: 'version_01kafz8q6tf7n9t3cwh2k5v4xe',
  versionNumber: 1,
  weight: 1,
  visitors: 1204,
  conversions: 61,
  rate: 0.0507,
  lift: null,
  liftLow: null,
  liftHigh: null,
  pValue: null,
  decidedAt: null,
  isBetter: null,
};
const example: Experiment = {
  experimentId: 'experiment_01kafz8q6tf7n9t3cwh2k5v4xe',
  pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xe',
  audienceId: 'audience_01kafz8q6tf7n9t3cwh2k5v4xe',
  name: 'Shorter headline',
  goal: 'conversion',
  status: 'running',
  endReason: null,
  arms: [
    arm,
    {
      ...arm,
      versionId: 'version_01kafz8q6tf7n9t3cwh2k5v4xf',
      versionNumber: 2,
      visitors: 1187,
      conversions: 97,
      rate: 0.0817,
      lift: 0.59,
      liftLow: 0.02,
      liftHigh: 1.52,
      pValue: 0.031,
      decidedAt: '2026-11-28T16:05:00.000Z',
      isBetter: true,
    },
  ],
  visitorsBy: 'visitor',
  isLimited: false,
  otherVisits: 12,
  decidedAt: '2026-11-28T16:05:00.000Z',
  splitBrokenAt: null,
  winnerVersionId: 'version_01kafz8q6tf7n9t3cwh2k5v4xf',
  publishedVersionId: null,
  estimate: { visitorsPerDay: 300, rate: 0.066, lift: 0.5, days: 10 },
  sentence: 'Version 2 is ahead: 2% to 152% more conversions. Decided.',
  author: 'zoe@northwind.example',
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
  startedAt: '2026-11-20T09:30:00.000Z',
  endsAt: null,
  endedAt: null,
};
const { experimentId, audienceId, name, goal } = example;
const answer = answerOf(Experiment, 'The test.', example);
const named = [{ versionId: 'version_01kafz8q6tf7n9t3cwh2k5v4xf', weight: 1 }];
const action = { answer, tagged: 'write' } as const;

export const experimentOperations = operationsOf('Experiments', {
  'GET /v0/experiments': {
    id: 'listExperiments',
    summary: 'List tests, newest first',
    description: 'With one of the filters, or with none.',
    answer: pageOf(ExperimentList, 'A page of tests.', { ...example, estimate: null }),
  },
  'POST /v0/experiments': {
    id: 'createExperiment',
    summary: 'Prepare a test of versions of an audience, or start it',
    description:
      'Freezes the words of its versions. To test several new ones, create the test with the first, change the words of the audience, which opens the next version, and add that by PATCH.',
    example: { audienceId, name, goal, arms: named },
    answer: createdOf(Experiment, 'The test.', example),
    tagged: 'made',
    ifMatchOf: 'the audience',
    errors: ['audience_not_found', 'audience_archived', 'experiment_impossible', 'experiment_running'],
  },
  'GET /v0/experiments/estimate': {
    id: 'estimateExperiment',
    summary: 'Say how long a test of two versions would take',
    description:
      'Before it is made. A test that has just started says the same, until it knows its own visitors.',
    answer: answerOf(ExperimentForecast, 'How long it takes.', {
      estimate: example.estimate,
      sentence: forecastWords(example.goal, example.estimate),
    }),
    errors: ['audience_not_found'],
  },
  'GET /v0/experiments/{experiment_id}': {
    id: 'getExperiment',
    summary: 'Read a test and what it has found',
    answer,
    tagged: 'read',
  },
  'PATCH /v0/experiments/{experiment_id}': {
    id: 'updateExperiment',
    summary: 'Change a test that has not started, or the name of any',
    example: { name, arms: named },
    ...action,
    errors: ['audience_archived', 'experiment_impossible', 'experiment_running', 'invalid_transition'],
  },
  'DELETE /v0/experiments/{experiment_id}': {
    id: 'deleteExperiment',
    summary: 'Delete a test that does not run',
    ...deletionOf('test', ExperimentDeleted, { experimentId, deletedAt: '2026-11-21T10:00:00.000Z' }),
    errors: ['experiment_running'],
  },
  'POST /v0/experiments/{experiment_id}/start': {
    id: 'startExperiment',
    summary: 'Start a test',
    description:
      'An audience has one running test at most. While it runs, nothing else of the audience can be published.',
    example: {},
    ...action,
    errors: ['audience_archived', 'experiment_impossible', 'experiment_running', 'invalid_transition'],
  },
  'POST /v0/experiments/{experiment_id}/stop': {
    id: 'stopExperiment',
    summary: 'End a test without publishing anything',
    example: {},
    ...action,
    errors: ['invalid_transition'],
  },
  'POST /v0/experiments/{experiment_id}/publish_winner': {
    id: 'publishExperimentWinner',
    summary: 'End a test and publish one of its versions',
    description:
      'The version goes live as any other, with the words that visitors of the test have seen. If it is live already, the test just ends.',
    example: { versionId: named[0]?.versionId },
    ...action,
    errors: ['version_not_found', 'invalid_transition'],
  },
});
