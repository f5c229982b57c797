import { whoDid } from '../../../lib/who.ts';
import { named, plain } from './plain.ts';
import type { Facts, StoredEvent } from './sentence.ts';

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
