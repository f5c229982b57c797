import { createStore } from './store.ts';

/** What screen readers announced last. */
export const said = createStore('');

/** Says a short sentence to screen readers. */
export function announce(sentence: string): void {
  // The same sentence twice must be two changes.
  said.set(said.get() === sentence ? `${sentence}\u00A0` : sentence);
}
