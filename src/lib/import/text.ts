/** A file that can be read from its beginning as often as is needed: its bytes, in parts of any length. */
export type Open = () => AsyncIterable<Uint8Array>;

/** The encodings that are told apart, and what each is called. */
export const encodingNames = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
} as const;
export type Encoding = keyof typeof encodingNames;

/** A file that cannot be read as a table: the message says why. */
export class NoTable extends Error {}

/** What stands in a text where a byte could not be read. */
export const unreadable = '\ufffd';

/** How many bytes show whether a file is UTF-16. */
const headLength = 65_536;

/** The encoding that the first bytes say, if they do. */
function markedEncoding([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** UTF-16 without a mark: delimiters, line ends and Latin letters have a zero byte each, on one side. */
function zeroEncoding(head: Uint8Array): Encoding | undefined {
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const least = head.length / 100;
  if (odd > least && odd > 10 * even) return 'utf-16le';
  return even > least && even > 10 * odd ? 'utf-16be' : undefined;
}

/** The first bytes of a file. */
async function headOf(open: Open): Promise<Uint8Array> {
  const head = new Uint8Array(headLength);
  let length = 0;
  for await (const part of open()) {
    head.set(part.subarray(0, headLength - length), length);
    length = Math.min(headLength, length + part.length);
    if (length === headLength) break;
  }
  return head.subarray(0, length);
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * The encoding of a file: what its mark says, or else UTF-16 by its zeros, UTF-8, and Windows-1252 if it is no UTF-8. A
 * file with more letters of UTF-8 than bytes that are none is damaged UTF-8: its rows are refused where they are damaged.
 */
export async function encodingOf(open: Open): Promise<{ encoding: Encoding; isMarked: boolean }> {
  const head = await headOf(open);
  // A zip archive, as XLSX, ODS and Numbers are.
  if (head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4)
    throw new NoTable('The file is no CSV file: export the list as CSV, not as a workbook.');
  const marked = markedEncoding(head);
  if (marked) return { encoding: marked, isMarked: true };
  const zero = zeroEncoding(head);
  if (zero) return { encoding: zero, isMarked: false };
  let [letters, bad] = [0, 0];
  for await (const text of textOf(open, 'utf-8')) {
    const others = count(text, /[^\0-\x7f]/gu);
    const unread = others === 0 ? 0 : count(text, /\ufffd/g);
    letters += others - unread;
    bad += unread;
  }
  return { encoding: bad > 0 && bad >= letters ? 'windows-1252' : 'utf-8', isMarked: false };
}

/** The text of a file, in parts, without its mark. */
export async function* textOf(open: Open, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const part of open()) {
    const text = decoder.decode(part, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
