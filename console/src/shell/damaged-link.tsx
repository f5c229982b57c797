import { useEffect } from 'preact/hooks';
import { damagedLink, damagedWords } from '../sign-in-code.ts';
import { useStore } from '../store.ts';
import { toast } from '../toasts.ts';

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
