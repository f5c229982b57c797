import { listAccounts } from '@footfall/client';
import { useAnswer } from '../../data/use-answer.ts';
import { open } from '../../nav/records.ts';

/** The company of a person: a link to its account, if the domain has one. */
export function PersonAccount({ domain }: { domain: string }) {
  const accounts = useAnswer('account-of', listAccounts, { query: { domain } });
  const [account] = accounts.data?.items ?? [];
  if (!account) return <>{domain}</>;
  const { accountId, name } = account;
  return (
    <>
      <a href={open(accountId)}>{name}</a> {name !== domain && <span class="muted">{domain}</span>}
    </>
  );
}
