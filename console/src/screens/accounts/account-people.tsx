import { searchPersons } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { useList } from '../../data/list.ts';
import { companyOf, nameOf } from '../../data/person-names.ts';
import { Await } from '../../kit/await.tsx';
import { ListFooter } from '../../kit/list-footer.tsx';
import { Empty } from '../../kit/states.tsx';
import { open } from '../../nav/records.ts';

/** The people of an account: those that the search finds by its domain. */
export function AccountPeople({ domain }: { domain: string }) {
  const people = useList(['persons', { domain }], (cursor, signal) =>
    ask(searchPersons, { query: { query: domain, limit: 50, ...(cursor && { cursor }) }, signal }),
  );
  return (
    <Await query={{ ...people, data: people.items?.filter((person) => companyOf(person) === domain) }}>
      {(items) =>
        items.length === 0 && !people.hasMore ? (
          <Empty title="Nobody yet">A person of this domain is linked to the account by their email.</Empty>
        ) : (
          <>
            <ul class="feed">
              {items.map(({ personId, name, email }) => (
                <li key={personId}>
                  <a class="grow" href={open(personId)}>
                    {nameOf({ name, email, personId })}
                  </a>
                  <span class="note muted">{name.trim() && email}</span>
                </li>
              ))}
            </ul>
            <ListFooter list={people} />
          </>
        )
      }
    </Await>
  );
}
