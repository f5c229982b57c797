import type { KeyRef } from '@footfall/client';
import { session } from '../data/session.ts';
import { dayAndTime } from '../lib/format.ts';
import { useStore } from '../lib/store.ts';

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

/** Says that a key that is made now ends with the session's key, and how one is made that lasts. */
export function OwnEndNote({ scopes }: { scopes: string }) {
  const end = useStore(session)?.expiresAt;
  if (!end) return null;
  return (
    <p class="note">
      Your own key expires on {dayAndTime(end)}, and keys that you create expire no later. For a longer one,
      run <code>npm run key -- create --name … --scopes {scopes}</code>, or sign in with a key that does not
      expire.
    </p>
  );
}
