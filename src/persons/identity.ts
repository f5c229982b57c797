import { domainOfEmail, linkedinKey } from '../lib/normalise.ts';
import { searchTextIfOther, slugBase } from '../lib/search-text.ts';
import { sha256 } from '../lib/sha256.ts';

/** What a person is known by, normalised, in the order in which a match wins. */
export const identifiers = ['email', 'phoneNumber', 'linkedinProfileUrl'] as const;
export type Identifier = (typeof identifiers)[number];
export type Identifiers = { [K in Identifier]?: string | null | undefined };

/** What is kept of an erased identifier: the SHA-256 of its kind and key. */
export const identifierHash = (identifier: Identifier, key: string): string => sha256(`${identifier}:${key}`);

/** What an identifier may have that is no plain text: markup, controls, bidi and invisible characters, some of them letters. */
const notPlain = /[^\p{L}\p{N}\p{M} .\-_'+]|\p{Default_Ignorable_Code_Point}/gu;

/** The name of a person who was created without one: what its first identifier says, as plain text. */
export function nameFrom({ email, phoneNumber, linkedinProfileUrl }: Identifiers): string {
  const said = email?.slice(0, email.lastIndexOf('@')) ?? phoneNumber ?? handleOf(linkedinProfileUrl);
  const plain = said.replace(notPlain, '').replace(/ +/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return 'Unknown';
  return [...plain].slice(0, 255).join('').trim();
}

/** The part of a profile's address that says who it is. */
function handleOf(profileUrl: string | null | undefined): string {
  const url = profileUrl ?? '';
  const named = /^https:\/\/www\.linkedin\.com\/(?:pub\/|profile\/view\?id=)([^/]+)/.exec(url)?.[1];
  const handle =
    named ??
    url
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ??
    '';
  try {
    return decodeURIComponent(handle);
  } catch {
    return handle;
  }
}

/** An email with what is kept beside it: its domain, unless it is free mail, and its folded text if that differs. */
export const emailColumns = (email: string | null) => ({
  email,
  emailDomain: email && domainOfEmail(email),
  searchEmail: searchTextIfOther(email),
});

/** An identifier as it is compared with those of other persons; it is stored as it was sent first. */
export const keyOf = (identifier: Identifier, value: string): string =>
  identifier === 'linkedinProfileUrl' ? linkedinKey(value) : value;

/** A LinkedIn URL, and what is compared of it if that is another text. */
export const linkedinColumns = (linkedinProfileUrl: string | null) => {
  const key = linkedinProfileUrl && linkedinKey(linkedinProfileUrl);
  return { linkedinProfileUrl, linkedinKey: key === linkedinProfileUrl ? null : key };
};

/** A domain with its folded text, if that differs. */
export const domainColumns = (domain: string | null) => ({ domain, searchDomain: searchTextIfOther(domain) });

/**
 * The slugs to try for a new person, the first that is free wins: the name, the name with the random end of
 * the id, the name with the whole id, which nobody else can have.
 */
export function slugsOf(name: string, personId: string) {
  const base = slugBase(name);
  const id = personId.slice(personId.lastIndexOf('_') + 1);
  return { plain: base, short: `${base}-${id.slice(-8)}`, whole: `${base}-${id}` };
}
