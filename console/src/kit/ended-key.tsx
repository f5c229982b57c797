import type { KeyRef } from '@footfall/client';

interface Kept {
  updatedBy: KeyRef | null;
}

/** Which key made or last changed what goes on, if that key has ended. */
export const endedKeyOf = ({ updatedBy }: Kept): string | false =>
  updatedBy?.hasEnded === true &&
  `Created or last changed by ${updatedBy.name ?? 'a deleted key'}, which is no longer valid`;

/** Says in a list that the key which made it or changed it last has ended. */
export function EndedKey({ of }: { of: Kept }) {
  const words = endedKeyOf(of);
  return (
    words && (
      <span class="muted only-wide" title={words}>
        {' '}
        By a key that is no longer valid
      </span>
    )
  );
}
