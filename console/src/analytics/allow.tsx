import type { RefusedOriginList } from '@footfall/client';
import { useMutation } from '../data/api.ts';
import { useScope } from '../data/session.ts';
import { allow } from '../data/websites.ts';
import { Button } from '../kit/button.tsx';
import { ago, dayAndTime, plural } from '../lib/format.ts';
import { describeProblem } from '../lib/problem.ts';
import { toast } from '../lib/toasts.ts';

/** A button that lets the visits of an origin count. */
export function Allow({ origin }: { origin: string }) {
  const mayWrite = useScope('write');
  const add = useMutation(allow, {
    onDone: (website) => toast(`Visits from ${website.origin} count from now on, within ten seconds`),
  });
  if (!mayWrite) return null;
  return (
    <>
      <Button onClick={() => add.run(origin)} disabled={add.isRunning}>
        Allow<span class="visually-hidden"> {origin}</span>
      </Button>
      {add.error !== undefined && (
        <span class="field-error" role="alert">
          {describeProblem(add.error).title}
        </span>
      )}
    </>
  );
}

/** How many requests there were in the last days, and when the last came. */
function Requests({ count, last }: { count: number; last: string }) {
  return (
    <span class="muted">
      {plural(count, 'request')} in 7 days, the last{' '}
      <time dateTime={last} title={dayAndTime(last)}>
        {ago(last)}
      </time>
    </span>
  );
}

/** From where visits were refused, and how to let them count; and which pages they named that do not exist. */
export function RefusedList({ refused: { items, unknownPages } }: { refused: RefusedOriginList }) {
  return (
    <ul class="refused">
      {items.map(({ origin, requestsCount, lastRefusedAt }) => (
        <li key={origin} class="row">
          <span class="grow">
            Visits were refused from <b>{origin}</b>: <Requests count={requestsCount} last={lastRefusedAt} />
          </span>
          <Allow origin={origin} />
        </li>
      ))}
      {unknownPages.map(({ pageId, requestsCount, lastSentAt }) => (
        <li key={pageId} class="row">
          <span class="grow">
            Visits name the page <b>{pageId}</b>, which does not exist; compare <code>data-page</code> in the
            script: <Requests count={requestsCount} last={lastSentAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
