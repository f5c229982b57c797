import { type Account, getAccount, ifMatch, updateAccount } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { CameFacts, CameWords } from '../../analytics/came-facts.tsx';
import { useRange } from '../../analytics/range-picker.tsx';
import { SeenPages } from '../../analytics/seen-pages.tsx';
import { askResponse, type Match, type Read, useMutation, useRecord } from '../../data/api.ts';
import { patch } from '../../data/query.ts';
import { useScope } from '../../data/session.ts';
import { Button } from '../../kit/button.tsx';
import { Facts } from '../../kit/facts.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { Json } from '../../kit/json.tsx';
import { Monogram } from '../../kit/monogram.tsx';
import { Tabs, useTab } from '../../kit/pills.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { day, dayAndTime, number, plural } from '../../lib/format.ts';
import { toast } from '../../lib/toasts.ts';
import { useActions } from '../../nav/actions.ts';
import { go, here, useNew } from '../../nav/router.ts';
import { RecordHistory } from '../history/history-fold.tsx';
import { WhatHappened } from '../timeline/what-happened.tsx';
import { AccountPeople, useAccountPeople } from './account-people.tsx';
import { Notify } from './notify.tsx';

const tabs = [
  { id: 'people', label: 'People' },
  { id: 'pages', label: 'Pages' },
  { id: 'timeline', label: 'What happened' },
  { id: 'history', label: 'History' },
  { id: 'json' },
] as const;

/** Of so many linked persons a timeline has logs and publishes. */
const mostPersons = 1000;

/** The name of an account, with a form that changes it. Undo does not overwrite what somebody else wrote since. */
function AccountName({ data: account, match, children }: Read<Account> & { children?: ComponentChildren }) {
  const mayWrite = useScope('write');
  const [isEditing, setEditing] = useState(false);
  const { accountId } = account;
  const rename = useMutation(
    (change: { name: string; match: Match; isUndo?: boolean }) =>
      askResponse(updateAccount, {
        path: { account_id: accountId },
        body: { name: change.name },
        headers: change.match,
      }),
    {
      optimistic: ({ name }) =>
        patch<Read<Account>>('account', (shown) =>
          shown.data.accountId === accountId ? { ...shown, data: { ...shown.data, name } } : shown,
        ),
      onDone: ({ response }, { isUndo }) => {
        setEditing(false);
        const undo = () => rename.run({ name: account.name, match: ifMatch(response), isUndo: true });
        if (!isUndo) toast('The account was renamed', { undo });
      },
    },
  );
  if (!isEditing) {
    return (
      <div class="row record-head">
        <p class="record-name clamp grow" title={account.name}>
          <Monogram name={account.name} kind="account" />
          {account.name}
        </p>
        {children}
        {mayWrite && <Button onClick={() => setEditing(true)}>Edit</Button>}
      </div>
    );
  }
  return (
    <Form
      submit="Save"
      focusFirst
      of={rename}
      onSubmit={({ name = '' }) => rename.run({ name, match })}
      onCancel={() => setEditing(false)}
    >
      <TextField label="Name" name="name" value={account.name} />
    </Form>
  );
}

/** An account at the side: who of it came, what they looked at, what happened, and then its facts. */
export function AccountRecord({ id }: { id: string }) {
  const tab = useTab(tabs);
  const range = useRange();
  const came = { kind: 'account' as const, id, range };
  const mayNotify = useScope('admin');
  const [wanted, close] = useNew();
  const notify = here({ new: 'notify' });
  useActions(
    mayNotify ? [{ title: 'Notify me when someone from the account visits …', run: () => go(notify) }] : [],
  );
  const answer = useRecord('account', getAccount, { path: { account_id: id } });
  const { nameOf } = useAccountPeople(answer.data?.data.domain);
  return (
    <Await query={answer} what="the company" skeleton={<Skeleton lines={12} />}>
      {({ data: account, match }) => (
        <>
          <AccountName data={account} match={match}>
            {mayNotify && (
              <a class="button" href={notify}>
                Notify me …
              </a>
            )}
          </AccountName>
          <Facts
            facts={[
              ['Domain', account.domain],
              ['Visits', <CameWords key="visits" {...came} />],
            ]}
          />
          {wanted === 'notify' && mayNotify && <Notify accounts={[account]} onClose={close} />}
          <Tabs label="Account" tabs={tabs} />
          {tab === 'people' && <AccountPeople domain={account.domain} range={range} />}
          {tab === 'pages' && <SeenPages {...came} nameOf={nameOf} />}
          {tab === 'timeline' && (
            <>
              {account.linkedPersonsCount > mostPersons && (
                <p class="note muted">
                  Logs and publishes of the company and of the {number(mostPersons)} people that were created
                  last.
                </p>
              )}
              <WhatHappened kind="account" id={id} nameOf={nameOf} />
            </>
          )}
          {tab === 'history' && <RecordHistory kind="account" id={id} changedAt={account.updatedAt} />}
          {tab === 'json' && <Json value={account} />}
          <CameFacts {...came} latestVisitAt={account.latestVisitAt} />
          <Facts
            facts={[
              ['People', plural(account.linkedPersonsCount, 'person', 'people')],
              ['Added', day(account.createdAt)],
              ['Last activity', dayAndTime(account.latestActivityAt)],
            ]}
          />
        </>
      )}
    </Await>
  );
}
