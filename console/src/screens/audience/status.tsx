import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../kit/button.tsx';
import { CopyButton } from '../../kit/copy.tsx';
import { Failed } from '../../kit/states.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { Badges } from '../audiences/badges.tsx';
import { isInFlight, isMoving, sentenceOf } from '../audiences/state.ts';
import { Progress } from './progress.tsx';
import type { PartProps } from './screen.ts';
import type { VersionAction } from './use-actions.ts';
import { useLiveBefore } from './use-versions.ts';

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
  const { version, archive } = actions;
  const error = version.error ?? archive.error;
  const may = (action: VersionAction) => mayWrite && latestVersion.allowedActions.includes(action);
  const isBusy = version.isRunning || archive.isRunning;
  const live = archivedAt === null && audience.publishedVersion;
  const liveBefore = useLiveBefore(audience);
  const before = mayWrite && live ? liveBefore : undefined;
  const state = useRef<HTMLElement>(null);
  useEffect(() => {
    if (news > 0) state.current?.focus({ preventScroll: true });
  }, [news]);
  // The button of what was done is disabled meanwhile, and then it is gone.
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
        <Badges audience={audience} />
        <p class="grow">
          {sentenceOf(audience)}
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
                disabled={isBusy}
                onClick={() => version.run({ version: latestVersion, action: 'ready' })}
              >
                Mark as ready
              </Button>
            )}
            {before && (
              <Button disabled={isBusy} onClick={() => ask({ what: 'roll back', to: before })}>
                Roll back to version {before.versionNumber} …
              </Button>
            )}
            {may('cancel') &&
              (isInFlight(audience) ? (
                <Button
                  disabled={isBusy}
                  title="It does not go live. Its content stays saved."
                  onClick={() => version.run({ version: latestVersion, action: 'cancel' })}
                >
                  Stop publishing
                </Button>
              ) : (
                !isEditing && (
                  <Button disabled={isBusy} onClick={() => ask({ what: 'discard' })}>
                    Discard the draft …
                  </Button>
                )
              ))}
            {archivedAt === null ? (
              <Button disabled={isBusy} onClick={() => archive.run(true)}>
                Archive
              </Button>
            ) : (
              <Button kind="main" disabled={isBusy} onClick={() => archive.run(false)}>
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
