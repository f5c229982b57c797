// The texts of columns in session_blocks. Numbers: a letter for their width, then base64 of the typed array; or `=` and
// the one number that all have; or a JSON array, as SQL makes it. Texts: numbers, a line feed, and the JSON array of the
// different texts. A number stands for the text before it in that array, 0 for null. Or the JSON array of all texts.

const widths = [
  ['b', Uint8Array, 0xff],
  ['h', Uint16Array, 0xffff],
  ['w', Uint32Array, 0xffff_ffff],
  ['d', Float64Array, Number.POSITIVE_INFINITY],
] as const;

export type Numbers = ArrayLike<number>;

/** The text of a column of whole numbers from 0. */
export function packNumbers(numbers: readonly number[]): string {
  let most = 0;
  let isConstant = true;
  for (const number of numbers) {
    if (number > most) most = number;
    if (number !== numbers[0]) isConstant = false;
  }
  if (isConstant) return `=${numbers[0] ?? 0}`;
  const [letter, Column] = widths.find(([, , largest]) => most <= largest) ?? widths[3];
  return letter + new Uint8Array(Column.from(numbers).buffer).toBase64();
}

/** The numbers of a column of `count`. */
export function unpackNumbers(text: string, count: number): Numbers {
  if (text[0] === '[') return JSON.parse(text);
  if (text[0] === '=') return new Float64Array(count).fill(Number(text.slice(1)));
  const [, Column] = widths.find(([letter]) => letter === text[0]) ?? widths[3];
  return new Column(Uint8Array.fromBase64(text.slice(1)).buffer);
}

/** Different texts, and which of them each session has. */
export interface Texts {
  /** 0 is no text, n the text before n in the list. */
  codes: Numbers;
  texts: readonly string[];
}

/** The different texts of a list, as SQL gives it. */
export function textsOf(values: readonly (string | null)[]): Texts & { codes: number[] } {
  const known = new Map<string, number>();
  const codes = values.map((value) => {
    if (value === null) return 0;
    const code = known.get(value) ?? known.size + 1;
    known.set(value, code);
    return code;
  });
  return { codes, texts: [...known.keys()] };
}

/** The text of a column of texts. */
export function packTexts(values: readonly (string | null)[]): string {
  const { codes, texts } = textsOf(values);
  return `${packNumbers(codes)}\n${JSON.stringify(texts)}`;
}

/** The texts of a column of `count`. */
export function unpackTexts(text: string, count: number): Texts {
  if (text[0] === '[') return textsOf(JSON.parse(text));
  const end = text.indexOf('\n');
  return { codes: unpackNumbers(text.slice(0, end), count), texts: JSON.parse(text.slice(end + 1)) };
}
