import { plain } from './plain.ts';
import type { Facts, StoredEvent } from './sentence.ts';

/** Who did it, at the beginning of a sentence. */
export function who({ actor }: StoredEvent): string {
  if (actor === null) return 'Something outside Footfall';
  const name = plain(actor.name ?? '');
  switch (actor.type) {
    case 'api_key':
      return name ? `The key “${name}”` : 'A key';
    case 'person':
      return name || 'Somebody';
    case 'link':
      return 'A sign-in link';
    case 'tracker':
      return 'The tracker';
    case 'service':
      return 'The service';
    case 'command':
      return 'A command';
  }
}

/** A person with their company: "Zoë Lindqvist (Northwind Logistics)". One whose name has nothing to see is nameless. */
export const withCompany = (name: string, company: string | null): string =>
  `${name || 'a person without a name'}${company ? ` (${company})` : ''}`;

/** A person within a sentence. */
export const personOf = (person: Facts['person'] | undefined): string =>
  person ? withCompany(person.name, person.company) : 'an erased person';

/** An account within a sentence. */
export const accountOf = (account: Facts['account'] | undefined): string =>
  account?.name ?? 'an erased account';

/** An audience without its page: "the audience Retail", or "Audience 3". */
export const audienceNameOf = ({ customName, personName, audienceNumber }: Facts['audience']): string => {
  if (customName) return `the audience ${customName}`;
  return personName ? `the audience of ${personName}` : `Audience ${audienceNumber}`;
};

/** An audience within a sentence: "the audience Retail on Pricing". */
export const audienceOf = (audience: Facts['audience'] | undefined): string =>
  audience ? `${audienceNameOf(audience)} on ${audience.pageTitle}` : 'an audience';

/** A page within a sentence. */
export const pageOf = (page: Facts['page'] | undefined): string =>
  page ? `the page ${page.title}` : 'a page';

/** A page link within a sentence, by its address. */
export const pageLinkOf = (link: Facts['pageLink'] | undefined): string =>
  link ? `the link ${link.domain ?? ''}${link.path}` : 'a link';

/** An API key within a sentence. */
export const apiKeyOf = (key: Facts['apiKey'] | undefined): string =>
  key ? `the key “${key.name}”` : 'a key';
