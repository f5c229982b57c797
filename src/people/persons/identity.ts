import { createHmac } from 'node:crypto';
import { newIdAt } from '../../lib/ids.ts';
import { domainOfEmail, isEmail, isNoEmail, normaliseEmail } from '../../lib/normalise.ts';
import { isNoProfile, linkedinKey, normaliseLinkedinProfileUrl } from '../../lib/profile.ts';
import { searchName, searchTextIfOther, slugBase } from '../../lib/search-text.ts';
import { sha256 } from '../../lib/sha256.ts';

/** What identifies a person, normalised. If several match, the first one wins. */
export const identifiers = ['email', 'phoneNumber', 'linkedinProfileUrl'] as const;
export type Identifier = (typeof identifiers)[number];
export type Identifiers = { [K in Identifier]?: string | null | undefined };

/** The stored form of an erased identifier: HMAC-SHA-256 of its kind and key, with the secret of the database. */
export const identifierHash = (secret: string, identifier: Identifier, key: string): string =>
  createHmac('sha256', secret).update(`${identifier}:${key}`).digest('base64url');

/** The form that releases before migration 0024 stored. Such a row is at most 14 days old. */
export const earlierIdentifierHash = (identifier: Identifier, key: string): string =>
  sha256(`${identifier}:${key}`);

/** What is not plain text in an identifier: markup, control, bidi and invisible characters, some of them letters. */
const notPlain = /[^\p{L}\p{N}\p{M} .\-_'+]|\p{Default_Ignorable_Code_Point}/gu;

/** The name of a person who was created without one: plain text from its first identifier. */
export function nameFrom({ email, phoneNumber, linkedinProfileUrl }: Identifiers): string {
  const said = email?.slice(0, email.lastIndexOf('@')) ?? phoneNumber ?? handleOf(linkedinProfileUrl);
  const plain = said.replace(notPlain, '').replace(/ +/g, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return 'Unknown';
  return [...plain].slice(0, 255).join('').trim();
}

/** The part of a profile's address that identifies the person. */
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

/** An email with what follows from it: its domain, which is dropped for free mail, and its search text. */
export const emailColumns = (email: string | null) => ({
  email,
  emailDomain: email && domainOfEmail(email),
  searchEmail: searchTextIfOther(email),
});

/** Identifiers as they are stored today. Undefined for what stands for nothing, and for what is none. */
export const asStored: Record<Identifier, (text: string) => string | undefined> = {
  email: (text) => {
    const email = normaliseEmail(text);
    return isNoEmail(text) || !isEmail(email) ? undefined : email;
  },
  phoneNumber: (text) => text,
  linkedinProfileUrl: (text) => (isNoProfile(text) ? undefined : normaliseLinkedinProfileUrl(text)),
};

/** The form of an identifier that is compared between persons. The stored value keeps its first spelling. */
export const keyOf = (identifier: Identifier, value: string): string =>
  identifier === 'linkedinProfileUrl' ? linkedinKey(value) : value;

/** A LinkedIn URL, and the form of it that is compared if that differs. */
export const linkedinColumns = (linkedinProfileUrl: string | null) => {
  const key = linkedinProfileUrl && linkedinKey(linkedinProfileUrl);
  return { linkedinProfileUrl, linkedinKey: key === linkedinProfileUrl ? null : key };
};

/** A domain, and its search text if that differs. */
export const domainColumns = (domain: string | null) => ({ domain, searchDomain: searchTextIfOther(domain) });

/** The slugs to try for a new person: the name, then with the random end of the id, then with the whole id. */
export function slugsOf(name: string, personId: string) {
  const base = slugBase(name);
  const id = personId.slice(personId.lastIndexOf('_') + 1);
  return { plain: base, short: `${base}-${id.slice(-8)}`, whole: `${base}-${id}` };
}

/** The fields of the person that a write creates if it finds none, with a name from an identifier if it has none. */
export function newPersonFields(write: Identifiers & { name?: string | undefined }, now: number) {
  const newPersonId = newIdAt('person', now);
  const name = write.name ?? nameFrom(write);
  const { plain: slug, short: shortSlug, whole: wholeSlug } = slugsOf(name, newPersonId);
  return {
    newPersonId,
    newAccountId: newIdAt('account', now),
    name,
    searchName: searchName(name),
    slug,
    shortSlug,
    wholeSlug,
  };
}
