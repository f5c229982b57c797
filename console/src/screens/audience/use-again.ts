import { type AudienceVersion, isProblem, updateAudience } from '@footfall/client';
import { ask } from '../../api.ts';
import { useMutation } from '../../mutation.ts';
import { refetch } from '../../query.ts';
import { toast } from '../../toasts.ts';
import { audienceQueries, type Loaded, pathOf } from './data.ts';

/** Puts the context of an older version into the draft, which is opened if there is none. */
export function useContextAgain(loaded: Loaded): (version: AudienceVersion) => void {
  const path = pathOf(loaded);
  const before = loaded.audience.supplementaryContext;
  const undo = () =>
    ask(updateAudience, { path, body: { supplementaryContext: before } })
      .then(() => toast('The context is as before'))
      .catch(() => toast('The context could not be taken back'))
      .finally(() => refetch(...audienceQueries));
  const again = useMutation(
    async ({ supplementaryContext }: AudienceVersion) => {
      try {
        return await ask(updateAudience, { path, body: { supplementaryContext }, headers: loaded.match });
      } catch (error) {
        refetch(...audienceQueries);
        toast(
          isProblem(error, 'precondition_failed')
            ? 'Someone changed this meanwhile, so nothing was restored. Look again.'
            : 'The context could not be restored',
        );
        throw error;
      }
    },
    {
      refetch: audienceQueries,
      onDone: ({ latestVersion }, { versionNumber }) =>
        toast(`The context of version ${versionNumber} is in version ${latestVersion.versionNumber} now`, {
          undo,
        }),
    },
  );
  return again.run;
}
