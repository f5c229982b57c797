import { said } from '../lib/announce.ts';
import { useStore } from '../lib/store.ts';

/** The live region that `announce` writes to. */
export function Announcer() {
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {useStore(said)}
    </div>
  );
}
