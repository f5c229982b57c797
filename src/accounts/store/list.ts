import { and, desc, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { selectCounter } from '../../db/counters.ts';
import { build, type ListParams, statement } from '../../db/statement.ts';
import { accounts } from '../../db/tables/accounts.ts';
import { type CursorBinding, type List, type Listing, listFrom, placeOf } from '../../lib/cursor.ts';
import type { Account } from '../schemas.ts';
import { accountColumns, toAccount } from './internal.ts';

const selectAccounts = statement(({ after, take }: ListParams, emptyOnly: boolean) =>
  build
    .select(accountColumns)
    .from(accounts)
    .where(
      and(
        after && lt(accounts.accountId, after),
        emptyOnly ? sql`${accounts.linkedPersonsCount} = 0` : undefined,
      ),
    )
    .orderBy(desc(accounts.accountId))
    .limit(take),
);

/** Accounts, newest first. With `emptyOnly`, only those without a linked person. */
export async function listAccounts(
  db: Database,
  { emptyOnly, ...listing }: Listing & { emptyOnly: boolean },
): Promise<List<Account>> {
  const binding: CursorBinding = ['accounts', String(emptyOnly)];
  const [rows, [total]] = await db.batch([
    selectAccounts(placeOf(binding, listing), emptyOnly),
    selectCounter({}, emptyOnly ? 'accounts_empty' : 'accounts'),
  ]);
  return listFrom(binding, listing, rows, total?.value ?? 0, (last) => last.accountId, toAccount);
}
