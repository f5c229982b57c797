import type { Beacon } from './beacon.ts';

/**
 * A session as it stands in sessionStorage. A duplicated tab gets a copy of it: both tabs then report under one
 * id, and the collector's max and or keep the larger totals of the two, so that nothing is counted twice.
 */
export interface Saved {
  /** The totals so far; `elapsedMs` is of the moment `at`, in milliseconds since 1970. */
  beacon: Beacon;
  at: number;
  /** Counts changes; `delivered` is the last one that the collector has answered. */
  revision: number;
  delivered: number;
}

const prefix = 'footfall:';

// In memory, and so until the next page load, when sessionStorage is blocked or full.
let store: Record<string, string> = {};
try {
  sessionStorage[prefix] = '';
  delete sessionStorage[prefix];
  store = sessionStorage;
} catch {
  // Blocked or full.
}

/** Where a session stands. The API key is part of it: of what tags for another service left, nothing is ours to send. */
export const keyOf = (apiKey: string, page: string, audience?: string | null): string =>
  `${prefix}${apiKey}:${page}:${audience ?? ''}`;

export function read(key: string): Saved | undefined {
  try {
    const saved = JSON.parse(store[key] ?? '');
    return saved.beacon.analyticsSessionId && saved;
  } catch {
    return undefined;
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

/** The keys of every session that this tab knows for an API key, those of the site's other pages too. */
export const keys = (apiKey: string): string[] =>
  Object.keys(store).filter((key) => key.startsWith(`${prefix}${apiKey}:`));
