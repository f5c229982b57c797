import { useEffect, useRef } from 'preact/hooks';
import { type QueryState, refresh } from '../data/query.ts';
import type { Range } from './range.ts';

/** How often figures that may still grow are asked for, in milliseconds. What follows them is asked for when they do. */
export const pulse = 30_000;

/** How often the figures of a range are asked for: not again once the range is over. */
export const pulseOf = ({ isOver }: Range): { every?: number } => (isOver ? {} : { every: pulse });

/** Loads the answers with these names again when the answer to the same question is another one than before. */
export function useFollowers(
  { data, isStale }: QueryState<unknown>,
  names: string[],
  question: unknown,
): void {
  const seen = useRef<{ asked: string; said: string }>(undefined);
  const asked = JSON.stringify(question);
  useEffect(() => {
    if (data === undefined || isStale) return;
    const said = JSON.stringify(data);
    const isNews = seen.current?.asked === asked && seen.current.said !== said;
    seen.current = { asked, said };
    if (isNews) refresh(...names);
  }, [data, isStale, asked]);
}
