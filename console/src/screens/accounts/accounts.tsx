import { type Account, listAccounts } from '@footfall/client';
import { idOf } from '../../analytics/came.ts';
import type { CameRow } from '../../analytics/came-columns.tsx';
import { ListScreen, useAllView, useCameView } from '../../analytics/came-list.tsx';
import { useAnswer } from '../../data/api.ts';
import { useListOf } from '../../data/list.ts';
import { useMay, useScope } from '../../data/session.ts';
import { useChoose } from '../../kit/choose.tsx';
import { lazyDialog } from '../../kit/lazy.tsx';
import { Choice } from '../../kit/pills.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Empty } from '../../kit/states.tsx';
import { here, link, useNew, useRoute } from '../../nav/router.ts';
import { allColumns, nameOf, visitedColumns } from './columns.tsx';
import { notifyAction, type WatchedAccount } from './notify.tsx';

const ImportList = lazyDialog(() => import('../import-list/import-list.tsx').then((of) => of.ImportList));

const views = [
  { value: '', label: 'Visited' },
  { value: 'all', label: 'All' },
  { value: 'none', label: 'Without people' },
];

const choice = <Choice label="Accounts" param="list" choices={views} />;
const search = <SearchField label="Search accounts" placeholder="Name or domain" />;

/** Rows of either list can be chosen, to be told when one of these companies comes. */
const useChooseAccounts = <T,>(isShown: boolean, accountOf: (row: T) => WatchedAccount) =>
  useChoose<T>({
    what: 'accounts',
    keyOf: (row) => accountOf(row).accountId,
    nameOf: (row) => accountOf(row).name,
    actions: useScope('admin') && isShown ? [notifyAction(accountOf)] : [],
  });

const noAccounts = (
  <Empty title="No accounts yet">
    Companies appear when you add a person with a work email, or import a list.{' '}
    <a href={link('start')}>Show me how</a>
  </Empty>
);

/** The orders of the list of all accounts, by the column. The first is the usual one. */
const orders = {
  seen: 'latestVisitAt',
  activity: 'latestActivityAt',
  people: 'linkedPersonsCount',
  since: 'createdAt',
} as const;

/** Which companies came in the range, or which are there at all? */
export function Accounts() {
  const { query } = useRoute();
  const { q: text = '', list } = query;
  const mayWrite = useMay('write');
  const [wanted, close] = useNew();
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
  const [sort = 'seen'] = Object.keys(orders).filter((id) => `-${id}` === query.sort);
  const asked = text
    ? { query: text }
    : {
        sort: orders[sort as keyof typeof orders],
        ...(list === 'none' && { includeEmptyOnly: 'true' as const }),
      };
  const all = useAllView<Account>({
    kind: 'account',
    title: 'Accounts',
    question: 'Which companies do you know?',
    words: ['account', 'accounts'],
    choice,
    list: useListOf('accounts', listAccounts, isOfAll ? { query: asked } : undefined),
    asked: [listAccounts, { query: asked }],
    columns: allColumns(text !== ''),
    keyOf: ({ accountId }) => accountId,
    choose: useChooseAccounts(isOfAll, ({ accountId, name }) => ({ accountId, name })),
    text,
    ...(list === 'none' && { which: 'without people' }),
    none: text ? (
      <Empty title={`No accounts match “${text}”`}>
        Each word must occur in the name or the domain. Case and accents do not matter.{' '}
        <a href={here({ q: undefined })}>Show all accounts</a>
      </Empty>
    ) : (
      noAccounts
    ),
  });
  return (
    <>
      <ListScreen
        title="Accounts"
        view={isOfAll ? all : visited}
        search={search}
        button={
          mayWrite !== false && (
            <a class="button" href={here({ new: 'import' })} inert={!mayWrite}>
              Import a list
            </a>
          )
        }
      />
      {wanted === 'import' && mayWrite === true && <ImportList onClose={close} />}
    </>
  );
}
