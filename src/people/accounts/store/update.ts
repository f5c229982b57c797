import type { Database } from '../../../db/client.ts';
import type { IfMatch, Tagged } from '../../../lib/precondition.ts';
import { searchName } from '../../../lib/search-text.ts';
import type { Account, AccountUpdate } from '../schemas.ts';
import { accountRecord } from './internal.ts';

/** Renames an account. Throws `account_not_found`, `precondition_failed`. */
export const updateAccount = (
  db: Database,
  accountId: string,
  { name }: AccountUpdate,
  ifMatch: IfMatch,
): Promise<Tagged<Account>> =>
  accountRecord.update(db, accountId, { name, searchName: name && searchName(name) }, ifMatch);
