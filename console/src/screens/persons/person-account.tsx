import { listAccounts } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { useQuery } from '../../data/query.ts';
import { open } from '../../nav/records.ts';

/** The company of a person: a link to its account, if the domain has one. */
export function PersonAccount({ domain }: { domain: string }) {
  const accounts = useQuery(['account-of', domain], (signal) =>
    ask(listAccounts, { query: { domain }, signal }),
  );
  const [account] = accounts.data?.items ?? [];
  if (!account) return <>{domain}</>;
  const { accountId, name } = account;
  return (
    <>
      <a href={open(accountId)}>{name}</a> {name !== domain && <span class="muted">{domain}</span>}
    </>
  );
}
