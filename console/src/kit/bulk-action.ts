import type { ComponentChildren } from 'preact';

/** Something that can be done with all rows that are chosen. */
export interface BulkAction<T> {
  /** Its button: "Archive". A verb, because dialogs say it too. */
  label: string;
  /** What the palette calls it, where its label before "the chosen audiences" is no sentence. */
  title?: string;
  isDanger?: boolean;
  /** Why it cannot be done with a row: "is archived already". Undefined if it can. */
  refusal?: (row: T) => string | undefined;
  /** What is asked once before it is done: how many, and what happens. */
  ask?: (count: number) => { title: string; text: string };
  /** Does it with the rows with which it can be done. */
  run?: (rows: T[]) => void;
  /** Shows the rows in a dialog of its own instead, such as what can be copied of them. */
  dialog?: (rows: T[], close: () => void) => ComponentChildren;
}

/** The rows with which something can be done, and the names of the others by the reason. */
export interface Parted<T> {
  able: T[];
  refused: ReadonlyMap<string, string[]>;
}

/** Parts rows by whether an action can be done with them. */
export function part<T>(rows: T[], { refusal }: BulkAction<T>, nameOf: (row: T) => string): Parted<T> {
  const able: T[] = [];
  const refused = new Map<string, string[]>();
  for (const row of rows) {
    const reason = refusal?.(row);
    if (reason === undefined) able.push(row);
    else refused.set(reason, [...(refused.get(reason) ?? []), nameOf(row)]);
  }
  return { able, refused };
}

/** Names in a sentence: the first of them, and how many more there are. */
export function namesIn(names: readonly string[], most = 20): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
