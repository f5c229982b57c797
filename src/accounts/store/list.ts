import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { selectCounter } from '../../db/counters.ts';
import { build, type ListParams, type Param, statement } from '../../db/statement.ts';
import { accounts } from '../../db/tables/accounts.ts';
import { type CursorBinding, type List, type Listing, listFrom, placeOf } from '../../lib/cursor.ts';
import type { Account } from '../schemas.ts';
import { accountColumns, toAccount } from './internal.ts';

interface AccountParams extends ListParams {
  domain: Param<string> | undefined;
}

const selectAccounts = statement(({ domain, after, take }: AccountParams, emptyOnly: boolean) =>
  build
    .select(accountColumns)
    .from(accounts)
    .where(
      and(
        domain && eq(accounts.domain, domain),
        after && lt(accounts.accountId, after),
        emptyOnly ? sql`${accounts.linkedPersonsCount} = 0` : undefined,
      ),
    )
    .orderBy(desc(accounts.accountId))
    .limit(take),
);

interface Filters {
  emptyOnly: boolean;
  /** Normalised. */
  domain?: string | undefined;
}

/**
 * Accounts, newest first. With `emptyOnly`, only those without a linked person; with `domain`, only the one that has
 * it.
 */
export async function listAccounts(
  db: Database,
  { emptyOnly, domain, ...listing }: Listing & Filters,
): Promise<List<Account>> {
  const binding: CursorBinding = ['accounts', String(emptyOnly), ...(domain === undefined ? [] : [domain])];
  const select = selectAccounts({ domain, ...placeOf(binding, listing) }, emptyOnly);
  const [rows, total] =
    domain === undefined
      ? await db
          .batch([select, selectCounter({}, emptyOnly ? 'accounts_empty' : 'accounts')])
          .then(([all, [counter]]) => [all, counter?.value ?? 0] as const)
      : // A domain has one account at most.
        await db.batch([select]).then(([found]) => [found, found.length] as const);
  return listFrom(binding, listing, rows, total, (last) => last.accountId, toAccount);
}
