import { fold } from '../lib/search-text.ts';

/** Characters of a path at most, an escaped one counted as one. */
export const longestPath = 2048;
/** UTF-16 units of a path as it is sent at most: each of its characters may be four percent-escapes. */
export const longestSpelling = longestPath * 12;

/** What would not be read as itself in a path, and what nobody sees. */
const reserved = /[%/?#\\\s\p{Cc}]/gu;
const percentEncode = (text: string, characters: RegExp) => text.replace(characters, encodeURIComponent);

/** Whether there is neither a scheme nor a query nor a fragment. */
export const isPathOnly = (path: string): boolean => !/^[a-z][a-z0-9+.-]*:\/\/|[?#]/i.test(path);

/** Whether every percent-escape is whole and they are UTF-8. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const lengthOf = (text: string) => [...text].length;
// All bytes of a character in UTF-8 but the first are 80 to BF.
const decodedLength = (path: string) =>
  lengthOf(path.replace(/%[89ab][0-9a-f]/gi, '').replace(/%[0-9a-f]{2}/gi, '_'));

/** Whether a path has at most 2,048 characters, as it is and normalised. */
export const isShort = (path: string): boolean =>
  decodedLength(path) <= longestPath && lengthOf(normalisePath(path) ?? '') <= longestPath;

/** Segments without `.` and `..` (RFC 3986, 5.2.4); above the root is the root. */
function withoutDots(segments: string[]): string[] {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === '..') kept.pop();
    else if (segment !== '.') kept.push(segment);
  }
  return kept;
}

/**
 * The one spelling of a path: `/über-uns` for `über-uns`, `/%C3%BCber-uns/` and `//x/../über-uns`. Undefined
 * for what is no path, and unread for what is too long a one: NFC takes a time that grows with its square.
 */
export function normalisePath(path: string): string | undefined {
  if (!isPathOnly(path) || !isDecodable(path) || decodedLength(path) > longestPath) return undefined;
  const segments = path.split('/').filter(Boolean);
  const decoded = segments.map((segment) => decodeURIComponent(segment).normalize('NFC'));
  return `/${withoutDots(decoded)
    .map((segment) => percentEncode(segment, reserved))
    .join('/')}`;
}

/**
 * What a search compares: lower case without accents, white space and controls escaped as a path has them,
 * a final sigma a sigma.
 */
export const foldPath = (text: string): string =>
  fold(percentEncode(text, /[\s\p{Cc}]/gu)).replaceAll('ς', 'σ');

/** Marks one character or two in the search index, so that they are trigrams as well. */
const mark = '\u0002';

/**
 * A path as the search index holds it: folded, then each of its characters behind two marks and each pair
 * behind one. No path has a mark in it, so that no other trigram reads like one of these.
 */
export function searchPathOf(path: string): string {
  const folded = foldPath(path);
  const characters = [...folded];
  const singles = characters.map((character) => mark + mark + character);
  const pairs = characters.slice(1).map((character, index) => mark + characters[index] + character);
  return folded + [...new Set([...singles, ...pairs])].join('');
}

/** What stands before the domain, the type and the page of a link in the search index: no path has these in it. */
export const marks = { domain: '\u0003', type: '\u0004', page: '\u0005' };

/** Characters of a phrase at most: FTS5 takes a time that grows with them and with their repetitions in a path. */
const longestPhrase = 64;

/** Whether `phraseOf` tells all of a folded text. */
export const isPhrase = (folded: string): boolean => lengthOf(folded) <= longestPhrase;

/** The FTS5 phrase of what a folded text begins with. Quoted, so that nothing in it is syntax. */
export function phraseOf(folded: string): string {
  const marks = mark.repeat(Math.max(3 - lengthOf(folded), 0));
  const text = [...folded].slice(0, longestPhrase).join('');
  return `"${(marks + text).replaceAll('"', '""')}"`;
}
