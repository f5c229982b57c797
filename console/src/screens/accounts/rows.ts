import type { Account } from '@footfall/client';
import { type Came, idOf } from '../../analytics/came.ts';

/** A row of the list: an account, its visits of the range, or both. */
export interface AccountRow {
  id: string;
  /** Undefined while it is not loaded, and if it was deleted since. */
  account: Account | undefined;
  /** Undefined if it did not come in the range. */
  came: Came | undefined;
}

/**
 * The accounts that came, in their order, then the others. While more that came are to be loaded the others wait, because
 * one of them may have come. `unnamed` are the ids that no account of the list has. Undefined without either list.
 */
export function rowsOf(
  accounts: Account[] | undefined,
  came: { items: Came[] | undefined; hasMore: boolean },
): { rows: AccountRow[] | undefined; unnamed: string[] } {
  if (!accounts) return { rows: undefined, unnamed: [] };
  const known = new Map(accounts.map((account) => [account.accountId, account]));
  const first = (came.items ?? []).map((item): AccountRow => {
    const id = idOf(item);
    return { id, account: known.get(id), came: item };
  });
  const ids = new Set(first.map(({ id }) => id));
  const others = came.hasMore ? [] : accounts.filter(({ accountId }) => !ids.has(accountId));
  return {
    rows: [...first, ...others.map((account) => ({ id: account.accountId, account, came: undefined }))],
    unnamed: first.flatMap(({ id, account }) => (account ? [] : [id])),
  };
}
