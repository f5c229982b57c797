import {
  type AudienceVersion,
  archiveAudience,
  cancelAudienceVersion,
  openAudienceVersion,
  publishAudienceVersion,
  readyAudienceVersion,
  restoreAudience,
} from '@footfall/client';
import { useEffect, useRef } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { type MutationState, useMutation } from '../../data/mutation.ts';
import { refetch } from '../../data/query.ts';
import { CopyButton } from '../../kit/copy.tsx';
import { Failed } from '../../kit/states.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { Badges } from '../audiences/badges.tsx';
import { isInFlight, isMoving, isScheduled, sentenceOf } from '../audiences/state.ts';
import { audienceQueries, type Loaded, pathOf } from './data.ts';
import { Progress } from './progress.tsx';
import { useScheduled } from './use-versions.ts';

export type VersionAction = 'ready' | 'publish' | 'cancel';
const operations = {
  ready: readyAudienceVersion,
  publish: publishAudienceVersion,
  cancel: cancelAudienceVersion,
};
const done: Record<VersionAction, string> = {
  ready: 'is a draft now',
  publish: 'waits to be published',
  cancel: 'was cancelled',
};

export interface AudienceActions {
  version: MutationState<{ version: AudienceVersion; action: VersionAction }, AudienceVersion>;
  /** Archives the audience, or takes it out of the archive. */
  archive: MutationState<boolean, unknown>;
}

/** What may be done with an audience and its versions, each with what takes it back. */
export function useAudienceActions(loaded: Loaded): AudienceActions {
  const path = pathOf(loaded);
  const version: AudienceActions['version'] = useMutation(
    ({ version: { versionId }, action }) =>
      ask(operations[action], { path: { ...path, version_id: versionId }, body: {} }),
    {
      refetch: audienceQueries,
      onDone: (after, { version: before, action }) => {
        const again = async () => {
          // A draft that was cancelled is opened again as its copy. What waited is asked for again.
          if (before.status === 'draft' || before.status === 'pending')
            await ask(openAudienceVersion, { path, body: {} });
          else
            await ask(publishAudienceVersion, { path: { ...path, version_id: before.versionId }, body: {} });
        };
        const undo = () =>
          again()
            .catch(() => toast('It was changed since, so no change was undone'))
            .finally(() => refetch(...audienceQueries));
        // What waits for a time may have other words by now: it is asked for again where one sees them.
        const canUndo = action === 'cancel' && before.publishAt === null;
        toast(`Version ${after.versionNumber} ${done[action]}`, canUndo ? { undo } : {});
      },
    },
  );
  const { versionNumber } = loaded.audience.latestVersion;
  const lost = isInFlight(loaded.audience) ? ` Version ${versionNumber} was cancelled.` : '';
  const archive = useMutation(
    (isArchived: boolean) => ask(isArchived ? archiveAudience : restoreAudience, { path, body: {} }),
    {
      refetch: audienceQueries,
      onDone: (_, isArchived) =>
        isArchived
          ? toast(`The audience was archived: visitors get the page.${lost}`, {
              undo: () => archive.run(false),
            })
          : toast('The audience is back'),
    },
  );
  return { version, archive };
}

export interface StatusProps {
  loaded: Loaded;
  actions: AudienceActions;
  mayWrite: boolean;
  /** Words that were saved differ from those that are live, though no draft is open. */
  hasUnpublished: boolean;
  /** Increases when something was done with a version elsewhere: the state then has the focus. */
  news: number;
  /** The address at which visitors get it, if a link leads there. */
  address: string | undefined;
}

/** The state of an audience by word and colour, and what may be done with it. */
export function Status({ loaded, actions, mayWrite, hasUnpublished, news, address }: StatusProps) {
  const { audience } = loaded;
  const { latestVersion, archivedAt } = audience;
  const scheduled = useScheduled(audience);
  const { version, archive } = actions;
  const error = version.error ?? archive.error;
  const may = (action: VersionAction) => mayWrite && latestVersion.allowedActions.includes(action);
  const isBusy = version.isRunning || archive.isRunning;
  const live = archivedAt === null && audience.publishedVersion;
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
    <section class="status" aria-label="State" ref={state} tabIndex={-1}>
      <div class="row">
        <Badges audience={audience} />
        <p class="grow">
          {sentenceOf(audience)}
          {hasUnpublished && ' Words that were saved since are not live.'}
          {scheduled.map(
            ({ versionNumber, publishAt }) =>
              ` Version ${versionNumber} goes live on ${dayAndTime(publishAt ?? '')}.`,
          )}
        </p>
        {mayWrite && (
          <span class="row">
            {may('ready') && (
              <button
                type="button"
                class="button"
                disabled={isBusy}
                onClick={() => version.run({ version: latestVersion, action: 'ready' })}
              >
                Mark as ready
              </button>
            )}
            {may('cancel') && (
              <button
                type="button"
                class="button"
                disabled={isBusy}
                onClick={() => version.run({ version: latestVersion, action: 'cancel' })}
              >
                {isMoving(audience) || isScheduled(latestVersion)
                  ? 'Stop publishing'
                  : `Cancel version ${latestVersion.versionNumber}`}
              </button>
            )}
            {archivedAt === null ? (
              <button type="button" class="button" disabled={isBusy} onClick={() => archive.run(true)}>
                Archive
              </button>
            ) : (
              <button
                type="button"
                class="button button-main"
                disabled={isBusy}
                onClick={() => archive.run(false)}
              >
                Restore
              </button>
            )}
          </span>
        )}
      </div>
      {isMoving(audience) && <Progress key={latestVersion.versionId} version={latestVersion} />}
      {live && address && (
        <p class="row link-line">
          <span class="muted">Visitors get it at</span>
          <CopyButton text={address} label={address} what="link" />
        </p>
      )}
      {error !== undefined && <Failed error={error} />}
    </section>
  );
}
