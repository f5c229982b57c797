import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { omit } from 'es-toolkit/object';
import type { Database } from '../../../db/client.ts';
import { record } from '../../../db/record.ts';
import { insertWhere } from '../../../db/sql.ts';
import { build, type Param, statement } from '../../../db/statement.ts';
import { orThrow } from '../../../lib/errors.ts';
import { type IfMatch, type Tagged, taggedVisit } from '../../../lib/precondition.ts';
import { searchName } from '../../../lib/search-text.ts';
import { toTimestamp } from '../../../lib/time.ts';
import { accounts } from '../../tables/accounts.ts';
import { latestVisitAt } from '../../tables/latest-visits.ts';
import { persons } from '../../tables/persons.ts';
import type { Account, AccountUpdate } from '../schemas.ts';

const latestActivityAt = sql<number>`${accounts.latestActivityAt} + ${accounts.activityAhead}`;
const shown = omit(getTableColumns(accounts), ['searchName', 'activityAhead', 'activityMovesAt']);
/** The columns of an Account, of its entity tag, and `seq` for cursors. */
export const accountColumns = { ...shown, latestActivityAt, latestVisitAt: latestVisitAt('accounts') };
type AccountRow = Pick<typeof accounts.$inferSelect, keyof typeof accountColumns>;

export const toAccount = (row: AccountRow): Account => ({
  accountId: row.accountId,
  domain: row.domain,
  name: row.name,
  linkedPersonsCount: row.linkedPersonsCount,
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
  latestActivityAt: toTimestamp(row.latestActivityAt),
  latestVisitAt: row.latestVisitAt === 0 ? null : toTimestamp(row.latestVisitAt),
});

/** Accounts. Their entity tags include the counts of their persons and logs, and their visits. */
export const accountRecord = record({
  table: accounts,
  id: 'accountId',
  prefix: 'account',
  columns: accountColumns,
  toItem: toAccount,
  orThrow: orThrow('account_not_found', 'There is no account with this id.'),
  etag: {
    sql: sql`${accounts.revision} || '.' || ${accounts.linkedPersonsCount} || '.' || (${latestActivityAt})`,
    of: (row) =>
      taggedVisit(`${row.revision}.${row.linkedPersonsCount}.${row.latestActivityAt}`, row.latestVisitAt),
  },
});
export const { select: selectAccount, orThrow: accountOrThrow } = accountRecord;

/** Finds a row if the account exists. Used within a batch. */
export const selectAccountExists = statement(({ accountId }: { accountId: Param<string> }) =>
  build.select({ accountId: accounts.accountId }).from(accounts).where(eq(accounts.accountId, accountId)),
);

/** The id of the account that a person is linked to. Null if there is none. */
export const accountOf = (personId: SQL): SQL<string | null> =>
  sql`(select ${accounts.accountId} from ${persons} join ${accounts} on ${accounts.domain} = ${persons.accountDomain}
    where ${persons.personId} = ${personId})`;

/** As `accountOf`, but an empty text if the person is linked to none. Null if there is no such person. */
export const accountOrNone = (personId: SQL): SQL<string | null> =>
  sql`(select coalesce(${accounts.accountId}, '') from ${persons}
    left join ${accounts} on ${accounts.domain} = ${persons.accountDomain} where ${persons.personId} = ${personId})`;

/** The row of a new account, with its domain as its name. */
const newAccountRow = (
  accountId: Param<string>,
  domain: SQL,
  linkedPersonsCount: number,
  now: Param<number>,
) => ({
  accountId,
  seq: sql`(select coalesce(max(${accounts.seq}), 0) + 1 from ${accounts})`,
  domain,
  name: domain,
  searchName: null,
  linkedPersonsCount,
  revision: 1,
  writeIds: '',
  createdAt: now,
  updatedAt: now,
  latestActivityAt: now,
  activityAhead: 0,
  latestVisitAt: 0,
});

/**
 * Inserts the account of a person's domain, if the person has a domain and the account does not exist. In a batch it
 * must follow every statement that sets the domain. If the account exists, the trigger on persons has already counted
 * the person there. A new account therefore starts with exactly one linked person.
 */
export const insertAccountOfPerson = statement(
  (params: { personId: Param<string>; accountId: Param<string>; now: Param<number> }) =>
    insertWhere(
      accounts,
      newAccountRow(params.accountId, sql`${persons.accountDomain}`, 1, params.now),
      and(eq(persons.personId, params.personId), sql`${persons.accountDomain} is not null`),
      accounts.domain,
      persons,
    ),
);

/** Renames an account. Throws `account_not_found`, `precondition_failed`. */
export const updateAccount = (
  db: Database,
  accountId: string,
  { name }: AccountUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Account>> =>
  accountRecord.update(db, accountId, { name, searchName: name && searchName(name) }, ifMatch);

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
