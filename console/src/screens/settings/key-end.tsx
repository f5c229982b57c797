import type { ApiKey } from '@footfall/client';
import { AgoOrNever } from '../../kit/ago.tsx';
import { stateOf } from './scopes.ts';

/** When a key ends, or how it ended. */
export function KeyEnd({ apiKey }: { apiKey: ApiKey }) {
  const state = stateOf(apiKey);
  const end = state === 'revoked' ? apiKey.revokedAt : apiKey.expiresAt;
  return (
    <>
      {state !== 'active' && <span class="badge badge-bad">{state}</span>} <AgoOrNever at={end} />
    </>
  );
}
