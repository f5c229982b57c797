import { type Experiment, listExperiments } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { type Asked, useAsked } from '../../data/api.ts';
import type { QueryState } from '../../data/query.ts';
import { Await } from '../../kit/states.tsx';
import { link } from '../../nav/router.ts';
import type { TestArm } from './data.ts';
import { testName } from './words.ts';

/** So many tests that run are shown: the newest. */
const mostShown = 100;
const asked: Asked<{ items: Experiment[] }> = [
  listExperiments,
  { query: { status: 'running', limit: mostShown } },
];

/** The tests that run. */
export const useRunningTests = (): QueryState<{ items: Experiment[] }> => useAsked('running-tests', asked);

/** The versions of the tests that run, by audience. */
export interface RunningArms {
  /** Whether they are known, or cannot be. Until then nothing is said of drafts, which visitors of a test may see. */
  areKnown: boolean;
  of: (audienceId: string) => readonly TestArm[] | undefined;
}

/** Which versions are in a test that runs. */
export function useRunningArms(): RunningArms {
  const { data, error } = useRunningTests();
  return {
    areKnown: data !== undefined || error !== undefined,
    of: (audienceId) => data?.items.find((test) => test.audienceId === audienceId)?.arms,
  };
}

export interface RunningTestsProps {
  /** Those of one page. Undefined: of all. */
  pageId?: string;
  /**
   * The names of audiences that are known anyway: a test of another stands there by its own. Undefined as long as they are
   * on their way.
   */
  nameOf: ((audienceId: string) => string | undefined) | undefined;
  /** What stands below the heading. */
  note?: ComponentChildren;
}

/** The tests that run, each with what it says so far. Without any it is not there. */
export function RunningTests({ pageId, nameOf, note }: RunningTestsProps) {
  const answer = useRunningTests();
  const items = nameOf && answer.data?.items;
  const tests = items?.filter((test) => pageId === undefined || test.pageId === pageId);
  // It takes no room that may stay empty.
  if (!tests && answer.error === undefined) return null;
  return (
    <Await query={{ ...answer, data: tests }}>
      {(shown) =>
        shown.length > 0 && (
          <section class="running-tests" aria-labelledby="running-tests">
            <h2 id="running-tests">Running tests</h2>
            {note && <p class="note muted">{note}</p>}
            <ul class="feed">
              {shown.map((test) => (
                <li key={test.experimentId}>
                  <a href={link('audience', { pageId: test.pageId, audienceId: test.audienceId })}>
                    {nameOf?.(test.audienceId) ?? testName(test)}
                  </a>
                  <span class="grow">{test.sentence}</span>
                  {nameOf?.(test.audienceId) && <span class="muted not-on-phone">{testName(test)}</span>}
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Await>
  );
}
