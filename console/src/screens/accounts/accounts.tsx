import { type Account, listAccounts } from '@footfall/client';
import { idOf } from '../../analytics/came.ts';
import type { CameRow } from '../../analytics/came-columns.tsx';
import { ListScreen, type ListView, useCameView } from '../../analytics/came-list.tsx';
import { useAnswer } from '../../data/api.ts';
import { useListOf } from '../../data/list.ts';
import { useScope } from '../../data/session.ts';
import { useChoose } from '../../kit/choose.tsx';
import { Choice } from '../../kit/pills.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { sorted } from '../../kit/sort.ts';
import { Empty } from '../../kit/states.tsx';
import { TableOf } from '../../kit/table.tsx';
import { plural } from '../../lib/format.ts';
import { here, link, open, useRoute } from '../../nav/router.ts';
import { allColumns, nameOf, visitedColumns } from './columns.tsx';
import { type Told, tellAction } from './tell.tsx';

const views = [
  { value: '', label: 'Visited' },
  { value: 'all', label: 'All' },
  { value: 'none', label: 'Without people' },
];

const choice = <Choice label="Accounts" param="list" choices={views} />;
const search = <SearchField label="Search accounts" placeholder="Name or domain" />;

/** Rows of either list can be chosen, to be told when one of these companies comes. */
const useChooseAccounts = <T,>(isShown: boolean, toldOf: (row: T) => Told) =>
  useChoose<T>({
    what: 'accounts',
    keyOf: (row) => toldOf(row).accountId,
    nameOf: (row) => toldOf(row).name,
    actions: useScope('admin') && isShown ? [tellAction(toldOf)] : [],
  });

const noAccounts = (
  <Empty title="No accounts yet">
    Companies appear when you add a person with a work email. <a href={link('start')}>Show me how</a>
  </Empty>
);

/** The orders of the list of all accounts, by the column. The first is the usual one. */
const orders = {
  seen: 'latestVisitAt',
  activity: 'latestActivityAt',
  people: 'linkedPersonsCount',
  since: 'createdAt',
} as const;

/** All companies, those without people, or those that a search finds. */
function useAllView(isShown: boolean, text: string, isEmptyOnly: boolean): ListView {
  const { query } = useRoute();
  const [name = 'seen'] = Object.keys(orders).filter((id) => `-${id}` === query.sort);
  const sort = orders[name as keyof typeof orders];
  // A search has no order and no other filter.
  const asked = text ? { query: text } : { sort, ...(isEmptyOnly && { includeEmptyOnly: 'true' as const }) };
  const list = useListOf('accounts', listAccounts, isShown ? { query: asked } : undefined);
  const choose = useChooseAccounts(isShown, ({ accountId, name }: Account) => ({ accountId, name }));
  const columns = allColumns(text !== '');
  const count = list.totalCount;
  const counted = count === null ? 'More than 1,000 accounts' : plural(count, 'account');
  const idOfRow = ({ accountId }: Account) => accountId;
  return {
    hasNone: text === '' && !isEmptyOnly && count === 0,
    answer:
      list.items === undefined || list.isStale
        ? 'Which companies do you know?'
        : `${counted}${text ? ' found' : isEmptyOnly ? ' without people' : ''}.`,
    file: () => ({
      of: [[listAccounts, { query: asked }]],
      by: 'accountId',
      ids: sorted(list.items ?? [], columns, query.sort).map(idOfRow),
    }),
    bar: text === '' && choice,
    table: (
      <TableOf
        key="all"
        of={list}
        lines={12}
        label="Accounts"
        columns={columns}
        keyOf={idOfRow}
        href={({ accountId }) => open(accountId)}
        initialSort={text ? '-since' : '-seen'}
        sortParam="sort"
        choose={choose}
        empty={
          text ? (
            <Empty title={`No accounts match “${text}”`}>
              Each word must occur in the name or the domain. Case and accents do not matter.{' '}
              <a href={here({ q: undefined })}>Show all accounts</a>
            </Empty>
          ) : (
            noAccounts
          )
        }
      />
    ),
  };
}

/** Which companies came in the range, or which are there at all? */
export function Accounts() {
  const { q: text = '', list } = useRoute().query;
  const isOfAll = text !== '' || list === 'all' || list === 'none';
  const total = useAnswer('accounts-count', listAccounts, isOfAll ? undefined : { query: { limit: 1 } });
  const visited = useCameView(!isOfAll, {
    kind: 'account',
    title: 'Accounts',
    question: 'Which companies visited, and what did they do?',
    words: ['company', 'companies'],
    columns: visitedColumns,
    choose: useChooseAccounts(!isOfAll, (row: CameRow) => ({ accountId: idOf(row.came), name: nameOf(row) })),
    total: total.data?.totalCount,
    choice,
    none: noAccounts,
  });
  const all = useAllView(isOfAll, text, list === 'none' && text === '');
  return <ListScreen title="Accounts" view={isOfAll ? all : visited} search={search} />;
}
