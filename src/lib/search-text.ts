import { fold, isAscii } from './fold.ts';
import { hostInLetters, normaliseEmail } from './normalise.ts';
import { linkedinKey, normaliseLinkedinProfileUrl } from './profile.ts';

/** Marks the start of a word in the search index of persons. */
export const wordStart = '\u0002\u0002';

/** Letters that `fold` replaces by ASCII, and that neither Unicode nor FTS5 takes apart. */
export const lettersOf: Record<string, string> = {
  Æ: 'ae',
  æ: 'ae',
  Œ: 'oe',
  œ: 'oe',
  ß: 'ss',
  ẞ: 'ss',
  Þ: 'th',
  þ: 'th',
  Ð: 'd',
  ð: 'd',
  Đ: 'd',
  đ: 'd',
  Ø: 'o',
  ø: 'o',
  Ł: 'l',
  ł: 'l',
  Ħ: 'h',
  ħ: 'h',
  Ŧ: 't',
  ŧ: 't',
  Ŋ: 'n',
  ŋ: 'n',
  ı: 'i',
};

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean);

/** Text that begins in a script written without spaces, in which a word may start anywhere. */
const unspaced =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** The two characters (one at the end) at each place inside a word where another word may start. */
function innerWords(word: string): string[] {
  if (isAscii(word)) return [];
  const characters = [...word];
  const pairs = characters.map((character, index) => character + (characters[index + 1] ?? ''));
  return pairs.slice(1).filter((pair) => unspaced.test(pair));
}

const marked = (words: Iterable<string>): string => [...words].map((word) => wordStart + word).join(' ');

/** A name in the form of the search index: each word, and each part of a hyphenated word, after a mark. */
export function searchName(name: string): string {
  const words = wordsOf(name);
  const parts = words.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u).filter(Boolean));
  return marked(new Set([...words, ...parts, ...words.flatMap(innerWords)]));
}

/** The spellings in which a profile may be stored. The index ignores the case of ASCII, but not in percent-escapes. */
function profileSpellings(profile: string): string[] {
  if (!/%[89a-f]/i.test(profile)) return [profile];
  try {
    const text = decodeURI(profile);
    const others = [text.toLowerCase(), text.toUpperCase()].map(normaliseLinkedinProfileUrl);
    const same = others.filter((other) => other && linkedinKey(other) === linkedinKey(profile));
    return [...new Set([profile, ...same].map((spelling) => String(spelling).toLowerCase()))];
  } catch {
    return [profile];
  }
}

const phraseOf = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** An email as it is stored, and an international host in letters. Any other word stays as it is. */
const inLetters = (word: string): string =>
  word.includes('@') ? normaliseEmail(word) : /xn--/i.test(word) ? (hostInLetters(word) ?? word) : word;

/** The FTS5 queries for a word: trigrams, a prefix if it is short, or the profile of a LinkedIn URL. */
function wordQueries(word: string): string[] {
  const profile = /linkedin\.com\//i.test(word) ? normaliseLinkedinProfileUrl(word) : undefined;
  if (profile?.startsWith('https://www.linkedin.com/')) {
    const spellings = profileSpellings(profile).map(phraseOf);
    return [spellings.length === 1 ? spellings.join() : `(${spellings.join(' OR ')})`];
  }
  return wordsOf(inLetters(word)).map(partQuery);
}

/** The FTS5 query for a part of a text or, if it is shorter than three characters, for the start of a word. */
const partQuery = (part: string) => phraseOf([...part].length < 3 ? wordStart + part : part);

/** The FTS5 query in which every typed word must occur, quoted against syntax. Null when there is no word. */
export function matchQuery(query: string): string | null {
  const queries = new Set(query.split(/\s+/).flatMap(wordQueries));
  return queries.size === 0 ? null : [...queries].join(' AND ');
}

/** As `matchQuery`, for an index that SQL has folded less than `fold` does: words may occur as typed, too. */
export function matchQueryAsTyped(query: string): string | null {
  const queries = query
    .split(/[\s\p{Cc}]+/u)
    .map(inLetters)
    .flatMap((typed) => {
      const parts = wordsOf(typed);
      if (parts.length === 0) return [];
      const word = typed.toLowerCase().normalize('NFC');
      const foldedQuery = parts.map(partQuery).join(' AND ');
      return [
        parts.length === 1 && parts[0] === word ? foldedQuery : `((${foldedQuery}) OR ${partQuery(word)})`,
      ];
    });
  return queries.length === 0 ? null : [...new Set(queries)].join(' AND ');
}

/** The form of an email or a domain in the search index. Null when it equals the text. */
export function searchTextIfOther(text: string | null): string | null {
  if (text === null) return null;
  const folded = fold(text);
  const held = [folded, marked(new Set(innerWords(folded)))].filter(Boolean).join(' ');
  return held === text ? null : held;
}

/** The part of a slug that comes from a name: `Zoë O'Neil` is `zoe-o-neil`, `王伟` is `person`. */
export function slugBase(name: string): string {
  const slug = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return slug || 'person';
}
