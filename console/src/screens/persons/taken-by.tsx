import { isProblem } from '@footfall/client';
import { here, noRecord } from '../../nav/router.ts';

/** A link to the person who has the identifier that was refused. */
export function TakenBy({ error }: { error: unknown }) {
  if (!isProblem(error, 'person_conflict')) return null;
  const conflictingId = error.document?.conflictingId;
  if (typeof conflictingId !== 'string') return null;
  return (
    <p>
      <a href={here({ ...noRecord, new: undefined, open: conflictingId })}>Open the person who has it</a>
    </p>
  );
}
