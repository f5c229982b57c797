import { idleTime, longestSession } from '../../sessions/lifetime.ts';
import type { Saved } from './storage.ts';

const minute = 60_000;

/** A session's age now in milliseconds; a clock that was set back adds nothing. */
export const ageOf = ({ beacon, at }: Saved): number => beacon.elapsedMs + Math.max(0, Date.now() - at);

/** Over when it was idle for long enough, and before the 24 hours that a beacon can tell. */
export const isOver = (saved: Saved): boolean =>
  ageOf(saved) > Math.min(saved.beacon.activeMs + idleTime, longestSession - minute);

/**
 * Posts the totals of a session of that age in milliseconds, unless its start is too far back to be told. Gives
 * whether that is settled; otherwise it has to be sent again.
 */
export async function post(endpoint: string, apiKey: string, saved: Saved, age: number): Promise<boolean> {
  if (age > longestSession) return true;
  const { beacon } = saved;
  const elapsedMs = Math.round(age);
  const activeMs = Math.min(elapsedMs, Math.round(beacon.activeMs));
  const engagedMs = Math.min(activeMs, Math.round(beacon.engagedMs));
  try {
    const { status } = await fetch(endpoint, {
      method: 'POST',
      credentials: 'omit',
      keepalive: true,
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ ...beacon, elapsedMs, activeMs, engagedMs }),
    });
    // A refusal is an answer too: the same totals would be refused again.
    return status < 500 && status !== 429;
  } catch {
    return false;
  }
}
