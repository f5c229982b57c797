import { fold } from '../../lib/fold.ts';

/** The most characters of a path. A percent-encoded character counts as one. */
export const longestPath = 2048;
/** The most UTF-16 units of a path in a request: each of its characters may be four percent-escapes. */
export const longestSpelling = longestPath * 12;

/** Characters that must be escaped in a path, because they have a meaning there or are invisible. */
const reserved = /[%/?#\\\s\p{Cc}]/gu;
/** The text with these characters percent-encoded. */
const percentEncode = (text: string, characters: RegExp) => text.replace(characters, encodeURIComponent);

/** Whether the text has no scheme, query or fragment. */
export const isPathOnly = (path: string): boolean => !/^[a-z][a-z0-9+.-]*:\/\/|[?#]/i.test(path);

/** Whether every percent-escape is complete and they decode to UTF-8. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** The characters of a text. */
const lengthOf = (text: string) => [...text].length;
// In UTF-8 all bytes of a character except the first are 80 to BF.
const decodedLength = (path: string) =>
  lengthOf(path.replace(/%[89ab][0-9a-f]/gi, '').replace(/%[0-9a-f]{2}/gi, '_'));

/** Whether a path has at most 2,048 characters, both as it is and normalised. */
export const isShort = (path: string): boolean =>
  decodedLength(path) <= longestPath && lengthOf(normalisePath(path) ?? '') <= longestPath;

/** Segments without `.` and `..` (RFC 3986, 5.2.4). `..` at the root stays at the root. */
function withoutDots(segments: string[]): string[] {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  return kept;
}

/**
 * The normalised form of a path: `/über-uns` for `über-uns`, `/%C3%BCber-uns/` and `//x/../über-uns`. Undefined for
 * text that is not a path. A text that is too long is refused before NFC, whose time grows with the square of the
 * length.
 */
export function normalisePath(path: string): string | undefined {
  if (!isPathOnly(path) || !isDecodable(path) || decodedLength(path) > longestPath) return undefined;
  const segments = path.split('/').filter(Boolean);
  const decoded = segments.map((segment) => decodeURIComponent(segment).normalize('NFC'));
  return `/${withoutDots(decoded)
    .map((segment) => percentEncode(segment, reserved))
    .join('/')}`;
}

/** A path with an end after a hyphen, within the length of a path. */
export function pathWithEnd(path: string, end: string): string {
  if (path === '/') return `/${end}`;
  const kept = longestPath - end.length - 1;
  // A percent-escape that is cut would not decode.
  const base =
    lengthOf(path) > kept
      ? [...path]
          .slice(0, kept)
          .join('')
          .replace(/(?:%[0-9A-F]{0,2})+$/, '')
      : path;
  return `${base}-${end}`;
}

/** The form in which a search compares text: lower case without accents, escaped as a path, with one sigma. */
export const foldPath = (text: string): string =>
  fold(percentEncode(text, /[\s\p{Cc}]/gu)).replaceAll('ς', 'σ');

/** A mark turns one or two characters into a trigram of the search index. */
const mark = '\u0002';

/**
 * A path in the form of the search index: the folded text, then each character after two marks, then each pair of
 * characters after one mark. Paths contain no marks, so these trigrams cannot occur in the text itself.
 */
export function searchPathOf(path: string): string {
  const folded = foldPath(path);
  const characters = [...folded];
  const singles = characters.map((character) => mark + mark + character);
  const pairs = characters.slice(1).map((character, index) => mark + characters[index] + character);
  return folded + [...new Set([...singles, ...pairs])].join('');
}

/** Characters before the domain, the type and the page of a link in the search index. Paths cannot contain them. */
export const marks = { domain: '\u0003', type: '\u0004', page: '\u0005' };

/** The most characters of a phrase. FTS5's time grows with its length and with its repetitions. */
const longestPhrase = 64;

/** Whether `phraseOf` includes all of a folded text. */
export const isPhrase = (folded: string): boolean => lengthOf(folded) <= longestPhrase;

/** The FTS5 phrase for the beginning of a folded text. It is quoted, so that FTS5 reads nothing in it as syntax. */
export function phraseOf(folded: string): string {
  const marks = mark.repeat(Math.max(3 - lengthOf(folded), 0));
  const text = [...folded].slice(0, longestPhrase).join('');
  return `"${(marks + text).replaceAll('"', '""')}"`;
}
