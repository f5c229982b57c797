import { Button } from '../../kit/button.tsx';
import { number, plural } from '../../lib/format.ts';
import { HowFar, RefusedRows } from './outcome.tsx';
import { countPeople, type PeopleList } from './people.ts';
import { isLong, type Making } from './use-making.ts';

interface StepProps {
  list: PeopleList;
  making: Making;
}

/** The check of all rows, before anything is written for them. */
export function Checking({ list, making }: StepProps) {
  const { step, checked, fit, unfit, make, send, back } = making;
  const refused = step === 'refused' ? unfit : [...list.refused, ...checked.progress.refused];
  const rest = countPeople(fit.recipients);
  return (
    <>
      <HowFar state={checked} total={list.recipients.length} did="Checked" />
      {step === 'refused' && (
        <p>
          {plural(refused.length, 'row is', 'rows are')} refused. Nothing is made yet: change the words or the
          path{rest > 0 && ', or make the other pages'}.
        </p>
      )}
      {!checked.isRunning && <RefusedRows list={list} refused={refused} />}
      <footer class="row row-end">
        <Button onClick={back}>Back to the words</Button>
        {step === 'refused' && rest > 0 && (
          <Button kind="main" onClick={send}>
            Make the other {plural(rest, 'page')}
          </Button>
        )}
        {checked.error !== undefined && (
          <Button kind="main" isBusy={make.isRunning} onClick={() => make.run(undefined)}>
            Try again
          </Button>
        )}
      </footer>
    </>
  );
}

/** The pages while they are made, and what became of the rows. */
export function Made({ list, making, onLeave }: StepProps & { onLeave: () => void }) {
  const { made, fit, unfit, send, stop, finish } = making;
  const { progress, isRunning } = made;
  const isDone = progress.done === fit.recipients.length && !isRunning;
  const isQueued = isLong(fit);
  return (
    <>
      <HowFar state={made} total={fit.recipients.length} did={isQueued ? 'Sent' : 'Made'} />
      {isDone && isQueued && (
        <p>
          Their pages are being made, also if you close this tab.{' '}
          {number(unfit.length + progress.refused.length)} refused.
        </p>
      )}
      {isDone && !isQueued && (
        <p>
          {number(progress.created)} new, {number(progress.updated)} with other words than before,{' '}
          {number(progress.unchanged)} unchanged, {number(unfit.length + progress.refused.length)} refused.
        </p>
      )}
      {!isDone && !isRunning && (
        <p class="muted">What was made stays. Go on whenever you like: nobody gets two pages.</p>
      )}
      {!isRunning && <RefusedRows list={list} refused={[...unfit, ...progress.refused]} />}
      <footer class="row row-end">
        {isRunning && <Button onClick={stop}>Stop</Button>}
        {isDone && (
          <Button kind="main" onClick={finish}>
            Open the campaign
          </Button>
        )}
        {!isDone && !isRunning && (
          <>
            <Button onClick={onLeave}>Close</Button>
            <Button kind="main" onClick={send}>
              Go on
            </Button>
          </>
        )}
      </footer>
    </>
  );
}
