import type { Database } from '../../db/client.ts';
import type { VerifiedKey } from '../../lib/api-key.ts';
import { recall, remember } from './cache.ts';
import { findKeyByHash } from './store/find.ts';
import { unknownKey } from './store/maker.ts';

/** Stands for the key of a visit, which may only send visits, while D1 does not answer: the queue verifies it later. */
export const presumedKey: VerifiedKey = {
  apiKeyId: '',
  hash: '',
  name: '',
  scopes: ['collect'],
  expiresAt: null,
  limitTier: null,
  isSignIn: null,
  lastUsedAt: null,
  origins: [],
  originsReadAt: 0,
};

/**
 * What the key with this hash may do. It costs one round trip per minute and isolate; other requests cost none.
 * `beforeRefusal` runs before the lookup of every key that is not known to be valid. Throws `invalid_api_key` when
 * the key is unknown, revoked or expired.
 */
export async function verifyKey(
  db: Database,
  hash: string,
  beforeRefusal: () => Promise<void>,
): Promise<VerifiedKey> {
  const now = Date.now();
  const isExpired = ({ expiresAt }: VerifiedKey) => expiresAt !== null && expiresAt <= now;
  const known = recall(hash, now);
  if (!known || isExpired(known)) await beforeRefusal();
  const key = known ?? (await findKeyByHash(db, hash, now));
  if (!key || isExpired(key)) throw unknownKey();
  if (!known) remember(hash, key, now);
  return key;
}
