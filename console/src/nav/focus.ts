import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** The heading of the new screen may come later, with its script or its record. */
let isHeadingWanted = false;
const end = () => {
  isHeadingWanted = false;
};
for (const event of ['keydown', 'pointerdown']) addEventListener(event, end, true);

const give = (element: Element | null | undefined) =>
  element instanceof HTMLElement && element.isConnected && element.focus({ preventScroll: true });

/**
 * Gives the focus to the heading of a screen when another screen is shown, also by Back. Not when the page is loaded.
 */
export function useScreenFocus(screen: string): void {
  const shown = useRef(screen);
  useLayoutEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    isHeadingWanted = true;
    give(document.getElementById('main'));
  }, [screen]);
}

/** The heading of a screen: it takes the focus after a change of screen, unless a record or a dialog has it. */
export function useHeading(): { ref: { current: HTMLHeadingElement | null }; tabIndex: number } {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isHeadingWanted && !document.activeElement?.closest('.drawer, dialog')) give(ref.current);
  }, []);
  return { ref, tabIndex: -1 };
}

const rowsOnScreen = () => [...document.querySelectorAll<HTMLAnchorElement>('main .row-link')];
const opens = ({ hash }: HTMLAnchorElement) => new URLSearchParams(hash.split('?')[1]).get('open');

/** Gives the focus back when a record at the side is closed: to its row, or to what opened it, or to the heading. */
export function focusAfterRecord(id: string, opener: Element | null): void {
  const row = rowsOnScreen().find((link) => opens(link) === id);
  const isLeft = !opener?.isConnected || opener === document.body;
  give(row ?? (isLeft ? document.querySelector('main h1') : opener));
}

/**
 * Gives the focus to the row after or before the one that has it or is open. Without one, to the first or the last row
 * in the window.
 */
export function focusRow(step: 1 | -1): void {
  const rows = rowsOnScreen();
  // A box that chooses a row is in the row.
  const at = rows.findIndex((row) => (row.closest('tr') ?? row).contains(document.activeElement));
  const from = at < 0 ? rows.findIndex((row) => row.getAttribute('aria-current') === 'true') : at;
  const seen = rows.filter((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  const next = from < 0 ? (seen.at(step > 0 ? 0 : -1) ?? rows[0]) : rows[from + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** Gives the focus to the record at the side, or else to the screen, when what had it is gone. */
export const focusRest = (): unknown =>
  requestAnimationFrame(
    () =>
      document.activeElement === document.body &&
      give(document.querySelector('.drawer h2[tabindex]') ?? document.getElementById('main')),
  );
