// An id has a prefix, ten characters of its time, and random ones: 48 bits of milliseconds since 1970 in base 32. They are
// in the order of times.

import { digits } from '../lib/ids.ts';

const places = Array.from({ length: 10 }, (_, n) => 9 - n);

/** A time as ids have it, in SQL. */
export const idTimeSql = (at: string): string =>
  places.map((place) => `substr('${digits}', (${at} >> ${5 * place} & 31) + 1, 1)`).join(' || ');

/** A time as ids have it. */
export const idTime = (at: number): string =>
  places.map((place) => digits[Math.floor(at / 32 ** place) % 32]).join('');

/** When an id was made, in milliseconds since 1970. 0 for a text that is no id. */
export function timeOfId(id: string): number {
  const text = id.slice(id.lastIndexOf('_') + 1).slice(0, 10);
  const at = [...text].reduce((sum, digit) => sum * 32 + digits.indexOf(digit), 0);
  return text.length === 10 && [...text].every((digit) => digits.includes(digit)) ? at : 0;
}
