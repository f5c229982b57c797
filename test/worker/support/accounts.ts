import { env } from 'cloudflare:workers';
import type { Account, AccountList } from '../../../src/people/accounts/schemas.ts';
import { send } from './client.ts';
import { newPerson } from './persons.ts';
import { ok } from './replies.ts';

export const list = (query = '') => ok(send<AccountList>('GET', `/v0/accounts?limit=100${query}`));
export const accountOf = async (domain: string) =>
  (await list()).items.find((account) => account.domain === domain);

export const search = (query: string, more = '') => list(`&query=${encodeURIComponent(query)}${more}`);
/** The domains of the accounts that a query finds. */
export const found = async (query: string) => (await search(query)).items.map(({ domain }) => domain);

export async function newAccount(domain: string, name?: string): Promise<Account> {
  await newPerson({ domain });
  const { items } = await ok(send<AccountList>('GET', `/v0/accounts?domain=${encodeURIComponent(domain)}`));
  const [account] = items;
  if (!account) throw new Error('no account');
  return name === undefined ? account : rename(account, name);
}
export const rename = ({ accountId }: Account, name: string) =>
  ok(send<Account>('PATCH', `/v0/accounts/${accountId}`, { name }));

/** Every text of the index is that of its row. */
export const assertWhole = () =>
  env.DB.prepare("INSERT INTO account_search (account_search, rank) VALUES ('integrity-check', 1)").run();
