import { closeJob } from '../data/bulk.ts';
import { number, plural } from '../lib/format.ts';
import { type Job, jobs, jobsView } from '../lib/jobs.ts';
import { useStore } from '../lib/store.ts';
import { focusRest } from '../nav/focus.ts';
import { Button, Icon } from './button.tsx';

/** Does what a button says, after which the button is gone. */
const andLeave = (act: () => void) => () => {
  act();
  focusRest();
};

const Account = ({ id, doing, total, settled, isRunning, done, failed, retry, undo }: Job) => (
  <li class="job stack-2 raised">
    <div class="row">
      <b class="grow">{isRunning ? `${doing} ${number(settled)} of ${number(total)}` : done}</b>
      {!isRunning && undo && <Button onClick={andLeave(undo)}>Undo</Button>}
      {!isRunning && (
        <Button kind="icon" aria-label="Close" onClick={andLeave(() => closeJob(id))}>
          <Icon name="close" />
        </Button>
      )}
    </div>
    {isRunning && <progress max={total} value={settled} aria-label={doing} />}
    {failed.length > 0 && (
      <>
        <p class="bad">{plural(failed.length, 'failure')}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and arrow keys need the focus for that */}
        <ul class="job-failures" tabIndex={0} aria-label="What failed">
          {failed.map((failure) => (
            <li key={failure.id}>
              <b>{failure.name}</b> {failure.words}{' '}
              {failure.requestId && <code class="muted">{failure.requestId}</code>}
            </li>
          ))}
        </ul>
        {!isRunning && (
          <Button onClick={andLeave(retry)}>
            Try {failed.length === 1 ? 'it' : `these ${number(failed.length)}`} again
          </Button>
        )}
      </>
    )}
  </li>
);

/** What is being done with many records, and what became of it, on every screen until it is closed. */
function Jobs() {
  const shown = useStore(jobs);
  if (shown.length === 0) return null;
  return (
    <section class="jobs" aria-label="Bulk actions">
      <ul>
        {shown.map((job) => (
          <Account key={job.id} {...job} />
        ))}
      </ul>
    </section>
  );
}

jobsView.set(Jobs);
