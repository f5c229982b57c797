import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The height of a row in pixels; `.table tr` has it, too. */
const rowHeight = 40;
/** Tables with fewer rows are drawn as a whole. */
const wholeUpTo = 200;
const margin = 20;

export interface WindowOfRows {
  first: number;
  last: number;
  /** The height in pixels of the rows above and below that are not drawn. */
  above: number;
  below: number;
}

/** Which of many rows are in the window, by the scrolling of the page. Calls `onEnd` when the last is near. */
export function useWindow(
  body: RefObject<HTMLElement | null>,
  count: number,
  onEnd: (() => void) | undefined,
): WindowOfRows {
  const [first, setFirst] = useState(0);
  const [visible, setVisible] = useState(60);
  const isWhole = count <= wholeUpTo;
  useEffect(() => {
    // To measure costs a layout of the page.
    if (isWhole && !onEnd) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      if (!body.current) return;
      const { top } = body.current.getBoundingClientRect();
      const rows = Math.ceil(innerHeight / rowHeight) + 2 * margin;
      // In steps of ten, so that most scrolling draws nothing.
      const from = Math.floor(Math.max(0, -top / rowHeight - margin) / 10) * 10;
      if (!isWhole) {
        setFirst(from);
        setVisible(rows + 10);
      }
      if (from + rows > count) onEnd?.();
    };
    const later = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', later);
      removeEventListener('resize', later);
    };
  }, [body, count, onEnd]);

  if (isWhole) return { first: 0, last: count, above: 0, below: 0 };
  const from = Math.min(first, Math.max(0, count - visible));
  const last = Math.min(count, from + visible);
  return { first: from, last, above: from * rowHeight, below: (count - last) * rowHeight };
}
