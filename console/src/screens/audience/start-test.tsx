import { createExperiment, estimateExperiment, isProblem } from '@footfall/client';
import { useState } from 'preact/hooks';
import { type Goal, goals, longestTest } from '../../../../src/vocabulary/experiments.ts';
import { instantIn } from '../../analytics/days.ts';
import { ask, orReadAgain, useAnswer, useMutation } from '../../data/api.ts';
import { CheckField, RadioField } from '../../kit/check-field.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Dialog, FormDialog } from '../../kit/form.tsx';
import { Await } from '../../kit/states.tsx';
import { shownZone, zoneName } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { goalLabel } from '../experiments/words.ts';
import { Changes } from './compare.tsx';
import { publishable } from './publish.tsx';
import type { DialogPartProps } from './screen.ts';
import { changesBetween, seenByVisitors, type WordChange } from './words.ts';

/** How many visitors get the new version: the weights of the live one and of it. */
const shares = {
  half: { label: 'Half of the visitors', weights: [1, 1] },
  quarter: { label: 'A quarter of the visitors', weights: [3, 1] },
  tenth: { label: 'A tenth of the visitors', weights: [9, 1] },
} as const;
type Share = keyof typeof shares;
const isShare = (name: string): name is Share => Object.hasOwn(shares, name);

interface HowLongProps extends Pick<DialogPartProps, 'screen'> {
  goal: Goal;
  share: Share;
}

/** How long the test takes at the traffic of the audience. */
function HowLong({ screen, goal, share }: HowLongProps) {
  const { audienceId } = screen.loaded.audience;
  const [liveWeight] = shares[share].weights;
  const answer = useAnswer('audience-forecast', estimateExperiment, {
    query: { audienceId, goal, liveWeight },
  });
  return (
    <Await query={answer} skeleton={<p class="muted">How long will it take? …</p>}>
      {({ estimate, sentence }) => {
        const isLong = estimate !== null && estimate.days > longestTest;
        return (
          <p class={isLong ? 'banner' : estimate ? undefined : 'muted'} role="status">
            {sentence}
            {isLong && ' That is long. Choose a goal that more visitors reach, or test a larger change.'}
          </p>
        );
      }}
    </Await>
  );
}

interface VersionsProps extends Pick<DialogPartProps, 'screen'> {
  changes: WordChange[];
  /** The live version, and the one that comes next. */
  numbers: readonly [live: number, next: number];
}

/** What differs between both versions, each by its name. */
const Differences = ({ changes, numbers: [live, next] }: Pick<VersionsProps, 'changes' | 'numbers'>) => (
  <Changes changes={changes} labels={[`Version ${live}`, `Version ${next}`]} />
);

/** Says that visitors would get the same by both versions, so that there is nothing to test. */
const NothingToTest = ({ screen, changes, numbers }: VersionsProps) => (
  <Dialog
    title={`Versions ${numbers[0]} and ${numbers[1]} are the same for visitors`}
    class="dialog-wide"
    done="Close"
    onClose={() => screen.ask(undefined)}
  >
    <p>
      A test of them would find nothing.{' '}
      {changes.length > 0 && 'They differ only in the context, which no visitor gets. '}
      Change what visitors see, such as the title, and test that.
    </p>
    {changes.length > 0 && <Differences changes={changes} numbers={numbers} />}
  </Dialog>
);

/** Starts a test of the next words against those that are live. */
export function StartTest({ screen, live }: DialogPartProps) {
  const { loaded, next } = screen;
  const { publishedVersion, latestVersion } = loaded.audience;
  const number = latestVersion.allowedActions.includes('publish')
    ? latestVersion.versionNumber
    : latestVersion.versionNumber + 1;
  const changes = changesBetween(loaded.page, live, next);
  const of: VersionsProps = { screen, changes, numbers: [publishedVersion?.versionNumber ?? 0, number] };
  return seenByVisitors(changes).length > 0 ? <StartForm {...of} /> : <NothingToTest {...of} />;
}

function StartForm({ screen, changes, numbers }: VersionsProps) {
  const { loaded, links } = screen;
  const { audience } = loaded;
  const [liveNumber, number] = numbers;
  const [goal, setGoal] = useState<Goal>('conversion');
  const [share, setShare] = useState<Share>('half');
  const [isPrepared, setPrepared] = useState(false);
  const { run, ...start } = useMutation(
    async (endsAt: string) => {
      // The service freezes what it has, which must be what was read here.
      const { versionId, match } = await orReadAgain(publishable(loaded));
      const [first, second] = shares[share].weights;
      const arms = [
        { versionId: audience.publishedVersion?.versionId ?? '', weight: first },
        { versionId, weight: second },
      ];
      const end = endsAt ? { endsAt: instantIn(endsAt, shownZone()) } : {};
      const body = { audienceId: audience.audienceId, goal, arms, start: !isPrepared, ...end };
      return orReadAgain(ask(createExperiment, { body, headers: match }));
    },
    {
      onDone: () => {
        toast(isPrepared ? 'The test is prepared' : 'The test has started');
        screen.end();
      },
    },
  );
  const isNew = isProblem(start.error, 'precondition_failed');
  return (
    <FormDialog
      title={`Test version ${number} against version ${liveNumber}`}
      class="dialog-wide"
      submit={isPrepared ? 'Prepare the test' : 'Start the test'}
      of={isNew ? { isRunning: start.isRunning } : start}
      onSubmit={({ endsAt = '' }) => run(endsAt)}
      onClose={() => screen.ask(undefined)}
      intro={
        <>
          {isNew && (
            <p role="alert" class="banner">
              Someone changed this in the meantime, so nothing was started. This is what would be tested now.
            </p>
          )}
          {links.list.items?.length === 0 && (
            <p class="banner">No link leads to this audience yet, so nobody would see the test.</p>
          )}
          <p class="muted">
            Some visitors get version {number}, the others version {liveNumber}, which is live. This is what
            differs:
          </p>
          <Differences changes={changes} numbers={numbers} />
        </>
      }
    >
      <div class="stack-3 test-fields">
        <RadioField
          label="What counts as success?"
          name="goal"
          value={goal}
          options={goals.map((value) => ({ value, label: goalLabel(value) }))}
          onChange={(value) => setGoal(value as Goal)}
        />
        <SelectField
          label={`Who gets version ${number}?`}
          name="share"
          value={share}
          options={Object.entries(shares).map(([value, { label }]) => ({ value, label }))}
          onChange={(value) => isShare(value) && setShare(value)}
        />
        <TextField
          label="Ends at"
          name="endsAt"
          type="datetime-local"
          hint={`Leave it empty to end the test yourself. In the time zone ${zoneName(shownZone())}.`}
        />
        <CheckField
          label="Only prepare it"
          name="prepare"
          hint="To add another version: what you write next is in the same test."
          onChange={setPrepared}
        />
      </div>
      <HowLong screen={screen} goal={goal} share={share} />
      <p class="muted">
        While it runs, its content, goal and shares cannot change, and nothing else of this audience can be
        published. You may look at it as often as you like.
      </p>
    </FormDialog>
  );
}
