import { type Account, listAccounts } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { type Came, rangeKey, whoCame } from '../../analytics/came.ts';
import type { Range } from '../../analytics/range.ts';
import { RangePicker, useRange } from '../../analytics/range-picker.tsx';
import { accountNameIn, useOtherAccounts } from '../../data/account-names.ts';
import { ask } from '../../data/api.ts';
import { useList } from '../../data/list.ts';
import type { QueryState } from '../../data/query.ts';
import { Await } from '../../kit/await.tsx';
import { ListFooter } from '../../kit/list-footer.tsx';
import { Choice } from '../../kit/pills.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Empty, Failed, Skeleton } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { ago, dayAndTime, number, plural } from '../../lib/format.ts';
import { open } from '../../nav/records.ts';
import { useRoute } from '../../nav/router.ts';
import { type AccountRow, rowsOf } from './rows.ts';

const time = (at: string, zone: string) => (
  <time dateTime={at} title={dayAndTime(at, zone)}>
    {ago(at)}
  </time>
);

const columns = (
  names: Pick<QueryState<Map<string, Account>>, 'data' | 'isLoading'>,
  { zone }: Range,
): Column<AccountRow>[] => {
  const inRange = (id: string, label: string, hint: string, cell: (came: Came) => ComponentChildren) => ({
    ...{ id, label, hint, isNumber: true },
    cell: ({ came }: AccountRow) => (came ? cell(came) : '–'),
  });
  return [
    { id: 'name', label: 'Account', cell: ({ id, account }) => account?.name ?? accountNameIn(names, id) },
    { id: 'domain', label: 'Domain', notOnPhone: true, cell: ({ account }) => account?.domain },
    inRange('visits', 'Visits', 'In the range', ({ totalSessions }) => number(totalSessions)),
    {
      ...inRange(
        'came',
        'People who came',
        'Different people whose link was opened, or who sent a form',
        (of) => number(of.peopleCount ?? 0),
      ),
      notOnPhone: true,
    },
    inRange('last', 'Last visit', 'In the range', ({ lastVisitAt }) => time(lastVisitAt, zone)),
    {
      id: 'people',
      label: 'People',
      isNumber: true,
      notOnPhone: true,
      hint: 'All persons of the account',
      cell: ({ account }) => (account ? number(account.linkedPersonsCount) : '–'),
    },
    {
      id: 'activity',
      label: 'Last activity',
      isNumber: true,
      notOnPhone: true,
      hint: 'The last log or change of the account or one of its people',
      cell: ({ account }) => (account ? time(account.latestActivityAt, zone) : '–'),
    },
  ];
};

/** Which companies came, and which others are there? */
export function Accounts() {
  const { query } = useRoute();
  const range = useRange();
  const isEmptyOnly = query.people === 'none';
  const accounts = useList(['accounts', { isEmptyOnly }], (cursor, signal) =>
    ask(listAccounts, {
      query: { limit: 100, ...(cursor && { cursor }), ...(isEmptyOnly && { includeEmptyOnly: 'true' }) },
      signal,
    }),
  );
  const came = useList(isEmptyOnly ? undefined : ['accounts-came', rangeKey(range)], (cursor, signal) =>
    whoCame('account', range, { limit: 100, cursor }, signal),
  );
  const { rows, unnamed } = rowsOf(accounts.items, isEmptyOnly ? { items: [], hasMore: false } : came);
  const names = useOtherAccounts(unnamed.length > 0 ? unnamed : undefined);
  // Those that came are first: the others follow when all of them are there.
  const list = came.hasMore && !isEmptyOnly ? came : accounts;
  const count = accounts.totalCount;
  const counted = count === null ? '' : plural(count, 'account');
  const answer = isEmptyOnly
    ? counted
    : came.items &&
      `${plural(came.totalCount ?? 0, 'company', 'companies')} came, ${range.words}, of ${counted}`;
  return (
    <>
      <ScreenHead
        title="Accounts"
        question={answer ? `${answer}.` : 'Which companies came, and which others are there?'}
      >
        <Choice
          label="People"
          param="people"
          choices={[
            { value: '', label: 'All' },
            { value: 'none', label: 'Without people' },
          ]}
        />
        {!isEmptyOnly && <RangePicker compares={false} />}
      </ScreenHead>
      {came.error !== undefined && !came.isLoading && accounts.error === undefined && (
        <Failed error={came.error} retry={came.retry} isShort />
      )}
      <Await
        query={{
          ...accounts,
          data: came.isLoading && !came.items ? undefined : rows,
          isLoading: accounts.isLoading || came.isLoading,
          isSlow: accounts.isSlow || came.isSlow,
          isStale: accounts.isStale || came.isStale,
          retry: () => {
            for (const one of [accounts, came]) if (one.error !== undefined) one.retry();
          },
        }}
        skeleton={<Skeleton lines={12} isTable />}
      >
        {(items) =>
          items.length === 0 ? (
            <Empty title="No accounts yet">
              An account is made with the first person whose email address has its domain.
            </Empty>
          ) : (
            <Table
              label="Accounts"
              columns={columns(names, range)}
              rows={items}
              keyOf={({ id }) => id}
              href={({ id }) => open(id)}
              openKey={query.open}
              onEnd={list.more}
              footer={<ListFooter list={list} />}
            />
          )
        }
      </Await>
    </>
  );
}
