import { isProblem, revokeCurrentApiKey } from '@footfall/client';
import { clientWith, underWay } from '../data/api.ts';
import { forgetAll } from '../data/query.ts';
import { end, endOfSession, mayTryAccess, type Session, session } from '../data/session.ts';
import { dayAndTime } from '../lib/format.ts';
import { finishAll } from '../lib/toasts.ts';
import { sessionOf } from './resume.ts';
import { answerTabs, tellTabs } from './tabs.ts';

/**
 * How long, in milliseconds, requests under way may still use the key. One that the service wants to be sent again
 * later may wait for minutes, and the tab may be closed before.
 */
const patience = 1000;

/**
 * Forgets the key and all answers in this tab. What waits to be done is sent first, with the key. Resolves when nothing
 * needs the key any more, or after a second.
 */
async function endHere(why?: string): Promise<void> {
  mayTryAccess.set(false);
  finishAll();
  const left = [...underWay];
  end(why);
  forgetAll();
  await Promise.race([Promise.allSettled(left), new Promise((resolve) => setTimeout(resolve, patience))]);
}

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

/** Revokes the key of a sign-in, or says that it may still work. */
async function endKey(of: Session): Promise<void> {
  try {
    // A session that was just resumed does not know yet what its key is.
    await revoke(of.apiKeyId ? of : await sessionOf(of.key));
  } catch (error) {
    if (isProblem(error, 'invalid_api_key')) return;
    const until = of.expiresAt ? `until ${dayAndTime(of.expiresAt)}` : 'until it expires';
    endOfSession.set(
      `You are signed out here. But the service could not revoke your key, so it may still work ${until}.`,
    );
  }
}

/** Signs out in all tabs that have the key of this one, and revokes it if it came by a sign-in. */
export async function signOut(): Promise<void> {
  const last = session.get();
  const ended = endHere();
  if (!last) return;
  await Promise.all([ended, tellTabs({ end: last.key })]);
  await endKey(last);
}

/** Signs out here when another tab does. */
export const followTabs = (): void => answerTabs(() => endHere('You have signed out in another tab.'));
