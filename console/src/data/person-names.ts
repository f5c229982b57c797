import { getPerson, type Person, searchPersons } from '@footfall/client';
import { ask } from './api.ts';
import { loadByIds } from './by-ids.ts';
import { type QueryState, useQuery } from './query.ts';

/** What a person is called on the screen. */
export const nameOf = ({ name, email, personId }: Pick<Person, 'name' | 'email' | 'personId'>): string =>
  name.trim() || email || personId;

/** The domain of a person's company: their own, or that of their email. */
export const companyOf = ({ domain, email }: Pick<Person, 'domain' | 'email'>): string | undefined =>
  domain ?? email?.slice(email.lastIndexOf('@') + 1);

/** How a person can be reached: by email, or else by phone, or else on LinkedIn. */
export const contactOf = ({ email, phoneNumber, linkedinProfileUrl }: Person): string | null =>
  email ?? phoneNumber ?? linkedinProfileUrl?.replace(/^https:\/\/(?:www\.)?/, '') ?? null;

/** The persons with these ids: from the newest hundred, and one by one for the others. Undefined ids load nothing yet. */
export const usePersons = (ids: string[] | undefined): QueryState<Map<string, Person>> =>
  useQuery(ids && ['person-names', ids.toSorted()], async (signal) => {
    const found = new Map<string, Person>();
    if (!ids?.length) return found;
    const keep = (person: Person) => found.set(person.personId, person);
    const newest = await ask(searchPersons, { query: { limit: 100 }, signal });
    newest.items.forEach(keep);
    const missing = ids.filter((id) => !found.has(id));
    const one = (id: string) => ask(getPerson, { path: { person_id: id }, signal });
    (await loadByIds(missing, one, 'person_not_found')).forEach(keep);
    return found;
  });

/** The name of a person: three dots while it is loaded. Their id if they were erased since. */
export function personNameIn(
  { data, isLoading }: Pick<QueryState<Map<string, Person>>, 'data' | 'isLoading'>,
  personId: string,
): string {
  const person = data?.get(personId);
  return person ? nameOf(person) : isLoading ? '…' : personId;
}
