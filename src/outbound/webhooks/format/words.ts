import { excerpt } from '../../../lib/excerpt.ts';
import { quoted } from '../../../lib/quoted.ts';
import { visible } from '../../../lib/visible.ts';
import { whoDid } from '../../../lib/who.ts';
import type { Facts, StoredEvent } from './sentence.ts';

/** The most characters of a name in a sentence. */
const longest = 100;

/** A text as a sentence may name it: on one line, with nothing invisible, cut after 100 characters. */
export const plain = (text: string): string =>
  excerpt(visible(text.replaceAll(/[\s\p{Cc}]+/gv, ' ').trim()), longest);

/** Words of letters and digits. Within a word, one sign may join them, as in an email; between words, also " & ". */
const words = /^[\p{L}\p{M}\p{N}]+(?:(?:[@.\-'’]|(?: & | ))[\p{L}\p{M}\p{N}]+)*$/v;

/** A name or a title in a sentence: one with other signs than words have is in quotation marks. */
export const named = (text: string): string => (words.test(text) ? text : quoted(text));

/** Who did it, at the beginning of a sentence. */
export function who({ actor }: StoredEvent): string {
  const name = plain(actor?.name ?? '');
  return whoDid(actor && { type: actor.type, name: actor.type === 'person' && name ? named(name) : name });
}

/** A person with their company: "Zoë Lindqvist (Northwind Logistics)". One whose name has nothing to see is `nameless`. */
export const withCompany = (
  name: string,
  company: string | null,
  nameless = 'a person without a name',
): string => `${name ? named(name) : nameless}${company ? ` (${named(company)})` : ''}`;

/** A person at the beginning of a sentence. */
export const personFirst = (person: Facts['person'] | undefined): string =>
  person ? withCompany(person.name, person.company, 'A person without a name') : 'An erased person';

/** An audience without its page: "the audience Retail", or "Audience 3". */
export const audienceNameOf = ({
  customName,
  personName,
  audienceNumber,
}: Omit<Facts['audience'], 'pageTitle'>): string => {
  if (customName) return `the audience ${named(customName)}`;
  return personName ? `the audience of ${named(personName)}` : `Audience ${audienceNumber}`;
};
