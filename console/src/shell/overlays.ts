import { createStore } from '../lib/store.ts';
import { awaitField } from '../nav/actions.ts';

/** The dialog over the screen that the keyboard opens. */
export const overlay = createStore<'palette' | 'help' | undefined>(undefined);

/** The address at which something was opened last. */
let openedAt = '';
/** Notes that something of the screen is opened. */
export function noteAddress(): void {
  openedAt = location.hash;
}
/** Closes something when the screen on which it was opened is left. A browser says a moment later that it was. */
export const whenLeft = (close: () => void): void =>
  addEventListener('hashchange', () => location.hash !== openedAt && close());

function open(what: 'palette' | 'help'): void {
  noteAddress();
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
whenLeft(closeOverlay);
