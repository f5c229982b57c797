import { type Person, searchPersons } from '@footfall/client';
import { type Came, idOf, waysOf, whoCame } from '../../analytics/came.ts';
import { mostItems } from '../../analytics/questions.ts';
import type { Range } from '../../analytics/range.ts';
import { useAsked } from '../../data/api.ts';
import { type ListState, useListOf } from '../../data/list.ts';
import { companyOf, nameOf } from '../../data/person-names.ts';
import { Ago } from '../../kit/ago.tsx';
import { Monogram } from '../../kit/monogram.tsx';
import { Await, Empty, ListFooter } from '../../kit/states.tsx';
import { dayAndTime, number, plural } from '../../lib/format.ts';
import { open } from '../../nav/router.ts';

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

function Someone({ person, came, zone }: { person: Person; came: Came | undefined; zone: string }) {
  const name = nameOf(person);
  return (
    <li>
      <a class="who-name" href={open(person.personId)}>
        <Monogram name={name} kind="person" />
        {name}
      </a>
      <span class="tabular">{came && plural(came.totalSessions, 'visit')}</span>
      <span class="note muted">{came ? waysOf(came) : person.name.trim() && person.email}</span>
      {came && (
        <Ago
          class="note muted tabular"
          at={came.lastVisitAt}
          title={`First ${dayAndTime(came.firstVisitAt, zone)}, last ${dayAndTime(came.lastVisitAt, zone)}`}
        />
      )}
    </li>
  );
}

/** The people of an account: those that the search finds by its domain. Those that came last in the range are first. */
export function AccountPeople({ domain, range }: { domain: string; range: Range }) {
  const { people, list } = useAccountPeople(domain);
  const latest = useAsked('came-people', whoCame('person', range, { limit: mostItems }));
  // The list has its order when it comes: nobody changes places.
  const isOrdered = latest.data !== undefined || latest.error !== undefined;
  const came = new Map(latest.data?.items.map((item) => [idOf(item), item]));
  const lastOf = ({ personId }: Person) => came.get(personId)?.lastVisitAt ?? '';
  const known = (items: Person[]) => items.filter(({ personId }) => came.has(personId)).length;
  return (
    <Await query={{ ...list, data: isOrdered ? people : undefined }} what="the people">
      {(items) =>
        items.length === 0 && !list.hasMore ? (
          <Empty title="No people yet">
            People with an email address of this domain are linked to the account.
          </Empty>
        ) : (
          <>
            <Await query={{ ...latest, isSlow: false }} skeleton={null}>
              {({ hasMore }) =>
                hasMore &&
                known(items) < items.length && (
                  <p class="note muted">
                    Visits are shown of {number(known(items))} of these{' '}
                    {plural(items.length, 'person', 'people')}: the ones among the {mostItems} of all
                    companies that visited last, {range.words}.
                  </p>
                )
              }
            </Await>
            <ul class="who">
              {items
                .toSorted((a, b) => lastOf(b).localeCompare(lastOf(a)))
                .map((person) => (
                  <Someone
                    key={person.personId}
                    person={person}
                    came={came.get(person.personId)}
                    zone={range.zone}
                  />
                ))}
            </ul>
            <ListFooter list={list} />
          </>
        )
      }
    </Await>
  );
}
