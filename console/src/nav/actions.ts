import { useLayoutEffect, useRef } from 'preact/hooks';
import { createStore } from '../lib/store.ts';

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

/** How long, in milliseconds, a field is awaited: its script may not load. */
const patience = 5_000;

/** What was typed for a field that is on its way. */
let awaited: { text: string; until: number } | undefined;

/** From now on, what is typed is for a field that is on its way, and not keys of the screen. */
export const awaitField = (): void => {
  awaited = { text: '', until: Date.now() + patience };
};

/** What was typed for the field, which is there now. */
export function takeTyped(): string {
  const text = awaited?.text ?? '';
  awaited = undefined;
  return text;
}

/** Keeps a key for the field that is awaited. False if there is none. */
export function typeAhead(event: Pick<KeyboardEvent, 'key' | 'preventDefault'>): boolean {
  if (!awaited || Date.now() > awaited.until) return false;
  if (event.key === 'Escape') {
    awaited = undefined;
    return false;
  }
  event.preventDefault();
  // A letter is its own name, also one of two parts. Other keys have longer names.
  if (event.key === 'Backspace') awaited.text = awaited.text.slice(0, -1);
  else if ([...event.key].length === 1) awaited.text += event.key;
  return true;
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
