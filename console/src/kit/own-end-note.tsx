import { session } from '../data/session.ts';
import { dayAndTime } from '../lib/format.ts';
import { useStore } from '../lib/store.ts';

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
