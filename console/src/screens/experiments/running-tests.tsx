import { type Experiment, listExperiments } from '@footfall/client';
import { type Asked, useAsked } from '../../data/api.ts';
import { Await } from '../../kit/states.tsx';
import { link } from '../../nav/router.ts';
import { useSubjectNames } from '../history/names.ts';
import { armsInWords } from './words.ts';

/** So many tests that run are shown: the newest. */
const mostShown = 100;
const asked: Asked<{ items: Experiment[] }> = [
  listExperiments,
  { query: { status: 'running', limit: mostShown } },
];

export interface RunningTestsProps {
  /** Those of one page. Undefined: of all. */
  pageId?: string;
  /** The names of audiences that are known already. Undefined as long as they are on their way. */
  nameOf: ((audienceId: string) => string | undefined) | undefined;
}

/** The tests that run, each with what it says so far. Without any it is not there. */
export function RunningTests({ pageId, nameOf }: RunningTestsProps) {
  const answer = useAsked('running-tests', asked);
  const items = nameOf && answer.data?.items;
  const tests = items?.filter((test) => pageId === undefined || test.pageId === pageId);
  const unknown = tests?.flatMap(({ audienceId }) =>
    nameOf?.(audienceId) === undefined ? [audienceId] : [],
  );
  const loadedName = useSubjectNames(unknown ?? []);
  return (
    <Await query={{ ...answer, data: tests }} skeleton={null}>
      {(shown) =>
        shown.length > 0 && (
          <section class="running-tests" aria-labelledby="running-tests">
            <h2 id="running-tests">Running tests</h2>
            <ul class="feed">
              {shown.map(({ experimentId, pageId: ofPage, audienceId, name, arms, sentence }) => (
                <li key={experimentId}>
                  <a href={link('audience', { pageId: ofPage, audienceId })}>
                    {nameOf?.(audienceId) ?? loadedName(audienceId) ?? 'An audience'}
                  </a>
                  <span class="grow">{sentence}</span>
                  <span class="muted not-on-phone">{name ?? armsInWords(arms)}</span>
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Await>
  );
}
