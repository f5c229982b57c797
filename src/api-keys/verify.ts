import type { Database } from '../db/client.ts';
import { FootfallError } from '../lib/errors.ts';
import { recall, remember, type VerifiedKey } from './cache.ts';
import { findKeyByHash } from './store/find.ts';

/** The one answer to every well-formed key that is not valid here. */
export const unknownKey = (): FootfallError =>
  new FootfallError('invalid_api_key', 'The API key is unknown, revoked or expired.');

/**
 * What the key with this hash may do. Costs a round trip once a minute and isolate; later requests none.
 * `beforeRefusal` is called for every key that is not known to be valid, before it is looked up. Throws
 * `invalid_api_key` for one that is unknown, revoked or expired.
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
  const key = known ?? (await findKeyByHash(db, hash));
  if (!key || isExpired(key)) throw unknownKey();
  if (!known) remember(hash, key, now);
  return key;
}
