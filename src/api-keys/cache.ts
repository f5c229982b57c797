import type { Scope } from '../lib/api-key.ts';

export interface VerifiedKey {
  apiKeyId: string;
  scopes: Scope[];
  /** Milliseconds since 1970, or null for never. */
  expiresAt: number | null;
  /** The rate limit that holds for it, as wrangler.toml names it; null for the default one. */
  limitTier: string | null;
}

const keys = new Map<string, { key: VerifiedKey; until: number }>();
const atMost = 1000;
/** How long, in milliseconds, a revoked key may still pass in an isolate that has seen it. */
const rememberedFor = 60_000;

/** The key with this hash, if this isolate has verified it in the last minute. */
export function recall(hash: string, now: number): VerifiedKey | undefined {
  const known = keys.get(hash);
  return known && known.until > now ? known.key : undefined;
}

/** Remembers a verified key for a minute, forgetting the oldest beyond a thousand. */
export function remember(hash: string, key: VerifiedKey, now: number): void {
  keys.delete(hash);
  const oldest = keys.keys().next();
  if (keys.size >= atMost && !oldest.done) keys.delete(oldest.value);
  keys.set(hash, { key, until: now + rememberedFor });
}

/** Forgets a key in this isolate, once it is revoked or its expiry has moved. */
export const forget = (hash: string): void => {
  keys.delete(hash);
};
