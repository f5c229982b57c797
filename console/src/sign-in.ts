import { getCurrentApiKey, isProblem, signIn } from '@footfall/client';
import { clientWith } from './api.ts';
import { forgetAll } from './query.ts';
import { assume, begin, end, keyHasEnded, type Session, session, storedKey } from './session.ts';
import { finishAll } from './toasts.ts';

/** What the service says of a key. */
async function sessionOf(key: string): Promise<Session> {
  const { data } = await getCurrentApiKey({ client: clientWith(key) });
  const { apiKeyId, name, workspace, scopes, expiresAt } = data;
  return { key, apiKeyId, name, workspace, scopes, expiresAt };
}

/** Signs in with an API key. Throws a FootfallProblem if the service refuses it. */
export async function signInByKey(key: string): Promise<void> {
  const next = await sessionOf(key);
  finishAll();
  forgetAll();
  begin(next);
}

/** The key of a code that works only once, until the service has said what the key may do. */
let exchanged: { code: string; key: string } | undefined;

/** Signs in with the one-time code of a link. When it fails on its way, it can be called with the code again. */
export async function signInByCode(code: string): Promise<void> {
  if (exchanged?.code !== code) {
    const { data } = await signIn({ client: clientWith(), body: { code } });
    exchanged = { code, key: data.key };
  }
  await signInByKey(exchanged.key);
  exchanged = undefined;
}

/** Whether signing in may work when it is tried again: the service has not refused the key or the code. */
export const mayWorkAgain = (error: unknown): boolean =>
  !isProblem(error, 'invalid_sign_in', 'invalid_api_key', 'missing_api_key', 'validation_failed');

const accessName = 'footfall.access';
let mayTryAccess = true;

/** True if this tab has signed in through Cloudflare Access. */
export const cameByAccess = (): boolean => sessionStorage.getItem(accessName) !== null;

/** Signs in as the user of Cloudflare Access, unless somebody has signed in meanwhile. */
export async function signInByAccess(): Promise<void> {
  const { data } = await signIn({ client: clientWith(), body: {} });
  if (session.get()) return;
  await signInByKey(data.key);
  sessionStorage.setItem(accessName, 'yes');
}

/**
 * Signs in as the user of Cloudflare Access if the page came through it. It asks the service once, and not after
 * signing out. Answers whether Access is set up but did not answer.
 */
export async function tryAccess(): Promise<boolean> {
  if (!mayTryAccess) return false;
  mayTryAccess = false;
  try {
    await signInByAccess();
    return false;
  } catch (error) {
    return isProblem(error, 'sign_in_unavailable');
  }
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

/** Forgets the key and all answers. What waits to be done is done first, with the key. */
export function signOut(): void {
  mayTryAccess = false;
  finishAll();
  end();
  forgetAll();
}
