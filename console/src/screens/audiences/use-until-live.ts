import type { Audience } from '@footfall/client';
import { useEffect } from 'preact/hooks';
import { refresh } from '../../data/query.ts';
import { isMoving } from './state.ts';

/** How often a list is asked for again while something in it is being published, in milliseconds. */
const pause = 2000;
/** A longer list takes several requests, and is only loaded again by what the reader does. */
const longest = 300;

/** Loads the answers with a name again while an audience among them is being published. */
export function useUntilLive(audiences: readonly Audience[] | undefined, name: string): void {
  const isWaiting = audiences !== undefined && audiences.length <= longest && audiences.some(isMoving);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(name), pause);
    return () => clearInterval(timer);
  }, [isWaiting, name]);
}
