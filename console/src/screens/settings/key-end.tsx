import type { ApiKey } from '@footfall/client';
import { ago } from '../../lib/ago.ts';
import { dayAndTime } from '../../lib/format.ts';
import { stateOf } from './scopes.ts';

/** When a key ends, or how it ended. */
export function KeyEnd({ apiKey }: { apiKey: ApiKey }) {
  const state = stateOf(apiKey);
  const end = state === 'revoked' ? apiKey.revokedAt : apiKey.expiresAt;
  if (end === null) return <span class="muted">Never</span>;
  const time = (
    <time dateTime={end} title={dayAndTime(end)}>
      {ago(end)}
    </time>
  );
  if (state === 'active') return time;
  return (
    <>
      <span class="badge badge-bad">{state}</span> {time}
    </>
  );
}
