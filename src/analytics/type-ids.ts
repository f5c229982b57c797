// TypeIDs in columns of blocks: the prefix that all have, a colon, and base64 of the 16 bytes of each.

import { digits } from '../lib/ids.ts';

/** How many digits follow the prefix, and how many bytes they stand for. */
const digitCount = 26;
export const idBytes = 16;
/** By the code of a character, the value of a digit; more than that for any other. */
const none = 32;
const values = new Uint8Array(128).fill(none);
for (const [value, digit] of [...digits].entries()) values[digit.charCodeAt(0)] = value;

/** The prefix of a TypeID, with its last underscore. No other text begins with it if it is empty. */
export const prefixOf = (id: string): string => /^[a-z_]*_(?=.{26}$)/.exec(id)?.[0] ?? '';

/** Writes the bytes of a TypeID from a place on. Returns whether it is one with the prefix: no other text has its bytes. */
export function writeId(id: string, prefix: string, bytes: Uint8Array, at: number): boolean {
  const from = prefix.length;
  if (id.length !== from + digitCount || !id.startsWith(prefix)) return false;
  // The first digit has three bits.
  if (id.charCodeAt(from) > digits.charCodeAt(7)) return false;
  let [read, bits, place] = [0, -2, at];
  for (let index = from; index < id.length; index++) {
    const value = values[id.charCodeAt(index)] ?? none;
    if (value === none) return false;
    read = (read << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[place++] = read >> bits;
  }
  return true;
}

/** All pairs of digits: with them an id takes half the time. */
const pairs = [...digits].flatMap((one) => [...digits].map((other) => one + other));

/** The TypeID whose bytes begin at a place. */
export function readId(prefix: string, bytes: Uint8Array, at: number): string {
  let [id, read, bits] = [prefix, 0, 2];
  for (let index = at; index < at + idBytes; index++) {
    read = (read << 8) | (bytes[index] ?? 0);
    bits += 8;
    if (bits < 10) continue;
    bits -= 10;
    id += pairs[(read >> bits) & 1023];
  }
  return id;
}

/** What is between the prefix and the bytes of TypeIDs: neither has it. */
const idsMark = ':';

/** The text of the bytes of TypeIDs that have a prefix. */
export const textOfIds = (prefix: string, bytes: Uint8Array): string => prefix + idsMark + bytes.toBase64();

/** The prefix, and the bytes in base64, of a text of TypeIDs that begins at a place of a text. */
export function splitIds(text: string, from = 0): { prefix: string; base64: string } {
  const end = text.indexOf(idsMark, from);
  return { prefix: text.slice(from, end), base64: text.slice(end + 1) };
}

/**
 * Parts of a column that has this id: of its texts, or of the base64 of `packIds`, in which an id may begin at any of three
 * places. Each leaves out the characters that hold bits of the ids beside it.
 */
export function tracesOf(id: string): string[] {
  const bytes = new Uint8Array(idBytes);
  const prefix = prefixOf(id);
  if (prefix === '' || !writeId(id, prefix, bytes, 0)) return [JSON.stringify(id)];
  const packed = [0, 1, 2].map((from) => bytes.slice(from, from + 3 * Math.floor((idBytes - from) / 3)));
  return [JSON.stringify(id), ...packed.map((part) => part.toBase64())];
}

/** The text of TypeIDs that have one prefix. Undefined for others, and for none. */
export function packIds(ids: readonly string[]): string | undefined {
  const prefix = prefixOf(ids[0] ?? '');
  if (prefix === '') return undefined;
  const bytes = new Uint8Array(ids.length * idBytes);
  const areAll = ids.every((id, index) => writeId(id, prefix, bytes, index * idBytes));
  return areAll ? textOfIds(prefix, bytes) : undefined;
}

/** The TypeIDs in a text of `packIds`. */
export function unpackIds(text: string): string[] {
  const { prefix, base64 } = splitIds(text);
  const bytes = Uint8Array.fromBase64(base64);
  return Array.from({ length: bytes.length / idBytes }, (_, index) => readId(prefix, bytes, index * idBytes));
}
