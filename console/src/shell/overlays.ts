import { createStore } from '../lib/store.ts';
import { awaitField } from '../nav/typed-ahead.ts';

/** The dialog over the screen that the keyboard opens. */
export const overlay = createStore<'palette' | 'help' | undefined>(undefined);

/** The address at which it was opened. */
let openedAt = '';
function open(what: 'palette' | 'help'): void {
  openedAt = location.hash;
  overlay.set(what);
}

/** Opens the command palette. What is typed before it is there is typed in it. */
export function openPalette(): void {
  if (overlay.get() !== 'palette') awaitField();
  open('palette');
}
/** Opens the list of keyboard shortcuts. */
export const openHelp = (): void => open('help');
/** Closes what is open. */
export const closeOverlay = (): void => overlay.set(undefined);
// It is of the screen that it was opened on. A browser says that the address has changed a moment later.
addEventListener('hashchange', () => {
  if (location.hash !== openedAt) closeOverlay();
});
