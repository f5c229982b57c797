import { createStore } from '../lib/store.ts';

const pattern = /^#(?:sign-in|share)(?:=|$)/;
const codePattern = /^#(?:sign-in|share)=([\w-]+)$/;

const name = 'footfall.code';

/**
 * The code of a sign-in link or of a share link, until it is used or refused. It is out of the address already, and kept for this
 * tab, so that the page can be loaded again.
 */
export const signInCode = createStore<string | undefined>(sessionStorage.getItem(name) ?? undefined);
signInCode.subscribe(() => {
  const code = signInCode.get();
  if (code) sessionStorage.setItem(name, code);
  else sessionStorage.removeItem(name);
});

/** Whether a code is a share link's, which can be used many times. */
export const isShareCode = (code: string): boolean => code.startsWith('ffshare_');

/** A link was opened that is not whole, such as one of which a message cut off the end. */
export const damagedLink = createStore(false);

/** What to do about a damaged link. */
export const damagedWords =
  'The link is damaged. Copy the whole link and nothing after it, or ask for another.';

/** Puts `before` into the address in place of the code. */
function takeCode(before: string): void {
  if (!pattern.test(location.hash)) return;
  const [, code] = codePattern.exec(location.hash) ?? [];
  history.replaceState(null, '', `${location.pathname}${location.search}${before}`);
  damagedLink.set(code === undefined);
  if (code) signInCode.set(code);
}

takeCode('');
// A link that is pasted into the tab of the console loads no new page.
addEventListener('hashchange', ({ oldURL }) => takeCode(new URL(oldURL).hash));
