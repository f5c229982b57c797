import { idleTime, longestSession } from '../../analytics/lifetime.ts';
import type { Beacon, Target } from './beacon.ts';
import { apiKey, endpoint } from './tag.ts';
import { margin } from './times.ts';

/**
 * A session in sessionStorage. A duplicated tab gets a copy of it, and both tabs then report under one id. The
 * collector keeps the larger total of each, so nothing is counted twice.
 */
export interface Saved {
  /** The totals so far. `elapsedMs` was computed at `at`. */
  beacon: Beacon;
  at: number;
  /** Counts changes. `delivered` is the last revision that the collector has answered. */
  revision: number;
  delivered: number;
}

// If sessionStorage is blocked or full, sessions are kept in memory, until the next page load.
let store: Record<string, string> = {};
try {
  store = sessionStorage;
} catch {
  // Blocked.
}

/** The key of a session in storage, with the API key: other script tags may send to another service. */
export const keyOf = ({ page, audience }: Target): string => `footfall:${apiKey}:${page}:${audience ?? ''}`;

export function read(key: string): Saved | undefined {
  try {
    const saved = JSON.parse(store[key] as string);
    return saved.beacon.analyticsSessionId && saved;
  } catch {
    // Nothing, or not ours.
  }
}

export function write(key: string, saved: Saved): void {
  const text = JSON.stringify(saved);
  try {
    store[key] = text;
  } catch {
    store = { ...store, [key]: text };
  }
}

export function remove(key: string): void {
  delete store[key];
}

/** The keys of all sessions that this tab has for the API key, including other pages of the site. */
export const keys = (): string[] => Object.keys(store).filter((key) => key.startsWith(`footfall:${apiKey}:`));

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
