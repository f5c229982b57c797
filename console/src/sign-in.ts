import { getCurrentApiKey, isProblem, signIn } from '@footfall/client';
import { clientWith } from './api.ts';
import { forgetAll } from './query.ts';
import { assume, begin, end, keyHasEnded, type Session, storedKey } from './session.ts';

/** What the service says of a key. */
async function sessionOf(key: string): Promise<Session> {
  const { data } = await getCurrentApiKey({ client: clientWith(key) });
  const { apiKeyId, name, scopes, expiresAt } = data;
  return { key, apiKeyId, name, scopes, expiresAt };
}

/** Signs in with an API key. Throws a FootfallProblem if the service refuses it. */
export async function signInByKey(key: string): Promise<void> {
  forgetAll();
  begin(await sessionOf(key));
}

/** Signs in with the one-time code of a link or, without it, as the user of Cloudflare Access. */
export async function signInByCode(code?: string): Promise<void> {
  const { data } = await signIn({ client: clientWith(), body: code === undefined ? {} : { code } });
  await signInByKey(data.key);
}

/** Continues the session of this tab, if there is one. The screen does not wait for what the service says of its key. */
export async function resume(): Promise<void> {
  const key = storedKey();
  if (!key) return;
  assume(key);
  try {
    const current = await sessionOf(key);
    if (storedKey() === key) begin(current);
  } catch (error) {
    // Without a connection, the screen says so.
    if (isProblem(error, 'invalid_api_key', 'missing_api_key')) end(keyHasEnded);
  }
}

/** Forgets the key and all answers. */
export function signOut(): void {
  end();
  forgetAll();
}
