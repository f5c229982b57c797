import { createStore } from '../lib/store.ts';

const pattern = /^#sign-in(?:=|$)/;
const codePattern = /^#sign-in=([\w-]+)$/;

const name = 'footfall.code';

/**
 * The one-time code of a sign-in link, until it is used or refused. It is out of the address already, and kept for this
 * tab, so that the page can be loaded again.
 */
export const signInCode = createStore<string | undefined>(sessionStorage.getItem(name) ?? undefined);
signInCode.subscribe(() => {
  const code = signInCode.get();
  if (code) sessionStorage.setItem(name, code);
  else sessionStorage.removeItem(name);
});

/** A sign-in link was opened that is not whole, such as one of which a message cut off the end. */
export const damagedLink = createStore(false);

/** What to do about a damaged link. */
export const damagedWords =
  'The sign-in link is damaged. Copy the whole link, without what stands after it, or ask for another.';

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
