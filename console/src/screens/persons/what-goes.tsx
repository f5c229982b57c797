import {
  type Account,
  listAccountLogs,
  listAccounts,
  listPersonAudienceSessions,
  listPersonLogs,
  type Person,
} from '@footfall/client';
import { ask } from '../../data/api.ts';
import { companyOf } from '../../data/person-names.ts';
import { useQuery } from '../../data/query.ts';
import { Button } from '../../kit/button.tsx';
import { number, plural } from '../../lib/format.ts';
import { isLive } from '../audiences/state.tsx';
import { showMade, useMadeFor } from '../made/made-section.tsx';

const counted = (total: number | null | undefined, one: string): string => {
  if (total === undefined) return `All ${one}s`;
  return total === null ? `More than ${number(1000)} ${one}s` : plural(total, one);
};

interface WhatGoesProps {
  person: Person;
  /** Closes the dialog that it stands in. */
  onClose: () => void;
}

/** What was made for the person stays, with the words that name them: how much that is, and where it is. */
function WhatWasMade({ person, onClose }: WhatGoesProps) {
  const made = useMadeFor(person).data;
  if (!made) return <li>Audiences for the person. Clear names that you typed there yourself.</li>;
  const { audiencesCount, linksCount, pages } = made;
  if (audiencesCount === 0) return null;
  const live = pages.filter(({ audience }) => isLive(audience)).length;
  const show = () => {
    onClose();
    // When the dialog is gone from the screen.
    setTimeout(showMade);
  };
  return (
    <li>
      {counted(audiencesCount, 'audience')} that {audiencesCount === 1 ? 'was' : 'were'} made for the person,{' '}
      {live === 0 ? 'not live' : `${number(live)} live`}, and{' '}
      {counted(linksCount, 'link').toLocaleLowerCase()} to {audiencesCount === 1 ? 'it' : 'them'}, with the
      names that you wrote there
      {live > 0 && ': visitors still get this content'}.{' '}
      <Button kind="link" onClick={show}>
        See them, to archive or delete them first
      </Button>
    </li>
  );
}

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
async function fateOfAccount(person: Person, signal: AbortSignal): Promise<AccountFate | null> {
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

/** How much goes when a person is erased. */
const useCounts = (person: Person) =>
  useQuery(['erase-counts', person.personId], async (signal) => {
    const options = { path: { person_id: person.personId }, query: { limit: 1 }, signal };
    const [logs, visits, account] = await Promise.all([
      ask(listPersonLogs, options),
      ask(listPersonAudienceSessions, options),
      fateOfAccount(person, signal),
    ]);
    return { logs: logs.totalCount, visits: visits.totalCount, account };
  });

/** Whether `WhatGoes` has its numbers, or will not get them: it grows by them. */
export const useIsWhatGoesKnown = (person: Person): boolean =>
  [useCounts(person), useMadeFor(person)].every(({ data, isLoading }) => data !== undefined || !isLoading);

/** What goes and what stays when a person is erased. */
export function WhatGoes({ person, onClose }: WhatGoesProps) {
  const counts = useCounts(person);
  const fate = counts.data?.account;
  const known = [
    person.name && 'name',
    person.email && 'email',
    person.domain && 'company domain',
    person.phoneNumber && 'phone number',
    person.linkedinProfileUrl && 'LinkedIn address',
  ].filter(Boolean);
  return (
    <>
      <p>These are removed at once, for good:</p>
      <ul class="list stack-1" aria-busy={counts.isLoading}>
        <li>The person: {known.join(', ')}.</li>
        {counts.data?.logs !== 0 && <li>{counted(counts.data?.logs, 'log')}, with their content.</li>}
        {counts.data?.visits !== 0 && (
          <li>
            Of {counted(counts.data?.visits, 'visit').toLocaleLowerCase()}: the form, the address of the page,
            the referrer and the campaign.
          </li>
        )}
        {fate && fate.stays === undefined && (
          <li>
            The account of the company, {fate.account.domain}: it has no other person, no log and no name of
            its own.
          </li>
        )}
      </ul>
      <p>These stay:</p>
      <ul class="list stack-1">
        <li>The figures of the visits, without the person.</li>
        {fate?.stays && (
          <li>
            The account of the company, {fate.account.name}: {fate.stays}.
          </li>
        )}
        {fate === undefined && (
          <li>
            The account of the company, unless it has no other person, no log and no name of its own: then it
            goes.
          </li>
        )}
        <WhatWasMade person={person} onClose={onClose} />
        <li>What logs of other persons say about this one.</li>
        <li>
          For 14 days, a fingerprint of the email, phone and LinkedIn address. It recognises a form that
          arrives late, which is then not saved.
        </li>
      </ul>
    </>
  );
}
