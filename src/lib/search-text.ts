import { deburr } from 'es-toolkit/string';
import { normaliseLinkedinProfileUrl } from './normalise.ts';

/** Marks the start of a word in the search index; drizzle/0001 writes the same mark. */
const wordStart = '\u0002\u0002';

/** Lower case without accents: `Zoë Łącki` is `zoe lacki`. */
export const fold = (text: string): string =>
  deburr(text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()).normalize('NFC');

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean);

/** A name as the search index holds it: each word, and each part of a hyphenated one, with its mark. */
export function searchName(name: string): string {
  const words = wordsOf(name);
  const parts = words.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u).filter(Boolean));
  return [...new Set([...words, ...parts])].map((word) => wordStart + word).join(' ');
}

/**
 * The FTS5 query for what a user typed: every word a quoted phrase of trigrams, a word of one or two
 * characters a prefix. Null when there is no word. Quoted, so that nothing in it is syntax.
 */
export function matchQuery(query: string): string | null {
  const words = new Set(
    query.split(/\s+/).flatMap((word) => {
      const profile = /linkedin\.com\//i.test(word) ? normaliseLinkedinProfileUrl(word) : undefined;
      return profile?.startsWith('https://www.linkedin.com/') ? profile : wordsOf(word);
    }),
  );
  if (words.size === 0) return null;
  return [...words]
    .map((word) => ([...word].length < 3 ? wordStart + word : word))
    .map((phrase) => `"${phrase.replaceAll('"', '""')}"`)
    .join(' ');
}

/** The folded text, which the search index holds in its place, when it is not the text itself. */
export function foldedIfOther(text: string | null): string | null {
  const folded = text && fold(text);
  return folded === text ? null : folded;
}

/** The part of a slug that a name gives: `Zoë O'Neil` is `zoe-o-neil`, `王伟` is `person`. */
export function slugBase(name: string): string {
  const slug = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return slug || 'person';
}
