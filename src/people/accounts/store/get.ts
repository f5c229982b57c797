import type { Database } from '../../../db/client.ts';
import type { Tagged } from '../../../lib/precondition.ts';
import type { Account } from '../schemas.ts';
import { accountOrThrow, selectAccount, toTagged } from './internal.ts';

/** An account. Throws `account_not_found`. */
export async function getAccountOrThrow(db: Database, accountId: string): Promise<Tagged<Account>> {
  const [[row]] = await db.batch([selectAccount({ accountId })]);
  return toTagged(accountOrThrow(row));
}
