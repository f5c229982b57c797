import { rootBits } from './root-bits.ts';

/** How many bits stand for a name: one of 120 names that are not in the root passes. */
const bitsOfName = 7;

const bits = Uint8Array.from(atob(rootBits), (character) => character.codePointAt(0) ?? 0);

/** The places of a name, of `size` (FNV-1a, and its second half as the step from one to the next). */
export function placesOf(name: string, size: number): number[] {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  const step = ((hash >>> 15) ^ Math.imul(hash, 0x9e3779b1)) | 1;
  return Array.from({ length: bitsOfName }, (_, n) => ((hash + Math.imul(n, step)) >>> 0) % size);
}

/**
 * Whether a top-level domain can be public: one of the root zone of DNS, of a country, or not ASCII. Those of the root
 * are in a Bloom filter, a third of the bytes of their list: every one passes, and few others.
 */
export const isOfRoot = (name: string): boolean =>
  /^(?:[a-z]{2}|xn--[a-z0-9\-]+)$/v.test(name) ||
  placesOf(name, bits.length * 8).every((place) => ((bits[place >> 3] ?? 0) >> (place & 7)) & 1);
