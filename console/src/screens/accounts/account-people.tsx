import { type Person, searchPersons } from '@footfall/client';
import { ask } from '../../api.ts';
import { Await } from '../../kit/await.tsx';
import { ListFooter } from '../../kit/list-footer.tsx';
import { Empty } from '../../kit/states.tsx';
import { useList } from '../../list.ts';
import { open } from '../../records.ts';

/** A person belongs to the account of their domain or, without one, of their email address. */
const isOf = ({ domain, email }: Person, account: string) => (domain ?? email?.split('@').at(-1)) === account;

/** The people of an account: those that the search finds by its domain. */
export function AccountPeople({ domain }: { domain: string }) {
  const people = useList(['persons', { domain }], (cursor, signal) =>
    ask(searchPersons, { query: { query: domain, limit: 50, ...(cursor && { cursor }) }, signal }),
  );
  return (
    <Await query={{ ...people, data: people.items?.filter((person) => isOf(person, domain)) }}>
      {(items) =>
        items.length === 0 ? (
          <Empty title="Nobody yet" />
        ) : (
          <>
            <ul class="feed">
              {items.map(({ personId, name, email }) => (
                <li key={personId}>
                  <a class="grow" href={open(personId)}>
                    {name || email || personId}
                  </a>
                  <span class="muted">{email}</span>
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
