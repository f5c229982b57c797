// The texts of columns in session_blocks. Numbers: a small letter for their width, then base64 of the typed array; or a
// capital letter for their width in bits, A to Y, then base64 of these bits; or `=` and the one number that all have; or a
// JSON array, as SQL makes it. Texts: numbers, a line feed, and the JSON array of the different texts. A number stands for
// the text before it in that array, 0 for null. Or the JSON array of all texts.

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

/** The text of a column of whole numbers from 0. */
export function packNumbers(list: readonly number[] | Numbers): string {
  const numbers = Float64Array.from(list);
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

/** The first `count` numbers of a column: a JSON array may have more. */
export function unpackNumbers(text: string, count: number): ArrayLike<number> {
  if (text[0] === '[') return JSON.parse(text).slice(0, count);
  if (text[0] === '=') return new Float64Array(count).fill(Number(text.slice(1)));
  const { buffer } = Uint8Array.fromBase64(text.slice(1));
  const [, Column] = widths.find(([letter]) => letter === text[0]) ?? [];
  return Column ? new Column(buffer) : unpackBits(text, buffer, new Float64Array(count), count);
}

/** Places of sessions in a block, ascending. */
export type Places = Int32Array;

/** As `unpackNumbers`, in an array that has room for them: all, or only those at some places. */
export function unpackInto(room: Numbers, text: string, count: number, places?: Places): Numbers {
  if (text > 'A' && text < 'Z') {
    const { buffer } = Uint8Array.fromBase64(text.slice(1));
    // A version that does not know the column has added sessions to the block.
    if (buffer.byteLength * 8 < count * (text.charCodeAt(0) - beforeA)) return room.fill(0, 0, count);
    return places ? unpackBitsAt(text, buffer, room, places) : unpackBits(text, buffer, room, count);
  }
  if (text[0] === '=') return room.fill(Number(text.slice(1)), 0, count);
  const numbers = unpackNumbers(text, count);
  room.set(numbers);
  return room.fill(0, numbers.length, count);
}

function unpackBitsAt(text: string, buffer: ArrayBuffer, numbers: Numbers, places: Places): Numbers {
  const view = new DataView(buffer);
  const bits = text.charCodeAt(0) - beforeA;
  const mask = 2 ** bits - 1;
  for (const place of places) {
    const bit = place * bits;
    numbers[place] = (view.getInt32(bit >>> 3, true) >>> (bit & 7)) & mask;
  }
  return numbers;
}

function unpackBits(text: string, buffer: ArrayBuffer, numbers: Numbers, count: number): Numbers {
  const view = new DataView(buffer);
  const bits = text.charCodeAt(0) - beforeA;
  const mask = 2 ** bits - 1;
  for (let index = 0, bit = 0; index < count; index++, bit += bits)
    numbers[index] = (view.getInt32(bit >>> 3, true) >>> (bit & 7)) & mask;
  return numbers;
}

/** Different texts, and which of them each session has. */
export interface Texts {
  /** 0 stands for no text, n for the text before n in the list. */
  codes: Numbers;
  texts: readonly string[];
}

/** The different texts of a list, as SQL gives it. */
export function textsOf(values: readonly (string | null)[]): Texts {
  const known = new Map<string, number>();
  const codes = Float64Array.from(values, (value) => {
    if (value === null) return 0;
    const code = known.get(value) ?? known.size + 1;
    known.set(value, code);
    return code;
  });
  return { codes, texts: [...known.keys()] };
}

/** The text of a column of texts. */
export const packTexts = ({ codes, texts }: Texts): string =>
  `${packNumbers(codes)}\n${JSON.stringify(texts)}`;

/** The texts of a column of `count`, whose codes are in an array that has room for them. */
export function unpackTexts(room: Numbers, text: string, count: number, places?: Places): Texts {
  if (text[0] === '[') return textsOf(JSON.parse(text));
  const end = text.indexOf('\n');
  return {
    codes: unpackInto(room, text.slice(0, end), count, places),
    texts: JSON.parse(text.slice(end + 1)),
  };
}
