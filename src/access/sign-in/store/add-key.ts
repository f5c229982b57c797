import type { Database } from '../../../db/client.ts';
import type { Scope } from '../../../lib/api-key.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { personKeyName } from '../../api-keys/author.ts';
import type { ApiKeyCreated } from '../../api-keys/schemas.ts';
import { insertKey } from '../../api-keys/store/create.ts';
import { newKeyRow, toApiKey } from '../../api-keys/store/internal.ts';
import type { Identity } from '../access-token.ts';
import { keyLifetime } from '../lifetimes.ts';
import { removeEnded } from './remove-ended.ts';

/** Stores a key of a person, which does not outlive their sign-in. */
export async function addKey(
  db: Database,
  key: string,
  { email, endsAt }: Identity,
  scopes: Scope[],
  now: number,
): Promise<ApiKeyCreated> {
  const input = {
    name: personKeyName(email),
    scopes,
    expiresAt: toTimestamp(Math.min(now + keyLifetime, endsAt)),
  };
  const row = { ...newKeyRow(key, input, now), isSignIn: 1 };
  await db.batch([insertKey(row), removeEnded(row.hash, now)]);
  return { ...toApiKey(row), key };
}
