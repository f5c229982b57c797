import {
  type AudienceVersion,
  ifMatch,
  isProblem,
  openAudienceVersion,
  publishAudienceVersion,
} from '@footfall/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hourMs } from '../../../../src/lib/durations.ts';
import { instantIn, localTime } from '../../analytics/days.ts';
import { ask, askResponse } from '../../data/api.ts';
import { refetch } from '../../data/query.ts';
import { Button } from '../../kit/button.tsx';
import { CheckField } from '../../kit/check-field.tsx';
import { TextField } from '../../kit/field.tsx';
import { Dialog } from '../../kit/form.tsx';
import { Failed } from '../../kit/states.tsx';
import { dayAndTime, shownZone, zoneName } from '../../lib/format.ts';
import { fieldErrors } from '../../lib/problem.ts';
import { toast } from '../../lib/toasts.ts';
import { Changes } from './compare.tsx';
import { type Loaded, loadAudience, pathOf, useNext } from './data.ts';
import type { DialogPartProps } from './screen.ts';
import { useScheduled } from './use-versions.ts';
import { changesBetween } from './words.ts';

/** The next full hour that is at least half an hour away, by the clocks of the screen. */
const nextHour = (): string => localTime(Math.ceil((Date.now() + hourMs / 2) / hourMs) * hourMs, shownZone());

export interface PublishTimeProps {
  /** In the time zone of the screen. Undefined: now. */
  time: string | undefined;
  error: string | undefined;
  onTime: (time: string | undefined) => void;
}

/** When a version goes live: now, or at a time that one chooses. */
function PublishTime({ time, error, onTime }: PublishTimeProps) {
  const choices = useRef<HTMLFieldSetElement>(null);
  // Who asked for a later time writes it.
  useEffect(() => choices.current?.querySelector<HTMLElement>('[name="publishAt"]')?.focus(), []);
  return (
    <fieldset class="checks stack-3" ref={choices}>
      <legend>When?</legend>
      <CheckField
        isRadio
        name="when"
        label="Now"
        isChecked={time === undefined}
        onChange={() => onTime(undefined)}
      />
      <CheckField
        isRadio
        name="when"
        label="At a time"
        isChecked={time !== undefined}
        onChange={() => onTime(nextHour())}
      />
      {time !== undefined && (
        <TextField
          label="Goes live at"
          name="publishAt"
          type="datetime-local"
          value={time}
          hint={`In the time zone ${zoneName(shownZone())}, within a minute. Later changes are not included.`}
          error={error}
          onInput={onTime}
        />
      )}
    </fieldset>
  );
}

interface PublishProps extends DialogPartProps {
  /** What is published: it may be newer than what is on the screen. */
  loaded: Loaded;
  /** A later time is offered, and not now. */
  isLater: boolean | undefined;
}

/** The version that `publish` would take: the latest, if it may be published, else the next draft, which is opened. */
export async function publishable(loaded: Loaded): Promise<{ versionId: string; match: Loaded['match'] }> {
  const { allowedActions, versionId } = loaded.audience.latestVersion;
  if (allowedActions.includes('publish')) return { versionId, match: loaded.match };
  const { data, response } = await askResponse(openAudienceVersion, {
    path: pathOf(loaded),
    body: {},
    headers: loaded.match,
  });
  return { versionId: data.versionId, match: ifMatch(response) };
}

/** Publishes what was loaded, now or at a later time. Throws `precondition_failed` if somebody changed it since. */
export async function publish(loaded: Loaded, publishAt?: string): Promise<AudienceVersion> {
  const { versionId, match } = await publishable(loaded);
  return ask(publishAudienceVersion, {
    path: { ...pathOf(loaded), version_id: versionId },
    body: { ...(publishAt !== undefined && { publishAt }) },
    headers: match,
  });
}

const names = ['Now', 'Then'] as const;

/** Says what visitors will get, and publishes it. */
export function Publish({ screen, loaded: first, isLater, live }: PublishProps) {
  const [loaded, setLoaded] = useState(first);
  const [isRunning, setRunning] = useState(false);
  const [isNew, setNew] = useState(false);
  const [error, setError] = useState<unknown>();
  // In the time zone of the screen. Undefined: now.
  const [time, setTime] = useState(isLater ? nextHour() : undefined);
  const [isLate, setLate] = useState(false);
  const refused = fieldErrors(error).get('publishAt');
  const { audience } = loaded;
  const { versionNumber, allowedActions } = audience.latestVersion;
  const number = allowedActions.includes('publish') ? versionNumber : versionNumber + 1;
  const next = useNext(loaded);
  const scheduled = useScheduled(audience);
  const isFirst = audience.publishedVersion === null;
  const changes = changesBetween(loaded.page, live, next);
  const [act, doing] = time === undefined ? ['Publish', 'Publishing …'] : ['Schedule', 'Scheduling …'];

  const close = () => screen.ask(undefined);
  const send = async () => {
    const publishAt = time === undefined ? undefined : instantIn(time, shownZone());
    setError(undefined);
    // The service takes a time that is just over for now.
    const isOver = publishAt !== undefined && Date.parse(publishAt) <= Date.now();
    setLate(isOver);
    if (isOver) return;
    setRunning(true);
    try {
      const version = await publish(loaded, publishAt);
      if (version.publishAt !== null)
        toast(`Version ${version.versionNumber} goes live on ${dayAndTime(version.publishAt)}`);
      screen.end();
    } catch (failure) {
      if (isProblem(failure, 'precondition_failed', 'invalid_transition')) {
        setLoaded(await loadAudience(pathOf(loaded)).catch(() => loaded));
        setNew(true);
      } else setError(failure);
    } finally {
      setRunning(false);
      refetch();
    }
  };
  return (
    <Dialog
      title={`Publish version ${number}?`}
      class="dialog-wide"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="main" isBusy={isRunning} onClick={send}>
            {isRunning ? doing : act}
          </Button>
        </>
      }
    >
      {isNew && (
        <p role="alert" class="banner">
          Someone changed this in the meantime, so nothing was published. This is what would go live now.
        </p>
      )}
      <p class="muted">
        {isFirst
          ? 'Until now visitors get the page. This is what changes for them:'
          : changes.length > 0
            ? 'This is what changes for visitors:'
            : 'Visitors will get the same content as now.'}
      </p>
      {changes.length > 0 && <Changes changes={changes} labels={names} />}
      {scheduled.versions.map(({ versionId, versionNumber, publishAt }) => (
        <p key={versionId} class="banner">
          Version {versionNumber} is scheduled for {dayAndTime(publishAt ?? '')}, and replaces what is live
          then.
        </p>
      ))}
      {scheduled.hasAny === undefined && (
        <p class="banner">Not all versions are loaded, so another one may be scheduled.</p>
      )}
      <PublishTime time={time} error={isLate ? 'This time has passed.' : refused} onTime={setTime} />
      {error !== undefined && refused === undefined && <Failed error={error} />}
    </Dialog>
  );
}
