import { useEffect } from 'preact/hooks';
import { useStore } from '../lib/store.ts';
import { toast } from '../lib/toasts.ts';
import { damagedLink, damagedWords } from '../nav/sign-in-code.ts';

/** Says in a tab that is signed in that a sign-in link is not whole. */
export function DamagedLink() {
  const isDamaged = useStore(damagedLink);
  useEffect(() => {
    if (!isDamaged) return;
    damagedLink.set(false);
    toast(damagedWords);
  }, [isDamaged]);
  return null;
}
