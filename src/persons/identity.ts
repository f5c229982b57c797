import { companyDomain } from '../lib/normalise.ts';
import { slugBase } from '../lib/search-text.ts';

/** What a person is known by, normalised, in the order in which a match wins. */
export const identifiers = ['email', 'phoneNumber', 'linkedinProfileUrl'] as const;
export type Identifier = (typeof identifiers)[number];
export type Identifiers = { [K in Identifier]?: string | null | undefined };

/** The name of a person who was created without one: what its first identifier says. */
export function nameFrom({ email, phoneNumber, linkedinProfileUrl }: Identifiers): string {
  if (email) return email.slice(0, email.lastIndexOf('@'));
  if (phoneNumber) return phoneNumber;
  return linkedinProfileUrl ? handleOf(linkedinProfileUrl) : 'Unknown';
}

function handleOf(profileUrl: string): string {
  const last = profileUrl.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last).slice(0, 255);
  } catch {
    return last.slice(0, 255);
  }
}

/** What is kept beside an email: the company domain that links a person to its account. */
export const emailDomainOf = (email: string | null | undefined): string | null =>
  email ? companyDomain(email) : null;

/**
 * The slugs to try for a new person, the first that is free wins: the name, the name with the random end of
 * the id, the name with the whole id, which nobody else can have.
 */
export function slugCandidates(name: string, personId: string): [string, string, string] {
  const base = slugBase(name);
  const id = personId.slice(personId.lastIndexOf('_') + 1);
  return [base, `${base}-${id.slice(-8)}`, `${base}-${id}`];
}
