import { getCurrentApiKey } from '@footfall/client';
import { clientWith } from '../data/api.ts';
import {
  assume,
  begin,
  end,
  keyFailure,
  keyHasEnded,
  type Session,
  session,
  storedKey,
} from '../data/session.ts';
import { isEndOfKey } from '../lib/problem.ts';
import { createStore } from '../lib/store.ts';
import { signInCode } from '../nav/sign-in-code.ts';
import { keyOfOtherTab } from './tabs.ts';

/** What the service says of a key. */
export async function sessionOf(key: string): Promise<Session> {
  const { data } = await getCurrentApiKey({ client: clientWith(key) });
  const { apiKeyId, name, workspace, scopes, expiresAt, madeBySignIn } = data;
  return { key, apiKeyId, name, workspace, scopes, expiresAt, madeBySignIn };
}

/** Whether it is not known yet if this tab has a key: another tab is asked for it. */
export const isAsking = createStore(false);

/** In a new tab, the key of another one. */
async function findKey(): Promise<string | null> {
  // A link that was just opened signs in to what it says.
  if (signInCode.get()) return null;
  isAsking.set(true);
  const key = await keyOfOtherTab();
  isAsking.set(false);
  return key;
}

/** Asks the service what a key may do. When that fails, parts of screens that depend on it say so. */
async function askWhatItMay(key: string): Promise<void> {
  keyFailure.set(undefined);
  try {
    const current = await sessionOf(key);
    if (storedKey() === key) begin(current);
  } catch (error) {
    if (storedKey() !== key) return;
    if (isEndOfKey(error)) return end(keyHasEnded);
    const retry = () => askWhatItMay(key);
    keyFailure.set({ error, retry });
    addEventListener('online', retry, { once: true });
  }
}

/**
 * Continues the session of this tab or of another one, if there is one. The screen does not wait for what the service
 * says of its key.
 */
export async function resume(): Promise<void> {
  const key = storedKey() ?? (await findKey());
  if (!key || session.get()) return;
  assume(key);
  await askWhatItMay(key);
}
