import { idleTime, longestSession } from '../../analytics/lifetime.ts';
import type { Saved } from './storage.ts';
import { apiKey, endpoint } from './tag.ts';
import { margin } from './times.ts';

/** A session's age now, in milliseconds. If the clock was set back since, that time is not subtracted. */
export const ageOf = ({ beacon, at }: Saved): number => beacon.elapsedMs + Math.max(0, Date.now() - at);

/** Whether a session has ended: after 30 minutes without activity, or just before its longest time. */
export const isOver = (saved: Saved): boolean =>
  ageOf(saved) > Math.min(saved.beacon.activeMs + idleTime, longestSession - margin);

/** Posts the totals of a session. Returns true unless it must be sent again. */
export async function post(saved: Saved): Promise<boolean | undefined> {
  const { beacon } = saved;
  const elapsedMs = Math.round(ageOf(saved));
  const activeMs = Math.min(elapsedMs, Math.round(beacon.activeMs));
  const engagedMs = Math.min(activeMs, Math.round(beacon.engagedMs));
  try {
    const { status } = await window.fetch(endpoint, {
      method: 'POST',
      credentials: 'omit',
      keepalive: true,
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ ...beacon, elapsedMs, activeMs, engagedMs }),
    });
    // A refusal is final: the same totals would be refused again.
    return status < 500 && status !== 429;
  } catch {
    // The network failed.
  }
}
