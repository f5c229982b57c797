import { type Account, listAccountLogs, listAccounts, type Person } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { companyOf } from '../../data/person-names.ts';
import { plural } from '../../lib/format.ts';

/** The account of a person's company, and why it stays when they are erased: undefined if it goes with them. */
export interface AccountFate {
  account: Account;
  stays: string | undefined;
}

/** Why an account stays when one of its people is erased, as far as the account itself says. */
export function holdOf({ linkedPersonsCount, name, domain }: Account): string | undefined {
  if (linkedPersonsCount > 1)
    return `it has ${plural(linkedPersonsCount - 1, 'other person', 'other people')}`;
  return name === domain ? undefined : 'it has a name of its own';
}

/** What becomes of the account of a person who is erased. Null: their company has none. */
export async function fateOfAccount(person: Person, signal: AbortSignal): Promise<AccountFate | null> {
  const domain = companyOf(person);
  if (domain === undefined) return null;
  const { items } = await ask(listAccounts, { query: { domain }, signal });
  const [account] = items;
  // An email of free mail has the domain of an account that is not the person's.
  if (!account || account.linkedPersonsCount === 0) return null;
  const hold = holdOf(account);
  if (hold !== undefined) return { account, stays: hold };
  const path = { account_id: account.accountId };
  const { totalCount } = await ask(listAccountLogs, { path, query: { limit: 1 }, signal });
  return { account, stays: totalCount > 0 ? `it has ${plural(totalCount, 'log')} of its own` : undefined };
}
