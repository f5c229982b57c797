import { deleteExperiment, type Experiment, startExperiment, updateExperiment } from '@footfall/client';
import { mostArms } from '../../../../src/visits/experiments/limits.ts';
import { goalWords } from '../../../../src/vocabulary/experiments.ts';
import { ask, useMutation } from '../../data/api.ts';
import { Ago } from '../../kit/ago.tsx';
import { Button } from '../../kit/button.tsx';
import { NotDone } from '../../kit/form.tsx';
import { dayAndTime, plural } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { Arms } from '../experiments/arms.tsx';
import { isAmong } from '../experiments/data.ts';
import { armsInWords, endInWords, testName } from '../experiments/words.ts';
import type { PartProps } from './screen.ts';

interface TestProps extends PartProps {
  test: Experiment;
}

/** Why nothing can be called a winner, and what to look at. */
const Broken = () => (
  <div class="banner stack-1" role="alert">
    <p>
      <b>The visitors are not divided as they should be, so this test decides nothing.</b> Usually one of
      these is the reason:
    </p>
    <ul>
      <li>a cache shows all visitors the same version;</li>
      <li>some pages of the website do not say which version a visitor saw;</li>
      <li>bots come to one version, or one version does not load.</li>
    </ul>
    <p>Stop the test, let your developer correct the website, and start another one.</p>
  </div>
);

/** What the numbers do not have. */
function Notes({ test: { visitorsBy, isLimited, otherVisits } }: { test: Experiment }) {
  const notes = [
    visitorsBy !== 'visitor' &&
      `The website does not recognise ${visitorsBy === 'both' ? 'some visitors' : 'visitors'} who come again, so they count again.`,
    otherVisits > 0 &&
      `${plural(otherVisits, 'visit')} ${otherVisits === 1 ? 'counts' : 'count'} for no version: the website named none, or not the one that the visitor should see.`,
    isLimited &&
      'Not every visitor counts: too many came from one address, or there were more than a test can hold.',
  ].filter(Boolean);
  return notes.length > 0 ? <p class="note muted">{notes.join(' ')}</p> : null;
}

/** The test that runs: what it says so far, the versions beside each other, and how to end it. */
function Running({ screen, test }: TestProps) {
  const { arms, goal, startedAt, endsAt, sentence, splitBrokenAt, winnerVersionId } = test;
  const winner = arms.find(({ versionId }) => versionId === winnerVersionId);
  const end = (version: Experiment['arms'][number] | undefined) =>
    screen.ask({ what: 'end test', test, version });
  return (
    <>
      <p class="test-sentence">{sentence}</p>
      <p class="muted">
        {`Test of ${armsInWords(arms)}. It counts ${goalWords[goal]}. Started `}
        {startedAt && <Ago at={startedAt} />}
        {endsAt && `, ends on ${dayAndTime(endsAt)}`}.
      </p>
      {splitBrokenAt !== null && <Broken />}
      <Arms test={test} view={(arm) => screen.ask({ what: 'arm', test, arm })} />
      <Notes test={test} />
      {screen.mayEdit && (
        <p class="row">
          {winner && (
            <Button kind="main" onClick={() => end(winner)}>
              {winner === arms[0]
                ? `Keep version ${winner.versionNumber}`
                : `Publish the winner, version ${winner.versionNumber}`}{' '}
              …
            </Button>
          )}
          <Button onClick={() => end(undefined)}>Stop the test …</Button>
          {arms.slice(1).map(
            (arm) =>
              arm !== winner && (
                <Button key={arm.versionId} kind="quiet" onClick={() => end(arm)}>
                  Publish version {arm.versionNumber} anyway …
                </Button>
              ),
          )}
        </p>
      )}
    </>
  );
}

/** A test that has not started. */
function Prepared({ screen, test }: TestProps) {
  const { arms, sentence, experimentId, goal } = test;
  const path = { experiment_id: experimentId };
  const { versionId, versionNumber, status } = screen.loaded.audience.latestVersion;
  const hasRoom = arms.length < mostArms;
  const isOther = status === 'draft' && hasRoom && !isAmong(arms, versionId);
  const change = useMutation(
    (what: 'start' | 'add' | 'delete'): Promise<unknown> =>
      what === 'start'
        ? ask(startExperiment, { path, body: {} })
        : what === 'delete'
          ? ask(deleteExperiment, { path })
          : ask(updateExperiment, {
              path,
              body: {
                arms: [...arms, { versionId, weight: 1 }].map((arm) => ({
                  versionId: arm.versionId,
                  weight: arm.weight,
                })),
              },
            }),
    {
      onDone: (_, what) =>
        toast(
          {
            start: 'The test has started',
            add: `Version ${versionNumber} is in the test`,
            delete: 'The test was deleted',
          }[what],
        ),
    },
  );
  return (
    <div class="stack-2">
      <p>
        <b>Prepared:</b> {`${testName(test)}, by ${goalWords[goal]}. ${sentence}`}
      </p>
      {screen.mayEdit && hasRoom && (
        <p class="muted">
          {`Start it as it is, or add ${isOther ? `version ${versionNumber}` : 'what you write next'} first: once it runs, it gets no other version.`}
        </p>
      )}
      {screen.mayEdit && (
        <p class="row">
          <Button kind="main" isBusy={change.isRunning} onClick={() => change.run('start')}>
            Start the test
          </Button>
          {isOther && (
            <Button isBusy={change.isRunning} onClick={() => change.run('add')}>
              Add version {versionNumber}
            </Button>
          )}
          <Button isBusy={change.isRunning} onClick={() => change.run('delete')}>
            Delete the test
          </Button>
        </p>
      )}
      <NotDone error={change.error} />
    </div>
  );
}

/** The test of an audience that runs, or those that are prepared. */
export function Test({ screen }: PartProps) {
  const { running, prepared = [] } = screen.tests ?? {};
  if (!running && prepared.length === 0) return null;
  return (
    <section class="test stack-3 box" aria-labelledby="audience-test">
      <h2 id="audience-test">Test</h2>
      {running ? (
        <Running screen={screen} test={running} />
      ) : (
        prepared.map((test) => <Prepared key={test.experimentId} screen={screen} test={test} />)
      )}
    </section>
  );
}

/** The tests that have ended, the newest first, each with what it has found. */
export function EndedTests({ screen }: PartProps) {
  const { ended = [] } = screen.tests ?? {};
  if (ended.length === 0) return null;
  return (
    <section aria-labelledby="audience-tests">
      <h2 id="audience-tests">Tests that have ended</h2>
      <ol class="timeline versions">
        {ended.map((test, place) => (
          <li key={test.experimentId}>
            <details open={place === 0}>
              <summary>
                <span class="grow">
                  {test.sentence} <span class="muted">{`${testName(test)}, ${endInWords(test)}`}</span>
                </span>
              </summary>
              <Arms test={test} view={(arm) => screen.ask({ what: 'arm', test, arm })} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
