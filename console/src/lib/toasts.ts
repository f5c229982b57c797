import { createStore } from './store.ts';

/** What screen readers announced last. */
export const said = createStore('');

/** Says a short sentence to screen readers. */
export function announce(sentence: string): void {
  // The same sentence twice must be two changes.
  said.set(said.get() === sentence ? `${sentence}\u00A0` : sentence);
}

/** A short message at the edge of the window. */
export interface Toast {
  id: number;
  text: string;
  /** What can be done about it. */
  action?: ToastAction | undefined;
}

interface ToastAction {
  label: string;
  run: () => void;
}

/** The messages that are on the screen. */
export const toasts = createStore<Toast[]>([]);
let count = 0;
const shownFor = 6000;

/** Takes a message away. */
export const dismiss = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/**
 * Shows a message for six seconds, with what takes it back or another action: `toast('Link deleted', { undo })`. Answers
 * its id.
 */
export function toast(
  text: string,
  { undo, action = undo && { label: 'Undo', run: undo } }: { undo?: () => void; action?: ToastAction } = {},
): number {
  count += 1;
  const id = count;
  toasts.set([...toasts.get().slice(-2), { id, text, action }]);
  setTimeout(() => dismiss(id), shownFor);
  return id;
}

const waiting = new Set<(isLast?: true) => void>();

/** Does at once what `doLater` has put off, such as before the key is forgotten. It cannot be undone any more. */
export function finishAll(): void {
  for (const finish of [...waiting]) finish(true);
}
addEventListener('pagehide', finishAll);

/**
 * Shows that something is done, and does it after six seconds unless it is undone: for what the service cannot take
 * back. `undo` restores what the screen shows. When the page is left or the key is forgotten, it is done at once: then
 * `commit` is given true, and nothing can be sent after what it sends.
 */
export function doLater(text: string, commit: (isLast?: true) => void, undo: () => void): void {
  const stop = () => {
    clearTimeout(timer);
    waiting.delete(finish);
    dismiss(id);
  };
  const finish = (isLast?: true) => {
    stop();
    commit(isLast);
  };
  const timer = setTimeout(finish, shownFor);
  waiting.add(finish);
  const id = toast(text, {
    undo: () => {
      stop();
      undo();
    },
  });
}
