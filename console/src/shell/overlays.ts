import { createStore } from '../lib/store.ts';
import { awaitField } from '../nav/typed-ahead.ts';

/** The dialog over the screen that the keyboard opens. */
export const overlay = createStore<'palette' | 'help' | undefined>(undefined);

/** Opens the command palette. What is typed before it is there is typed in it. */
export function openPalette(): void {
  if (overlay.get() !== 'palette') awaitField();
  overlay.set('palette');
}
/** Opens the list of keyboard shortcuts. */
export const openHelp = (): void => overlay.set('help');
/** Closes what is open. */
export const closeOverlay = (): void => overlay.set(undefined);
// It is of the screen that it was opened on.
addEventListener('hashchange', closeOverlay);
