import { isProblem, signIn } from '@footfall/client';
import { clientWith } from '../data/api.ts';
import { forgetAll } from '../data/query.ts';
import { begin, mayTryAccess, type Session, session } from '../data/session.ts';
import { finishAll } from '../lib/toasts.ts';
import { go } from '../nav/router.ts';
import { signInCode } from '../nav/sign-in-code.ts';
import { sessionOf } from './resume.ts';
import { revoke } from './sign-out.ts';

/** Begins with another key. `view` is the path and the query of a view that is shown with it. */
function beginAnew(next: Session, view?: string): void {
  finishAll();
  forgetAll();
  signInCode.set(undefined);
  if (view !== undefined) go(`#${view}`, { replace: true });
  begin(next);
}

/** Signs in with an API key. Throws a FootfallProblem if the service refuses it. */
export const signInByKey = async (key: string): Promise<void> => beginAnew(await sessionOf(key));

/** The key of a code that may work only once, until the service has said what the key may do. */
let exchanged: { code: string; key: string; view: string | undefined } | undefined;

/**
 * Signs in with the code of a link. That of a sign-in link works once, so it is used at a click of a person: programs that
 * read mail open links, and run their scripts. When it fails on its way, it can be called with the code again.
 */
export async function signInByCode(code: string): Promise<void> {
  if (exchanged?.code !== code) {
    const { data } = await signIn({ client: clientWith(), body: { code } });
    exchanged = { code, key: data.key, view: data.path };
  }
  const { key, view } = exchanged;
  beginAnew(await sessionOf(key), view);
  exchanged = undefined;
}

/** Whether signing in may work when it is tried again: the service has not refused the key or the code. */
export const mayWorkAgain = (error: unknown): boolean =>
  !isProblem(error, 'invalid_sign_in', 'invalid_api_key', 'missing_api_key', 'validation_failed');

const accessName = 'footfall.access';

/** True if this tab has signed in through Cloudflare Access. */
export const cameByAccess = (): boolean => sessionStorage.getItem(accessName) !== null;

/** Signs in as the user of Cloudflare Access. If somebody has signed in meanwhile, it revokes the key that it got. */
export async function signInByAccess(): Promise<void> {
  const { data } = await signIn({ client: clientWith(), body: {} });
  const next = await sessionOf(data.key);
  if (session.get()) return revoke(next);
  beginAnew(next);
  sessionStorage.setItem(accessName, 'yes');
}

/**
 * Signs in as the user of Cloudflare Access if the page came through it. It asks the service once, and not after
 * signing out. Answers whether Access is set up but did not answer.
 */
export async function tryAccess(): Promise<boolean> {
  if (!mayTryAccess.get()) return false;
  mayTryAccess.set(false);
  try {
    await signInByAccess();
    return false;
  } catch (error) {
    return isProblem(error, 'sign_in_unavailable');
  }
}
