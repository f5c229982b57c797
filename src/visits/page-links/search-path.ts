import { fold } from '../../lib/search-text.ts';
import { lengthOf, percentEncode } from './path.ts';

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
