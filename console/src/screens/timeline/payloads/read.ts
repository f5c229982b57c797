// Payloads are other people's text: any value may be anything, and no field is taken to be there.

/** The value at a path of names, such as `data.object.number`. Undefined if any part is missing. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** So much of a text stands in a sentence. */
const mostText = 80;

/** A text in one line, cut; a number as text. Undefined if it is neither, or empty. */
export function textAt(value: unknown, path: string): string | undefined {
  const found = at(value, path);
  if (typeof found === 'number') return String(found);
  if (typeof found !== 'string') return undefined;
  const line = found.slice(0, 1000).replaceAll(/\s+/g, ' ').trim();
  const letters = [...line];
  return letters.length > mostText ? `${letters.slice(0, mostText).join('').trimEnd()}…` : line || undefined;
}

/** A whole number of a path that can be counted. */
export function wholeAt(value: unknown, path: string): number | undefined {
  const found = at(value, path);
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : undefined;
}

/** The items of a list, the first hundred. */
export function listAt(value: unknown, path: string): unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found.slice(0, 100) : [];
}

/** The end of a sentence, if there is one: ", $240". */
export const also = (text: string | undefined, before = ', '): string => (text ? before + text : '');

/** A code of words as words: `no_show`, `BOOKING-PAID` and `leadStatus` in small letters. */
export const words = (code: string): string =>
  code
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[._-]+/g, ' ')
    .trim()
    .toLowerCase();
