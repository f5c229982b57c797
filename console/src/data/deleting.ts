import { describeProblem } from '../lib/problem.ts';
import { createStore, useStore } from '../lib/store.ts';
import { doLater, toast } from '../lib/toasts.ts';
import { refetch } from './query.ts';

/** Records that are gone from the screen, and soon from the service. */
const hidden = createStore<ReadonlySet<string>>(new Set());

/** Takes records from the screen that are being deleted. */
export const hide = (...ids: string[]): void => hidden.set(new Set([...hidden.get(), ...ids]));

/** Shows records again that were not deleted. */
export const unhide = (...ids: string[]): void => hidden.set(hidden.get().difference(new Set(ids)));

export interface Deletion {
  id: string;
  /** The message: "Link deleted". */
  text: string;
  /** Deletes it in the service. */
  send: () => Promise<unknown>;
}

/** Takes a record from the screen at once, and deletes it after some seconds in which it can be undone. */
export function deleteLater({ id, text, send }: Deletion): void {
  hide(id);
  const commit = async () => {
    try {
      await send();
    } catch (error) {
      unhide(id);
      const { title, detail } = describeProblem(error);
      toast(`It was not deleted. ${title}. ${detail ?? ''}`);
    }
    refetch();
  };
  doLater(text, commit, () => unhide(id));
}

/** Says of a record whether it is being deleted. Such records are not shown. */
export function useDeleting(): (id: string) => boolean {
  const ids = useStore(hidden);
  return (id) => ids.has(id);
}
