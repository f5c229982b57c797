import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import { pick } from 'es-toolkit/object';
import type { Database } from '../../../db/client.ts';
import { selectCounter } from '../../../db/counters.ts';
import { build, type ListParams, type Param, type ParamsOf, statement } from '../../../db/statement.ts';
import { type CursorBinding, type NumberedPlace, numberedPlace, pageAsked } from '../../../lib/cursor.ts';
import { accounts } from '../../tables/accounts.ts';
import type { Account, AccountList, AccountListQuery } from '../schemas.ts';
import { pageByVisit } from './by-visit.ts';
import { accountColumns, toAccount } from './internal.ts';

/** The orders other than creation, by the column of each. Ties are broken by the id. */
const orders = pick(accounts, ['latestActivityAt', 'latestVisitAt', 'linkedPersonsCount']);
type Order = keyof typeof orders;

/** The indexes of accounts without persons. SQLite would read all of these, and sort them. */
const emptyIndexes = {
  latestActivityAt: sql.raw('accounts_empty_activity'),
  latestVisitAt: sql.raw('accounts_empty_visit'),
  linkedPersonsCount: sql.raw('accounts_persons'),
};

const isEmpty = (emptyOnly: boolean): SQL | undefined =>
  emptyOnly ? sql`${accounts.linkedPersonsCount} = 0` : undefined;

const selectNewest = statement(
  ({ domain, after, take }: ListParams & { domain: Param<string> | undefined }, emptyOnly: boolean) =>
    build
      .select(accountColumns)
      .from(accounts)
      .where(
        and(
          domain && eq(accounts.domain, domain),
          after && lt(accounts.accountId, after),
          isEmpty(emptyOnly),
        ),
      )
      .orderBy(desc(accounts.accountId))
      .limit(take),
);

interface SortedParams {
  /** Of the last account of the page before. */
  place: ParamsOf<NumberedPlace> | undefined;
  take: Param<number>;
}

const selectSorted = statement(({ place, take }: SortedParams, order: Order, emptyOnly: boolean) =>
  build
    .select({ ...accountColumns, place: orders[order] })
    .from(emptyOnly ? sql`${accounts} indexed by ${emptyIndexes[order]}` : accounts)
    .where(
      and(
        isEmpty(emptyOnly),
        place && sql`(${orders[order]}, ${accounts.accountId}) < (${place.number}, ${place.id})`,
      ),
    )
    .orderBy(desc(orders[order]), desc(accounts.accountId))
    .limit(take),
);

const selectOf = statement(({ seqs }: { seqs: Param<string> }) =>
  build
    .select({ ...accountColumns, latestVisitAt: sql<number>`0` })
    .from(accounts)
    .where(sql`${accounts.seq} in (select value from json_each(${seqs}))`),
);

const compare = (a: string, b: string) => Number(b > a) - Number(b < a);
const byActivity = (a: Account, b: Account) =>
  compare(a.latestActivityAt, b.latestActivityAt) || compare(a.accountId, b.accountId);

/** Accounts, in descending order of `sort`: with `emptyOnly` those without a person, with `domain` the one of it. */
export async function listAccounts(
  db: Database,
  {
    emptyOnly,
    sort,
    domain,
    ...listing
  }: Omit<AccountListQuery, 'query' | 'includeEmptyOnly'> & { emptyOnly: boolean },
): Promise<AccountList> {
  const binding: CursorBinding = [
    ...(['accounts', String(emptyOnly)] as const),
    ...(domain === undefined ? [] : [domain]),
    ...(sort === 'createdAt' ? [] : ['sort', sort]),
  ];
  const asked = pageAsked(binding, listing);
  const { after, take } = asked.place;
  // One account, or accounts whose numbers are all 0, are ordered by id.
  const isById = sort === 'createdAt' || domain !== undefined || (emptyOnly && sort === 'linkedPersonsCount');
  const place = isById ? undefined : numberedPlace(after);
  const select = isById
    ? selectNewest({ domain, after, take }, emptyOnly)
    : selectSorted({ place, take }, sort, emptyOnly);
  const counter = selectCounter({}, emptyOnly ? 'accounts_empty' : 'accounts');
  const isByVisit = !(isById || emptyOnly) && sort === 'latestVisitAt';
  const [rows, [counted]] = isByVisit
    ? await pageByVisit(db, 'accounts', { place, take }, (seqs) => selectOf({ seqs }), counter)
    : await db.batch([select, domain === undefined ? counter : undefined]);
  // A domain has one account at most.
  const total = domain === undefined ? (counted?.value ?? 0) : rows.length;
  const keyOf = (last: (typeof rows)[number]) =>
    isById ? last.accountId : `${'place' in last ? last.place : last[sort]}.${last.accountId}`;
  const list = asked.list(rows, total, keyOf, toAccount);
  // The order is up to ten minutes old: within a page, it is that of the times that are shown.
  return sort === 'latestActivityAt' ? { ...list, items: list.items.toSorted(byActivity) } : list;
}
