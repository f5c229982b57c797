import { isProblem } from '@footfall/client';
import { here, noRecord } from '../../nav/router.ts';

/** A way to the link that has the path already. */
export function TakenByLink({ error }: { error: unknown }) {
  const id = isProblem(error, 'path_taken') ? error.document?.conflictingId : undefined;
  if (typeof id !== 'string') return null;
  return (
    <p>
      <a href={here({ ...noRecord, new: undefined, open: id })}>Open the link that has this path</a>
    </p>
  );
}
