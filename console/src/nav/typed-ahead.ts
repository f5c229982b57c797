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
