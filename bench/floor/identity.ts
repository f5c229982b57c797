/** The person of a log, normalised. */
export interface Identity {
  personId: string | undefined;
  email: string | undefined;
  phoneNumber: string | undefined;
  name: string | undefined;
}

/** Lower case without accents. */
const fold = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC');

/** Marks the start of a word in the search index, for words below three characters. */
const wordStart = '\u0002\u0002';

export const normaliseEmail = (email: string): string =>
  email.trim().toLowerCase().normalize('NFC').replace(/\.+$/, '');

/** An email with its domain, which the view drops for free mail, and its search text if that differs. */
export function emailColumns(email: string | null) {
  if (email === null) return { email, emailDomain: null, searchEmail: null };
  const folded = fold(email);
  const emailDomain = email.slice(email.lastIndexOf('@') + 1).replace(/^(?:www\.)+(?=.)/, '');
  return { email, emailDomain, searchEmail: folded === email ? null : folded };
}

/** The name of a person who is created without one. */
export const nameOf = ({ name, email, phoneNumber }: Identity): string =>
  name ?? email?.slice(0, email.lastIndexOf('@')) ?? phoneNumber ?? 'Unknown';

/** A name in the form of the search index: each word and each part of a word, after a mark. */
export function searchName(name: string): string {
  const words = fold(name)
    .split(/[\s\p{Cc}]+/u)
    .filter(Boolean);
  const parts = words.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u).filter(Boolean));
  return [...new Set([...words, ...parts])].map((word) => wordStart + word).join(' ');
}

/** The slugs to try: the name, the name with the end of the id, the name with the whole id. */
export function slugsOf(name: string, personId: string) {
  const base =
    fold(name)
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-+|-+$/g, '') || 'person';
  const [shortSlug, wholeSlug] = [`${base}-${personId.slice(-8)}`, `${base}-${personId.slice(-26)}`];
  return { slug: base, shortSlug, wholeSlug };
}
