import type { VerifiedKey } from '../../lib/api-key.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { minuteMs } from '../../lib/durations.ts';

const keys = new BoundedMap<string, { key: VerifiedKey; until: number }>(1000);
/** How long, in milliseconds, a revoked key may still be accepted by an isolate that has seen it. */
const rememberedFor = minuteMs;

/** The key with this hash, if this isolate has verified it in the last minute. */
export function recall(hash: string, now: number): VerifiedKey | undefined {
  const known = keys.get(hash);
  return known && known.until > now ? known.key : undefined;
}

/** Remembers a verified key for a minute. */
export const remember = (hash: string, key: VerifiedKey, now: number): void => {
  keys.set(hash, { key, until: now + rememberedFor });
};

/** Forgets a key in this isolate, after it was revoked or its expiry has changed. */
export const forget = (hash: string): void => {
  keys.delete(hash);
};
