import { type Account, listAccounts } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { useList } from '../../data/list.ts';
import { Await } from '../../kit/await.tsx';
import { ListFooter } from '../../kit/list-footer.tsx';
import { Choice } from '../../kit/pills.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Empty, Skeleton } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { ago, dayAndTime, number, plural } from '../../lib/format.ts';
import { open } from '../../nav/records.ts';
import { useRoute } from '../../nav/router.ts';

const columns: Column<Account>[] = [
  { id: 'name', label: 'Account', cell: ({ name }) => name },
  { id: 'domain', label: 'Domain', notOnPhone: true, cell: ({ domain }) => domain },
  {
    id: 'people',
    label: 'People',
    isNumber: true,
    cell: ({ linkedPersonsCount }) => number(linkedPersonsCount),
  },
  {
    id: 'activity',
    label: 'Last activity',
    isNumber: true,
    cell: ({ latestActivityAt }) => (
      <time dateTime={latestActivityAt} title={dayAndTime(latestActivityAt)}>
        {ago(latestActivityAt)}
      </time>
    ),
  },
];

/** Which companies are active? */
export function Accounts() {
  const { query } = useRoute();
  const isEmptyOnly = query.people === 'none';
  const accounts = useList(['accounts', { isEmptyOnly }], (cursor, signal) =>
    ask(listAccounts, {
      query: { limit: 50, ...(cursor && { cursor }), ...(isEmptyOnly && { includeEmptyOnly: 'true' }) },
      signal,
    }),
  );
  const count = accounts.totalCount;
  return (
    <>
      <ScreenHead
        title="Accounts"
        question={`${count === null ? '' : `${plural(count, 'account')}. `}Which companies are they, and are they active?`}
      >
        <Choice
          label="People"
          param="people"
          choices={[
            { value: '', label: 'All' },
            { value: 'none', label: 'Without people' },
          ]}
        />
      </ScreenHead>
      <Await query={{ ...accounts, data: accounts.items }} skeleton={<Skeleton lines={12} isTable />}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="No accounts yet">
              An account is made with the first person whose email address has its domain.
            </Empty>
          ) : (
            <Table
              label="Accounts"
              columns={columns}
              rows={items}
              keyOf={({ accountId }) => accountId}
              href={({ accountId }) => open(accountId)}
              openKey={query.open}
              onEnd={accounts.more}
              footer={<ListFooter list={accounts} />}
            />
          )
        }
      </Await>
    </>
  );
}
