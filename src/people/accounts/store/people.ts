import { type SQL, sql } from 'drizzle-orm';
import { accounts } from '../../tables/accounts.ts';
import { persons } from '../../tables/persons.ts';

/**
 * The most linked persons of an account that its timeline looks into: the first that were created. Anyone can make new
 * ones by forms, and must not push out those who are known.
 */
export const mostPeople = 1000;

/** Whether an id names one owner, or the account of several persons. */
export type PeopleOf = 'owner' | 'account';

/** SQL for a table with the column `id`: one owner, or the first persons that are linked to an account. */
export const peopleOf = (of: PeopleOf, id: SQL): SQL =>
  of === 'owner'
    ? sql`(select ${id} as id)`
    : sql`(select ${persons.personId} as id from ${persons}
        where ${persons.accountDomain} = (select ${accounts.domain} from ${accounts} where ${accounts.accountId} = ${id})
        order by ${persons.seq} limit ${sql.raw(String(mostPeople))})`;
