import { isProblem, revokeCurrentApiKey } from '@footfall/client';
import { clientWith, underWay } from './api.ts';
import { dayAndTime } from './format.ts';
import { forgetAll } from './query.ts';
import { sessionOf } from './resume.ts';
import { end, endOfSession, mayTryAccess, type Session, session } from './session.ts';
import { answerTabs, tellTabs } from './tabs.ts';
import { finishAll } from './toasts.ts';

/**
 * Forgets the key and all answers in this tab. What waits to be done is done first, with the key. Resolves when nothing
 * needs the key any more.
 */
async function endHere(why?: string): Promise<void> {
  mayTryAccess.set(false);
  finishAll();
  const left = [...underWay];
  end(why);
  forgetAll();
  await Promise.allSettled(left);
}

/** Revokes the key of a sign-in. It takes a key that is not valid any more for done. */
async function revoke(of: Session): Promise<void> {
  try {
    // A session that was just resumed does not know yet what its key is.
    const { key, madeBySignIn } = of.apiKeyId ? of : await sessionOf(of.key);
    if (madeBySignIn) await revokeCurrentApiKey({ client: clientWith(key), keepalive: true });
  } catch (error) {
    if (isProblem(error, 'invalid_api_key')) return;
    const until = of.expiresAt ? `until ${dayAndTime(of.expiresAt)}` : 'until it ends';
    endOfSession.set(
      `You are signed out here. But the service could not end your key, so that it may still work ${until}.`,
    );
  }
}

/** Signs out in all tabs that have the key of this one, and revokes it if it came by a sign-in. */
export async function signOut(): Promise<void> {
  const last = session.get();
  const ended = endHere();
  if (!last) return;
  await Promise.all([ended, tellTabs({ end: last.key })]);
  await revoke(last);
}

/** Signs out here when another tab does. */
export const followTabs = (): void => answerTabs(() => endHere('You have signed out in another tab.'));
