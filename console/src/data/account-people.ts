import { type Person, searchPersons } from '@footfall/client';
import { type ListState, useListOf } from './list.ts';
import { companyOf, nameOf } from './person-names.ts';

/** The people of a company, a hundred a page: those that the search finds by its domain. */
export interface AccountPeople {
  /** Undefined until the first page is there. */
  people: Person[] | undefined;
  list: ListState<Person>;
  /** The name of one of them, if they are loaded. */
  nameOf: (personId: string) => string | undefined;
}

/** The people of a company, for their list and for the names in its timeline. */
export function useAccountPeople(domain: string | undefined): AccountPeople {
  const list = useListOf(
    'persons',
    searchPersons,
    domain === undefined ? undefined : { query: { query: domain } },
  );
  const people = list.items?.filter((person) => companyOf(person) === domain);
  return {
    people,
    list,
    nameOf: (personId) => {
      const person = people?.find((one) => one.personId === personId);
      return person && nameOf(person);
    },
  };
}
