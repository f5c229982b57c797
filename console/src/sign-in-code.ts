import { createStore } from './store.ts';

const pattern = /^#sign-in=([\w-]+)$/;

/** The one-time code of a sign-in link, until it is used. It is out of the address already. */
export const signInCode = createStore<string | undefined>(undefined);

/** Puts `before` into the address in place of the code. */
function takeCode(before: string): void {
  const [, code] = pattern.exec(location.hash) ?? [];
  if (!code) return;
  history.replaceState(null, '', `${location.pathname}${location.search}${before}`);
  signInCode.set(code);
}

takeCode('');
// A link that is pasted into the tab of the console loads no new page.
addEventListener('hashchange', ({ oldURL }) => takeCode(new URL(oldURL).hash));
