import { and, sql } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { build, type ListParams, type Param, statement } from '../../../db/statement.ts';
import { type Listing, numberIn, pageAsked } from '../../../lib/cursor.ts';
import { accounts } from '../../tables/accounts.ts';
import type { AccountList } from '../schemas.ts';
import { accountColumns, toAccount } from './internal.ts';

const matches = (words: Param<string>) => sql`account_search match ${words}`;

const selectMatches = statement(({ words, after, take }: ListParams<number> & { words: Param<string> }) =>
  build
    .select(accountColumns)
    .from(sql`account_search`)
    // As in people/persons/store/search.ts: CROSS JOIN for the order of reading, and an INTEGER for FTS5.
    .crossJoin(accounts)
    .where(
      and(
        matches(words),
        after && sql`account_search.rowid < cast(${after} as integer)`,
        sql`account_search.rowid = ${accounts.seq}`,
      ),
    )
    .orderBy(sql`account_search.rowid desc`)
    .limit(take),
);

const countMatches = statement(({ words }: { words: Param<string> }) =>
  build.select({ value: sql<number>`count(*)` }).from(sql`account_search`).where(matches(words)),
);

/**
 * Accounts whose name or domain matches an FTS5 query of lib/search-text.ts, newest first. A page reads its rows twice, in
 * the index and in the table, and an entry of the index for each match, for the total. A later page of a file needs no
 * total: `isCounted`.
 */
export async function searchAccounts(
  db: Database,
  words: string,
  listing: Listing,
  isCounted: boolean,
): Promise<AccountList> {
  const asked = pageAsked(['accounts', 'query', words], listing, numberIn);
  const [rows, [total]] = await db.batch([
    selectMatches({ words, ...asked.place }),
    isCounted ? countMatches({ words }) : undefined,
  ]);
  return asked.list(rows, total?.value ?? 0, (last) => last.seq ?? 0, toAccount);
}
