import { type Account, listAccounts } from '@footfall/client';
import { ask } from '../../api.ts';
import { useQuery } from '../../query.ts';
import { open } from '../../records.ts';

/** The API cannot look an account up by its domain. So many pages of the list are read for it. */
const pagesRead = 5;

async function accountOf(domain: string, signal: AbortSignal): Promise<Account | null> {
  let cursor: string | undefined;
  for (let page = 0; page < pagesRead; page++) {
    const list = await ask(listAccounts, { query: { limit: 100, ...(cursor && { cursor }) }, signal });
    const found = list.items.find((account) => account.domain === domain);
    if (found) return found;
    if (!list.hasMore || !list.nextCursor) break;
    cursor = list.nextCursor;
  }
  return null;
}

/** The company of a person: a link to its account, if that is among the newest. */
export function PersonAccount({ domain }: { domain: string }) {
  const account = useQuery(['account-of', domain], (signal) => accountOf(domain, signal));
  if (!account.data) return <>{domain}</>;
  const { accountId, name } = account.data;
  return (
    <>
      <a href={open(accountId)}>{name}</a> {name !== domain && <span class="muted">{domain}</span>}
    </>
  );
}
