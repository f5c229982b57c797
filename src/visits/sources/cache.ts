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

/** What is known of an address, however long ago it was read. */
export const recall = (address: string): Known | undefined => known.get(address);

/** Remembers what was read of an address. */
export const remember = (address: string, of: Known): void => {
  known.set(address, of);
};

/** Whether what is known is of the last minute. A clock may be set back. */
export const isFresh = (time: number, now: number): boolean => Math.abs(now - time) < minuteMs;

/** Forgets an address in this isolate, whose source has changed. */
export const forget = (address: string): void => {
  known.delete(address);
};
