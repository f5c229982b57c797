import { createStore } from '../lib/store.ts';

/** The dialog over the screen that the keyboard opens. */
export const overlay = createStore<'palette' | 'help' | undefined>(undefined);

/** Opens the command palette. */
export const openPalette = (): void => overlay.set('palette');
/** Opens the list of keyboard shortcuts. */
export const openHelp = (): void => overlay.set('help');
/** Closes what is open. */
export const closeOverlay = (): void => overlay.set(undefined);
