import type { Scope } from '../lib/api-key.ts';
import { BoundedMap } from '../lib/bounded-map.ts';
import { minuteMs } from '../lib/durations.ts';

export interface VerifiedKey {
  apiKeyId: string;
  /** SHA-256 of the key, base64url. */
  hash: string;
  name: string;
  scopes: Scope[];
  /** Milliseconds since 1970, or null for never. */
  expiresAt: number | null;
  /** The tier of the key's rate limit in wrangler.toml; null for the default limit. */
  limitTier: string | null;
  /** 1 for the key of a sign-in. */
  isSignIn: number | null;
  /** When a request was last noted, in milliseconds since 1970; null for never. */
  lastUsedAt: number | null;
  /** The origins of the workspace's websites; none of a key that may not send visits. */
  origins: string[];
  /** When these were read, in milliseconds since 1970. */
  originsReadAt: number;
}

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
