import type { Beacon, Target } from './beacon.ts';
import { apiKey } from './tag.ts';

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
