import {
  type AudienceVersion,
  archiveAudience,
  cancelAudienceVersion,
  openAudienceVersion,
  publishAudienceVersion,
  readyAudienceVersion,
  restoreAudience,
} from '@footfall/client';
import { ask, type MutationState, useMutation } from '../../data/api.ts';
import { refetch } from '../../data/query.ts';
import { toast } from '../../lib/toasts.ts';
import { isInFlight } from '../audiences/state.tsx';
import { type Loaded, pathOf } from './data.ts';

export type VersionAction = 'ready' | 'publish' | 'cancel';
const operations = {
  ready: readyAudienceVersion,
  publish: publishAudienceVersion,
  cancel: cancelAudienceVersion,
};
const done: Record<VersionAction, string> = {
  ready: 'is a draft now',
  publish: 'waits to be published',
  cancel: 'was cancelled. Its content stays saved',
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
            .catch(() => toast('It has changed since, so nothing was undone'))
            .finally(() => refetch());
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
      onDone: (_, isArchived) =>
        isArchived
          ? toast(`The audience was archived: visitors get the page.${lost}`, {
              undo: () => archive.run(false),
            })
          : toast('The audience was restored'),
    },
  );
  return { version, archive };
}
