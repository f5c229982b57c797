import { createStore, useStore } from '../store.ts';

const said = createStore('');

/** Says a short sentence to screen readers. */
export function announce(sentence: string): void {
  // The same sentence twice must be two changes.
  said.set(said.get() === sentence ? `${sentence}\u00A0` : sentence);
}

/** The live region that `announce` writes to. */
export function Announcer() {
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {useStore(said)}
    </div>
  );
}
