import { getCurrentApiKey, isProblem, signIn } from '@footfall/client';
import { clientWith } from './api.ts';
import { forgetAll } from './query.ts';
import { begin, end, storedKey } from './session.ts';

/** Signs in with an API key. Throws a FootfallProblem if the service refuses it. */
export async function signInByKey(key: string): Promise<void> {
  const { data } = await getCurrentApiKey({ client: clientWith(key) });
  const { apiKeyId, name, scopes, expiresAt } = data;
  forgetAll();
  begin({ key, apiKeyId, name, scopes, expiresAt });
}

/** Signs in with the one-time code of a link or, without it, as the user of Cloudflare Access. */
export async function signInByCode(code?: string): Promise<void> {
  const { data } = await signIn({ client: clientWith(), body: code === undefined ? {} : { code } });
  await signInByKey(data.key);
}

/** Continues the session of this tab, if there is one. */
export async function resume(): Promise<void> {
  const key = storedKey();
  if (!key) return;
  try {
    await signInByKey(key);
  } catch (error) {
    if (!isProblem(error, 'invalid_api_key', 'missing_api_key')) throw error;
    end('Your key is not valid any more. It may have expired or been revoked.');
  }
}

/** Forgets the key and all answers. */
export function signOut(): void {
  end();
  forgetAll();
}
