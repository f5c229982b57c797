import { type Audience, cancelAudienceVersion } from '@footfall/client';
import { useEffect } from 'preact/hooks';
import { ask, useMutation } from '../../data/api.ts';
import { refresh } from '../../data/query.ts';
import { useScope } from '../../data/session.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, column } from '../../kit/table.tsx';
import { ago, dayAndTime } from '../../lib/format.ts';
import { describeProblem } from '../../lib/problem.ts';
import { toast } from '../../lib/toasts.ts';
import { isMoving } from './state.tsx';

/** How often a list is asked for again while something in it is being published, in milliseconds. */
const pause = 2000;
/** A longer list takes several requests, and is only loaded again by what the reader does. */
const longest = 300;

/** Loads the answers with a name again while an audience among them is being published. */
export function useUntilLive(audiences: readonly Audience[] | undefined, name: string): void {
  const isWaiting = audiences !== undefined && audiences.length <= longest && audiences.some(isMoving);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(name), pause);
    return () => clearInterval(timer);
  }, [isWaiting, name]);
}

/** Takes back that the latest version of an audience goes live. */
function Cancel({ audience }: { audience: Audience }) {
  const { pageId, audienceId, effectiveName, latestVersion } = audience;
  const cancel = useMutation(
    () =>
      ask(cancelAudienceVersion, {
        path: { page_id: pageId, audience_id: audienceId, version_id: latestVersion.versionId },
        body: {},
      }).catch((error: unknown) => {
        toast(`${effectiveName}: ${describeProblem(error).title}`);
        throw error;
      }),
    {
      onDone: ({ versionNumber }) =>
        toast(`Version ${versionNumber} of ${effectiveName} does not go live. Its content stays saved`),
    },
  );
  return (
    <Button
      class="button button-quiet above-row"
      isBusy={cancel.isRunning}
      onClick={() => cancel.run(undefined)}
    >
      Cancel<span class="visually-hidden"> publishing {effectiveName}</span>
    </Button>
  );
}

const timeOf = ({ latestVersion: { publishAt, queuedAt } }: Audience): string => publishAt ?? queuedAt ?? '';

const time: Column<Audience> = column('time', 'Goes live', { sortBy: timeOf }, (audience) =>
  audience.latestVersion.publishAt === null ? (
    'Within seconds'
  ) : (
    <time dateTime={timeOf(audience)} title={ago(timeOf(audience))}>
      {dayAndTime(timeOf(audience))}
    </time>
  ),
);

const cancel: Column<Audience> = column(
  'cancel',
  'Cancel',
  { isNumber: true },
  (audience) => audience.latestVersion.allowedActions.includes('cancel') && <Cancel audience={audience} />,
);

/** Of audiences whose latest version waits: when it goes live, and what takes that back. */
export const useWaitingColumns = (): Column<Audience>[] => (useScope('write') ? [time, cancel] : [time]);
