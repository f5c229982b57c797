import { type Experiment, type ExperimentArm, getExperiment, listExperiments } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { type QueryState, useQuery } from '../../data/query.ts';

/** So many tests of an audience are known: the newest. */
const mostTests = 100;
/** How often a test is read again, in milliseconds. */
const pause = 15_000;

/** The tests of an audience. */
export interface Tests {
  /** The one that runs, with an estimate. */
  running: Experiment | undefined;
  /** Those that have not started, with an estimate of the newest. */
  prepared: Experiment[];
  /** The newest first. */
  ended: Experiment[];
}

/** Sorts tests, of which one was read in full. */
export function testsIn(items: readonly Experiment[], inFull: Experiment | undefined): Tests {
  const all = items.map((test) => (test.experimentId === inFull?.experimentId ? inFull : test));
  const of = (status: Experiment['status']) => all.filter((test) => test.status === status);
  return { running: of('running')[0], prepared: of('draft'), ended: of('ended') };
}

async function loadTests(audienceId: string, signal: AbortSignal): Promise<Tests> {
  const { items } = await ask(listExperiments, { query: { audienceId, limit: mostTests }, signal });
  const { running, prepared } = testsIn(items, undefined);
  const open = running ?? prepared[0];
  const path = open && { experiment_id: open.experimentId };
  return testsIn(items, path && (await ask(getExperiment, { path, signal })));
}

/** The tests of an audience. They follow by themselves. */
export const useTests = (audienceId: string): QueryState<Tests> =>
  useQuery(['audience-tests', audienceId], (signal) => loadTests(audienceId, signal), { every: pause });

/** A version of a test, of which some visitors get it. */
export type TestArm = Pick<ExperimentArm, 'versionId' | 'versionNumber'>;

/** Whether a version is among those of a test. */
export const isAmong = (arms: readonly TestArm[], versionId: string): boolean =>
  arms.some((arm) => arm.versionId === versionId);

/** Whether a test has a version. */
const hasArm = (test: Experiment, versionId: string): boolean => isAmong(test.arms, versionId);

/** Whether a version is in a test that has not started. */
export const isPrepared = ({ prepared }: Tests, versionId: string): boolean =>
  prepared.some((test) => hasArm(test, versionId));

/** The test that a version is or was in, so that its content stays as it is. */
export const testOf = ({ running, prepared, ended }: Tests, versionId: string): Experiment | undefined =>
  [...(running ? [running] : []), ...prepared, ...ended].find((test) => hasArm(test, versionId));
