import type { Audience, AudienceVersion } from '@footfall/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { refetch } from '../../data/query.ts';
import { Button, CopyButton } from '../../kit/button.tsx';
import { Failed } from '../../kit/states.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { announce, toast } from '../../lib/toasts.ts';
import { Badges, isInFlight, isMoving, sentenceOf } from '../audiences/state.tsx';
import { isAmong, isPrepared } from '../experiments/data.ts';
import type { PartProps } from './screen.ts';
import type { VersionAction } from './use-actions.ts';
import { useLiveBefore } from './use-versions.ts';

const steps = ['Asked for', 'Waiting', 'Publishing', 'Live'] as const;
const stepOf: Partial<Record<AudienceVersion['status'], number>> = { queued: 1, processing: 2, published: 3 };
/** After so many milliseconds the page says that it takes long. */
const patience = 10_000;

/** The way of a version from the request to visitors, while it moves. */
function Progress({ version }: { version: AudienceVersion }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience);
    return () => clearTimeout(timer);
  }, []);
  const at = stepOf[version.status] ?? 0;
  return (
    <div>
      <ol class="steps" aria-label={`Publishing version ${version.versionNumber}`}>
        {steps.map((step, index) => (
          <li
            key={step}
            class={index < at ? 'muted is-done' : 'muted'}
            aria-current={index === at ? 'step' : undefined}
          >
            {step}
          </li>
        ))}
      </ol>
      {isLong && (
        <p class="muted">
          This takes longer than usual. You can leave this screen: the service retries every minute.
        </p>
      )}
    </div>
  );
}

/**
 * Says when a version becomes live, or one that moved fails, and loads again what depends on it. One that took the place of
 * another can be rolled back, if `rollBack` is given.
 */
export function useNews(
  { latestVersion: { versionNumber, status, cancelReason }, publishedVersion: live }: Audience,
  rollBack: ((to: AudienceVersion) => void) | undefined,
): void {
  const [seen, setSeen] = useState({ versionNumber, status, live });
  useEffect(() => {
    const isSame = seen.versionNumber === versionNumber;
    if (isSame && seen.status === status) return;
    setSeen({ versionNumber, status, live });
    refetch();
    const wasMoving = isSame && (seen.status === 'queued' || seen.status === 'processing');
    const version = `Version ${versionNumber}`;
    // It may be live before it was seen on its way.
    if (status === 'published' && seen.live?.versionNumber !== versionNumber) {
      const before = seen.live;
      const action = rollBack && before && { label: 'Roll back', run: () => rollBack(before) };
      toast(`${version} is live`, action ? { action } : {});
    } else if (isSame && status === 'processing') announce(`${version} is being published`);
    else if (wasMoving && status === 'cancelled' && cancelReason)
      toast(`${version} was not published. ${cancelReason}`);
  }, [versionNumber, status, seen, cancelReason]);
}

export interface StatusProps extends PartProps {
  /** Words that were saved differ from those that are live, though no draft is open. */
  hasUnpublished: boolean;
  /** Increases when something was done with a version elsewhere: the state then has the focus. */
  news: number;
}

/** The state of an audience by word and colour, and what may be done with it. */
export function Status({ screen, hasUnpublished, news }: StatusProps) {
  const { actions, mayWrite, isEditing, links, scheduled, ask } = screen;
  const { audience } = screen.loaded;
  const { latestVersion, archivedAt } = audience;
  const running = screen.tests?.running;
  const arms = running?.arms ?? [];
  const isFree =
    screen.tests !== undefined &&
    !isAmong(arms, latestVersion.versionId) &&
    !isPrepared(screen.tests, latestVersion.versionId);
  // A draft may be one that visitors of a test see.
  const isUnsure = screen.isTestUnknown && archivedAt === null && latestVersion.status === 'draft';
  const { version, archive } = actions;
  const error = version.error ?? archive.error;
  const may = (action: VersionAction) => mayWrite && latestVersion.allowedActions.includes(action);
  const isBusy = version.isRunning || archive.isRunning;
  const live = archivedAt === null && audience.publishedVersion;
  const liveBefore = useLiveBefore(audience);
  const before = mayWrite && live && !running ? liveBefore : undefined;
  const state = useRef<HTMLElement>(null);
  useEffect(() => {
    if (news > 0) state.current?.focus({ preventScroll: true });
  }, [news]);
  // The button of what was done is gone then: another one in its place is not the same.
  const hasActed = useRef(false);
  useEffect(() => {
    if (isBusy) hasActed.current = true;
    else if (hasActed.current && document.activeElement === document.body) {
      hasActed.current = false;
      state.current?.focus({ preventScroll: true });
    }
  }, [isBusy, archivedAt, latestVersion.versionId, latestVersion.status]);
  return (
    <section class="status stack-3 box" aria-label="State" ref={state} tabIndex={-1}>
      <div class="row">
        {!isUnsure && <Badges audience={audience} arms={arms} />}
        <p class="grow">
          {isUnsure ? '…' : sentenceOf(audience, arms)}
          {hasUnpublished &&
            (latestVersion.status === 'cancelled'
              ? ' Its content is saved and not live.'
              : ' Content that was saved since is not live.')}
          {scheduled.versions.map(
            ({ versionNumber, publishAt }) =>
              ` Version ${versionNumber} goes live on ${dayAndTime(publishAt ?? '')}.`,
          )}
        </p>
        {mayWrite && (
          <span class="row">
            {may('ready') && (
              <Button
                isBusy={isBusy}
                onClick={() => version.run({ version: latestVersion, action: 'ready' })}
              >
                Mark as ready
              </Button>
            )}
            {before && (
              <Button isBusy={isBusy} onClick={() => ask({ what: 'roll back', to: before })}>
                Roll back to version {before.versionNumber} …
              </Button>
            )}
            {may('cancel') &&
              (isInFlight(audience) ? (
                <Button
                  key="cancel"
                  isBusy={isBusy}
                  title="It does not go live. Its content stays saved."
                  onClick={() => version.run({ version: latestVersion, action: 'cancel' })}
                >
                  Cancel publishing
                </Button>
              ) : (
                !isEditing &&
                isFree && (
                  <Button key="discard" isBusy={isBusy} onClick={() => ask({ what: 'discard' })}>
                    Discard the draft …
                  </Button>
                )
              ))}
            {archivedAt === null ? (
              <Button
                key="archive"
                isBusy={isBusy}
                onClick={() => (running ? ask({ what: 'archive' }) : archive.run(true))}
              >
                {running ? 'Archive …' : 'Archive'}
              </Button>
            ) : (
              <Button key="restore" kind="main" isBusy={isBusy} onClick={() => archive.run(false)}>
                Restore
              </Button>
            )}
          </span>
        )}
      </div>
      {isMoving(audience) && <Progress key={latestVersion.versionId} version={latestVersion} />}
      {live && links.isLinked && (
        <p class="row link-line">
          <span class="muted">Visitors get it at{!links.address && ' …'}</span>
          {links.address && <CopyButton text={links.address} label={links.address} what="link" />}
          {links.use && <span class="muted">{links.use}</span>}
        </p>
      )}
      {error !== undefined && <Failed error={error} />}
    </section>
  );
}
