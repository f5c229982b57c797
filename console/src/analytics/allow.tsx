import type { RefusedOrigin } from '@footfall/client';
import { useMutation } from '../data/mutation.ts';
import { useScope } from '../data/session.ts';
import { afterWebsites, allow } from '../data/websites.ts';
import { ago } from '../lib/ago.ts';
import { dayAndTime, plural } from '../lib/format.ts';
import { describeProblem } from '../lib/problem.ts';
import { toast } from '../lib/toasts.ts';

/** A button that lets the visits of an origin count. */
export function Allow({ origin }: { origin: string }) {
  const mayWrite = useScope('write');
  const add = useMutation(allow, {
    refetch: afterWebsites,
    onDone: (website) => toast(`Visits from ${website.origin} count, ten seconds from now`),
  });
  if (!mayWrite) return null;
  return (
    <>
      <button type="button" class="button" onClick={() => add.run(origin)} disabled={add.isRunning}>
        Allow<span class="visually-hidden"> {origin}</span>
      </button>
      {add.error !== undefined && (
        <span class="field-error" role="alert">
          {describeProblem(add.error).title}
        </span>
      )}
    </>
  );
}

/** From where visits were refused, and how to let them count. */
export function RefusedList({ refused }: { refused: RefusedOrigin[] }) {
  return (
    <ul class="refused">
      {refused.map(({ origin, requestsCount, lastRefusedAt }) => (
        <li key={origin} class="row">
          <span class="grow">
            Visits were refused from <b>{origin}</b>:{' '}
            <span class="muted">
              {plural(requestsCount, 'request')} in 7 days, the last{' '}
              <time dateTime={lastRefusedAt} title={dayAndTime(lastRefusedAt)}>
                {ago(lastRefusedAt)}
              </time>
            </span>
          </span>
          <Allow origin={origin} />
        </li>
      ))}
    </ul>
  );
}
