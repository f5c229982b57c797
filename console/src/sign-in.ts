import { isProblem, listPages } from '@footfall/client';
import { clientWith } from './api.ts';
import { forgetAll } from './query.ts';
import { begin, end, type Scope, session, storedKey } from './session.ts';

interface CurrentKey {
  apiKeyId: string;
  name: string;
  scopes: Scope[];
  expiresAt: string | null;
}

async function currentKey(key: string): Promise<CurrentKey> {
  const client = clientWith(key);
  try {
    const { data } = await client.get<{ 200: CurrentKey }, unknown, true>({ url: '/v0/api_keys/current' });
    return data;
  } catch (error) {
    // A service that is older than the operation.
    if (!isProblem(error, 'method_not_allowed', 'route_not_found')) throw error;
    await listPages({ client, query: { limit: 1 } });
    return { apiKeyId: '', name: 'API key', scopes: ['read', 'write', 'admin'], expiresAt: null };
  }
}

/** Signs in with an API key. Throws a FootfallProblem if the service refuses it. */
export async function signIn(key: string): Promise<void> {
  const { apiKeyId, name, scopes, expiresAt } = await currentKey(key);
  forgetAll();
  begin({ key, apiKeyId, name, scopes, expiresAt });
}

/** Signs in with a one-time code, which the service exchanges for a key. */
export async function signInByCode(code: string): Promise<void> {
  const { data } = await clientWith().post<{ 201: { key: string } }, unknown, true>({
    url: '/v0/sign_in',
    body: { code },
    headers: { 'Content-Type': 'application/json' },
  });
  await signIn(data.key);
}

/** Continues the session of this tab. False if there is none. */
export async function resume(): Promise<boolean> {
  const key = storedKey();
  if (!key) return false;
  try {
    await signIn(key);
    return true;
  } catch (error) {
    if (!isProblem(error, 'invalid_api_key', 'missing_api_key')) throw error;
    end('Your key is not valid any more. It may have expired or been revoked.');
    return false;
  }
}

/** Forgets the key and all answers. */
export function signOut(): void {
  end();
  forgetAll();
}

/** True while a key is in use. */
export const isSignedIn = (): boolean => session.get() !== undefined;
