import { listAccounts, type Person } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { allOf } from '../../data/at-most.ts';
import { companyOf } from '../../data/person-names.ts';
import { useQuery } from '../../data/query.ts';
import { Await, Skeleton } from '../../kit/states.tsx';
import { day } from '../../lib/format.ts';
import { Compose, type ComposeProps } from './compose.tsx';
import { peopleFrom } from './people.ts';

/** So many companies are asked for at once. */
const atOnce = 10;

interface FromPersonsProps extends Omit<ComposeProps, 'list' | 'name' | 'columns'> {
  persons: Person[];
}

/** Persons who are known, with the names of their companies. */
export function FromPersons({ persons, ...props }: FromPersonsProps) {
  const domains = [...new Set(persons.flatMap((person) => companyOf(person) ?? []))].toSorted();
  const list = useQuery(['campaign-people', persons.map(({ personId }) => personId)], async (signal) => {
    const found = await allOf(atOnce, domains, async (domain) => {
      const { items } = await ask(listAccounts, { query: { domain, limit: 1 }, signal });
      return [domain, items[0]?.name] as const;
    });
    const names = new Map(found);
    return peopleFrom(persons, (person) => names.get(companyOf(person) ?? ''));
  });
  return (
    <Await query={list} what="their companies" skeleton={<Skeleton lines={8} />}>
      {(people) => <Compose {...props} list={people} name={`People of ${day(Date.now())}`} />}
    </Await>
  );
}
