// The texts of columns in session_blocks. Numbers: a small letter for their width, then base64 of the typed array; or a
// capital letter for their width in bits, A to Y, then base64 of these bits; or `=` and the one number that all have; or a
// JSON array, as SQL makes it. After a `%`, each number n but 0 stands for (n - 1) * 100 + 1. Texts: numbers, a line feed,
// and the JSON array of the different texts, or TypeIDs by their bytes. A number stands for the text before it in that
// array, 0 for null. Or the JSON array of all texts.

import { mostSessions } from './cut.ts';
import type { IdList, SharedIds, TextList } from './id-list.ts';
import { packIds, unpackIds } from './type-ids.ts';

const widths = [
  ['b', Uint8Array, 8],
  ['h', Uint16Array, 16],
  ['w', Uint32Array, 32],
  ['d', Float64Array, Number.POSITIVE_INFINITY],
] as const;

/** All of one type: a loop over a million sessions takes half the time. */
export type Numbers = Float64Array;

/** The most bits of a number that are always in the 32 bits from some byte on. */
const mostBits = 25;
/** The fewest bits that a column saves if it is packed by bits, which take longer to read than bytes. */
const leastSaved = 2500;
/** What a letter for bits counts from. */
const beforeA = 64;

/** Whole percents, in hundredths, and engaged times that are whole tenths of a second: columns have both plus one. */
const hundreds = {
  are: (numbers: Numbers) => numbers.every((number) => number === 0 || number % 100 === 1),
  of: (number: number) => (number === 0 ? 0 : (number - 1) / 100 + 1),
  from: (count: number) => (count === 0 ? 0 : (count - 1) * 100 + 1),
};

/** The text of a column of whole numbers from 0. */
export function packNumbers(list: readonly number[] | Numbers): string {
  const numbers = Float64Array.from(list);
  const text = packAll(numbers);
  if (text[0] === '=' || !hundreds.are(numbers)) return text;
  const inHundreds = `%${packAll(numbers.map(hundreds.of))}`;
  return inHundreds.length < text.length ? inHundreds : text;
}

function packAll(numbers: Numbers): string {
  const [first = 0] = numbers;
  if (numbers.every((number) => number === first)) return `=${first}`;
  const bits = numbers.reduce((a, b) => Math.max(a, b)).toString(2).length;
  const [letter, Column, width] = widths.find(([, , most]) => bits <= most) ?? widths[3];
  if (bits > mostBits || (width - bits) * numbers.length < leastSaved)
    return letter + new Uint8Array(Column.from(numbers).buffer).toBase64();
  const view = new DataView(new ArrayBuffer(Math.ceil((numbers.length * bits) / 8) + 3));
  numbers.forEach((number, index) => {
    const bit = index * bits;
    view.setInt32(bit >>> 3, view.getInt32(bit >>> 3, true) | (number << (bit & 7)), true);
  });
  return String.fromCharCode(beforeA + bits) + new Uint8Array(view.buffer).toBase64();
}

/** Places of sessions in a block, ascending. */
export type Places = Int32Array;

/** Arrays that are used for one column after the other, by name. */
export class Rooms<Name> {
  readonly #arrays = new Map<Name, Numbers>();

  /** The array of a name, with room for so many numbers. */
  of(name: Name, count: number): Numbers {
    const known = this.#arrays.get(name);
    if (known && known.length >= count) return known;
    const array = new Float64Array(Math.max(count, mostSessions));
    this.#arrays.set(name, array);
    return array;
  }
}

const bytesOf = (buffer: ArrayBuffer) => ({
  bytes: new Uint8Array(buffer),
  byBits: new DataView(buffer),
  columns: widths.map(([letter, Column]) => ({ letter, numbers: new Column(buffer) })),
});

/** The bytes of the column that was read last: making a buffer for each takes four times as long as decoding it. */
let shared = bytesOf(new ArrayBuffer(2 ** 14));

/** Decodes the base64 of a column, and returns the number of its bytes. */
function decode(text: string): number {
  if (shared.bytes.length < text.length)
    shared = bytesOf(new ArrayBuffer(2 ** Math.ceil(Math.log2(text.length))));
  return shared.bytes.setFromBase64(text.slice(1)).written;
}

/** The first `count` numbers of a column, of which a JSON array may have more: all, or those at some places. */
export function unpackInto(room: Numbers, text: string, count: number, places?: Places): Numbers {
  if (text[0] === '=') return room.fill(Number(text.slice(1)), 0, count);
  if (text[0] === '[') return copyInto(room, JSON.parse(text).slice(0, count), count);
  if (text[0] === '%') return fromHundreds(unpackInto(room, text.slice(1), count, places), count, places);
  const size = decode(text);
  const column = shared.columns.find(({ letter }) => letter === text[0])?.numbers;
  if (column)
    return copyInto(room, column.subarray(0, Math.min(count, size / column.BYTES_PER_ELEMENT)), count);
  const bits = text.charCodeAt(0) - beforeA;
  // A version that does not know the column has added sessions to the block.
  if (size * 8 < count * bits) return room.fill(0, 0, count);
  return places ? unpackBitsAt(room, bits, places) : unpackBits(room, bits, count);
}

function fromHundreds(room: Numbers, count: number, places?: Places): Numbers {
  if (!places) for (let index = 0; index < count; index++) room[index] = hundreds.from(room[index] ?? 0);
  else for (const place of places) room[place] = hundreds.from(room[place] ?? 0);
  return room;
}

function copyInto(room: Numbers, numbers: ArrayLike<number>, count: number): Numbers {
  room.set(numbers);
  return room.fill(0, numbers.length, count);
}

function unpackBitsAt(room: Numbers, bits: number, places: Places): Numbers {
  const { byBits } = shared;
  const mask = 2 ** bits - 1;
  for (const place of places) {
    const bit = place * bits;
    room[place] = (byBits.getInt32(bit >>> 3, true) >>> (bit & 7)) & mask;
  }
  return room;
}

function unpackBits(room: Numbers, bits: number, count: number): Numbers {
  const { byBits } = shared;
  const mask = 2 ** bits - 1;
  for (let index = 0, bit = 0; index < count; index++, bit += bits)
    room[index] = (byBits.getInt32(bit >>> 3, true) >>> (bit & 7)) & mask;
  return room;
}

/** Whether a column is packed by bits. */
const isByBits = (text: string): boolean => text >= 'A' && text < 'Z';

/**
 * Of some places of a column of `count` numbers, those whose number has a 1 in `passes`, in an array that may be that of
 * `some`. Undefined unless the column is packed by bits, and has them all. To unpack it first takes twice as long.
 */
export function placesPassing(
  text: string,
  passes: Uint8Array,
  { count, some, into }: { count: number; some: Places; into: Places },
): Places | undefined {
  if (!isByBits(text)) return undefined;
  const bits = text.charCodeAt(0) - beforeA;
  if (decode(text) * 8 < count * bits) return undefined;
  const { byBits } = shared;
  const mask = 2 ** bits - 1;
  let size = 0;
  for (let nth = 0; nth < some.length; nth++) {
    const place = some[nth] ?? 0;
    const bit = place * bits;
    into[size] = place;
    size += passes[(byBits.getInt32(bit >>> 3, true) >>> (bit & 7)) & mask] ?? 0;
  }
  return into.subarray(0, size);
}

/** Different texts, and which of them each session has. */
export interface Texts {
  /** 0 stands for no text, n for the text before n in the list. */
  codes: Numbers;
  texts: TextList;
}

/** Texts of a list that blocks share. */
export interface SharedTexts extends Texts {
  texts: SharedIds;
}

/** Texts that are all there. */
export interface OwnTexts extends Texts {
  texts: readonly string[];
}

/** The different texts of a list, as SQL gives it. */
export function textsOf(values: readonly (string | null)[]): OwnTexts {
  const known = new Map<string, number>();
  const codes = Float64Array.from(values, (value) => {
    if (value === null) return 0;
    const code = known.get(value) ?? known.size + 1;
    known.set(value, code);
    return code;
  });
  return { codes, texts: [...known.keys()] };
}

/** The text of a column of texts. `areIds`: whether TypeIDs are stored by their bytes, so that SQL cannot search them. */
export const packTexts = ({ codes, texts }: OwnTexts, areIds = false): string =>
  `${packNumbers(codes)}\n${(areIds && packIds(texts)) || JSON.stringify(texts)}`;

/** The different texts of a column, as `packTexts` has them after its numbers. */
export const textsAfter = (text: string): readonly string[] =>
  text[0] === '[' ? JSON.parse(text) : unpackIds(text);

/** The texts of a column of `count`, TypeIDs in a list, and its codes as they are packed. */
export function splitTexts(text: string, ids: IdList, count: number): { codes: string; texts: TextList } {
  const end = text.indexOf('\n');
  return {
    codes: text.slice(0, end),
    texts: text[end + 1] === '[' ? JSON.parse(text.slice(end + 1)) : ids.take(text, end + 1, count),
  };
}

/** The texts of a column of `count`, whose codes are in an array that has room for them, and TypeIDs in a list. */
export function unpackTexts(
  { room, ids }: { room: Numbers; ids: IdList },
  text: string,
  count: number,
  places?: Places,
): Texts {
  if (text[0] === '[') return textsOf(JSON.parse(text));
  const { codes, texts } = splitTexts(text, ids, count);
  return { codes: unpackInto(room, codes, count, places), texts };
}
