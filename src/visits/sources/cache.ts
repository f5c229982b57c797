import { BoundedMap } from '../../lib/bounded-map.ts';
import { minuteMs } from '../../lib/durations.ts';
import type { Verifier } from './store/secrets.ts';

/** What an isolate knows of an address: its source, or that there is none. */
export interface Known {
  verifier: Verifier | undefined;
  readAt: number;
  /** When a delivery that was refused last made it read the source: once a minute. */
  refusedAt: number;
}

const known = new BoundedMap<string, Known>(1000);
/** Addresses without a source. Whoever makes up thousands of them pushes no source out. */
const unknown = new BoundedMap<string, Known>(1000);

/** What is known of an address, however long ago it was read. */
export const recall = (address: string): Known | undefined => known.get(address) ?? unknown.get(address);

/** Forgets an address in this isolate, whose source has changed. */
export function forget(address: string): void {
  known.delete(address);
  unknown.delete(address);
}

/** Remembers what was read of an address. */
export function remember(address: string, of: Known): void {
  forget(address);
  (of.verifier ? known : unknown).set(address, of);
}

/** Whether what is known is of the last minute. A clock may be set back. */
export const isFresh = (time: number, now: number): boolean => Math.abs(now - time) < minuteMs;

/** Addresses that a request reads now. No promise is shared: one request of a Worker can not await another. */
const reading = new Set<string>();
/** How long others look whether it has come to an end, and how often, in milliseconds. Its sender may hang up. */
const [patience, pause] = [1000, 10];

/** Reads an address once for all deliveries to it that come at the same time. */
export async function readOnce(address: string, read: () => Promise<Known>): Promise<Known> {
  for (let waited = 0; reading.has(address) && waited < patience; waited += pause)
    await scheduler.wait(pause);
  const meanwhile = recall(address);
  if (meanwhile && isFresh(meanwhile.readAt, Date.now())) return meanwhile;
  reading.add(address);
  try {
    return await read();
  } finally {
    reading.delete(address);
  }
}
