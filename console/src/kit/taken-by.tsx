import { isProblem } from '@footfall/client';
import { here, noRecord } from '../nav/router.ts';

export interface TakenByProps {
  error: unknown;
  /** The code of the problem. */
  code: Parameters<typeof isProblem>[1];
  /** What the link to the other record says. */
  label: string;
}

/** A way to the record that has already what was refused. */
export function TakenBy({ error, code, label }: TakenByProps) {
  const id = isProblem(error, code) ? error.document?.conflictingId : undefined;
  if (typeof id !== 'string') return null;
  return (
    <p>
      <a href={here({ ...noRecord, new: undefined, open: id })}>{label}</a>
    </p>
  );
}
