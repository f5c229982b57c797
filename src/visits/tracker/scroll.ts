import { ofDocument } from './browser.ts';

const hiddenHeight = (box: Element) => box.scrollHeight - box.clientHeight;

/**
 * The box that scrolls the page: the document, or if that hides less than a quarter of a window, the box in the middle
 * of the window that hides the most, of those that are at least half as high.
 */
export function scrollBox(): Element {
  const { innerHeight, innerWidth } = window;
  let box = ofDocument('scrollingElement') ?? ofDocument('body');
  if (hiddenHeight(box) * 4 > innerHeight) return box;
  const middle = [innerWidth / 2, innerHeight / 2] as const;
  const found = new Set(document.elementsFromPoint(...middle));
  // This also visits what it adds.
  for (const element of found) {
    for (const inner of element.shadowRoot?.elementsFromPoint(...middle) ?? []) found.add(inner);
    if (
      element.clientHeight * 2 > innerHeight &&
      hiddenHeight(element) > hiddenHeight(box) &&
      getComputedStyle(element).overflowY !== 'visible'
    )
      box = element;
  }
  return box;
}

/** The lowest part of a box that is shown, in percent of its height. */
export const depthOf = (box: Element): number => {
  // The window is higher than the document says when a phone hides its address bar.
  const height = box.parentElement ? box.clientHeight : window.innerHeight;
  return Math.min(100, Math.round(((box.scrollTop + height) / box.scrollHeight) * 100));
};
