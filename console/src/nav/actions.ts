import { useLayoutEffect, useRef } from 'preact/hooks';
import { createStore } from '../lib/store.ts';
import { typeAhead } from './typed-ahead.ts';

/** Something that the palette, the help and a key can do. */
export interface Action {
  title: string;
  /** A key, or two after each other: `n`, `g p`. */
  keys?: string;
  /** A heading in the help. */
  group?: string;
  run: () => void;
}

/** The actions of what is on the screen now. */
export const actions = createStore<readonly Action[]>([]);

/** Offers actions while the component is on the screen: in the palette, in the help, and by their keys. */
export function useActions(offered: Action[]): void {
  const latest = useRef(offered);
  latest.current = offered;
  const text = JSON.stringify(offered.map(({ title, keys }) => [title, keys]));
  // Before the browser paints: a key works as soon as its button is seen.
  useLayoutEffect(() => {
    const mine = latest.current.map((action, index) => ({
      ...action,
      run: () => latest.current[index]?.run(),
    }));
    actions.set([...actions.get(), ...mine]);
    return () => actions.set(actions.get().filter((action) => !mine.includes(action)));
  }, [text]);
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'));

/** Runs actions by their keys until the returned function is called. */
export function listenToKeys(): () => void {
  let before = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (typeAhead(event)) return;
    if (document.querySelector('dialog:modal')) return;
    const keys = before ? `${before} ${event.key}` : event.key;
    const offered = actions.get();
    // What was offered last, such as by the drawer, comes first.
    const found = offered.findLast((action) => action.keys === keys);
    clearTimeout(timer);
    before = '';
    if (found) {
      event.preventDefault();
      found.run();
    } else if (offered.some((action) => action.keys?.startsWith(`${event.key} `))) {
      before = event.key;
      timer = setTimeout(() => {
        before = '';
      }, 1000);
    }
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}
