import { isProblem, revokeCurrentApiKey } from '@footfall/client';
import { clientWith } from '../data/api.ts';
import type { Session } from '../data/session.ts';

/**
 * Revokes the key of a sign-in, and no other. A key that is not valid any more is taken for revoked. Throws a
 * FootfallProblem when the service does not revoke it.
 */
export async function revoke({ key, madeBySignIn }: Session): Promise<void> {
  if (!madeBySignIn) return;
  try {
    await revokeCurrentApiKey({ client: clientWith(key), keepalive: true });
  } catch (error) {
    if (!isProblem(error, 'invalid_api_key')) throw error;
  }
}
