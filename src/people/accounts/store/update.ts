import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../db/client.ts';
import { hasWrite, isCurrent, newWrite, revise, type WriteParams } from '../../../db/conditional-write.ts';
import { type Param, statement } from '../../../db/statement.ts';
import { assertMatch, type IfMatch, matched, type Tagged } from '../../../lib/precondition.ts';
import { searchName } from '../../../lib/search-text.ts';
import { accounts } from '../../tables/accounts.ts';
import type { Account, AccountUpdate } from '../schemas.ts';
import { getAccountOrThrow } from './get.ts';
import { accountOrThrow, etag, selectAccount, toTagged } from './internal.ts';

interface RenameParams {
  accountId: Param<string>;
  name: Param<string>;
  searchName: Param<string>;
  write: WriteParams;
}

const renameAccount = statement(({ accountId, name, searchName, write }: RenameParams) =>
  revise(
    accounts,
    write,
    { name, searchName },
    and(eq(accounts.accountId, accountId), isCurrent(etag, write)),
  ),
);

/** Renames an account. Throws `account_not_found`, `precondition_failed`. */
export async function updateAccount(
  db: Database,
  accountId: string,
  { name }: AccountUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Account>> {
  if (name === undefined) {
    return matched(await getAccountOrThrow(db, accountId), ifMatch);
  }
  const write = newWrite(ifMatch);
  const [, [row]] = await db.batch([
    renameAccount({ accountId, name, searchName: searchName(name), write }),
    selectAccount({ accountId }),
  ]);
  const found = accountOrThrow(row);
  const account = toTagged(found);
  if (!hasWrite(found, write)) assertMatch(account.etag, ifMatch);
  return account;
}
