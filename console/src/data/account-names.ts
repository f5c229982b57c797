import { type Account, getAccount, listAccounts } from '@footfall/client';
import { ask } from './api.ts';
import { loadByIds } from './by-ids.ts';
import { type QueryState, useQuery } from './query.ts';

/** Accounts by their ids, one by one: for accounts that no list has. One that was deleted since is left out. */
const loadAccounts = (ids: string[], signal: AbortSignal): Promise<Account[]> =>
  loadByIds(ids, (id) => ask(getAccount, { path: { account_id: id }, signal }), 'account_not_found');

const byId = (accounts: Account[]) => new Map(accounts.map((account) => [account.accountId, account]));

/** The accounts with these ids: from the newest hundred, and one by one for the others. Undefined ids load nothing yet. */
export const useAccounts = (ids: string[] | undefined): QueryState<Map<string, Account>> =>
  useQuery(ids && ['account-names', ids.toSorted()], async (signal) => {
    if (!ids?.length) return new Map();
    const { items } = await ask(listAccounts, { query: { limit: 100 }, signal });
    const newest = byId(items);
    const others = await loadAccounts(
      ids.filter((id) => !newest.has(id)),
      signal,
    );
    return byId([...items, ...others]);
  });

/** The name of an account: three dots while it is loaded. Its id if it was deleted since. */
export const accountNameIn = (
  { data, isLoading }: Pick<QueryState<Map<string, Account>>, 'data' | 'isLoading'>,
  accountId: string,
): string => data?.get(accountId)?.name ?? (isLoading ? '…' : accountId);
