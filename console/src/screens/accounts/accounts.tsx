import { type Account, listAccounts, type StepTimes } from '@footfall/client';
import { type Came, type CameList, idOf, whoCame } from '../../analytics/came.ts';
import type { Range } from '../../analytics/range.ts';
import { RangePicker, useRange } from '../../analytics/range-picker.tsx';
import { visitsInWords } from '../../analytics/step-words.ts';
import { useAsked } from '../../data/api.ts';
import { useListOf } from '../../data/list.ts';
import { together } from '../../data/query.ts';
import { useScope } from '../../data/session.ts';
import { Ago } from '../../kit/ago.tsx';
import { useChoose } from '../../kit/choose.tsx';
import { Monogram } from '../../kit/monogram.tsx';
import { Choice } from '../../kit/pills.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Sparkline } from '../../kit/sparkline.tsx';
import { Await, Empty, Failed, Skeleton } from '../../kit/states.tsx';
import { type Column, column, Table } from '../../kit/table.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { number, plural } from '../../lib/format.ts';
import { here, open, useRoute } from '../../nav/router.ts';
import { tellAction } from './tell.tsx';

interface CameLineProps {
  came: Came | undefined;
  steps: StepTimes[] | undefined;
  range: Range;
}

/** The visits of a company or a person over a range, as a line. Nothing if they are not known. */
function CameLine({ came, steps, range }: CameLineProps) {
  if (!came?.series || !steps) return null;
  return (
    <Sparkline
      values={came.series}
      end={steps.at(-1)?.end}
      label={visitsInWords(came.series, steps, range)}
    />
  );
}

const columns = (
  cameOf: (id: string) => Came | undefined,
  steps: CameList['steps'],
  range: Range,
): Column<Account>[] => [
  column('name', 'Company', {}, ({ name }) => (
    <>
      <Monogram name={name} kind="account" />
      {name}
    </>
  )),
  column('domain', 'Domain', { notOnPhone: true, onlyWide: true }, ({ domain }) => domain),
  column(
    'people',
    'People',
    { isNumber: true, notOnPhone: true, hint: 'All persons of the account' },
    ({ linkedPersonsCount }) => number(linkedPersonsCount),
  ),
  column(
    'seen',
    'Last seen',
    {
      isNumber: true,
      hint: 'The last visit of all, through a link or with a form. It may be an hour behind',
    },
    ({ latestVisitAt }) => (latestVisitAt ? <Ago at={latestVisitAt} zone={range.zone} /> : '–'),
  ),
  column(
    'trend',
    range.label,
    { onlyWide: true, hint: 'Visits over the range. Each line is scaled to its own peak' },
    ({ accountId }) => <CameLine came={cameOf(accountId)} steps={steps} range={range} />,
  ),
  column('visits', 'Visits', { isNumber: true, hint: 'In the range' }, ({ accountId }) => {
    const came = cameOf(accountId);
    return came ? number(came.totalSessions) : '–';
  }),
  column(
    'activity',
    'Last activity',
    { isNumber: true, notOnPhone: true, hint: 'The last log or change of the account or one of its people' },
    ({ latestActivityAt }) => <Ago at={latestActivityAt} zone={range.zone} />,
  ),
];

/** The orders of the list. The first is the one without a value in the address. */
const orders = [
  { value: 'visit', label: 'Last seen', sort: 'latestVisitAt' },
  { value: 'activity', label: 'Last activity', sort: 'latestActivityAt' },
  { value: 'people', label: 'Most people', sort: 'linkedPersonsCount' },
] as const;

/** So many companies that came last have their visits in the list. */
const mostCame = 100;

/** Which companies came last, and how often in the range? */
export function Accounts() {
  const { query } = useRoute();
  const range = useRange();
  const { interval } = range;
  const text = query.q ?? '';
  const isEmptyOnly = query.people === 'none' && text === '';
  const { sort } = orders.find(({ value }) => value === query.order) ?? orders[0];
  // A search has no order and no other filter.
  const filter = text ? { query: text } : isEmptyOnly ? { includeEmptyOnly: 'true' as const } : { sort };
  const accounts = useListOf('accounts', listAccounts, { query: filter });
  const asked = isEmptyOnly ? undefined : whoCame('account', range, { limit: mostCame, interval });
  const came = useAsked('accounts-came', asked);
  const mayTell = useScope('admin');
  const choose = useChoose<Account>({
    what: 'accounts',
    keyOf: ({ accountId }) => accountId,
    nameOf: ({ name }) => name,
    actions: mayTell ? [tellAction] : [],
  });
  const visits = new Map(came.data?.items.map((item) => [idOf(item), item]));
  const count = accounts.totalCount;
  const counted = count === null ? 'more than 1,000 accounts' : plural(count, 'account');
  const answer =
    text || isEmptyOnly
      ? accounts.items && !accounts.isStale && `${counted}${text ? ' found' : ''}`
      : came.data &&
        `${plural(came.data.totalCount ?? 0, 'company', 'companies')} came, ${range.words}, of ${counted}`;
  return (
    <>
      <ScreenHead
        title="Accounts"
        question={
          <span role="status">
            {answer
              ? `${answer.charAt(0).toUpperCase()}${answer.slice(1)}.`
              : 'Which companies visited, and which did not?'}
          </span>
        }
      />
      <Toolbar
        title="Accounts"
        range={!isEmptyOnly && <RangePicker compares={false} />}
        file={{ what: 'Accounts', of: () => [[listAccounts, { query: filter }]] }}
      >
        <SearchField label="Search accounts" placeholder="Name or domain" />
        {text === '' && (
          <Choice
            label="People"
            param="people"
            choices={[
              { value: '', label: 'All' },
              { value: 'none', label: 'Without people' },
            ]}
          />
        )}
        {text === '' && !isEmptyOnly && <Choice label="Order" param="order" choices={orders} />}
      </Toolbar>
      {came.error !== undefined && !came.isLoading && accounts.error === undefined && (
        <Failed error={came.error} retry={came.retry} isShort />
      )}
      <Await
        query={{
          ...together(came.isLoading && !came.data ? undefined : accounts.items, accounts, came),
          error: accounts.error,
          isStale: accounts.isStale,
        }}
        skeleton={<Skeleton lines={12} isTable />}
      >
        {(items) =>
          items.length === 0 ? (
            text ? (
              <Empty title={`No accounts match “${text}”`}>
                Each word must occur in the name or the domain. Case and accents do not matter.{' '}
                <a href={here({ q: undefined })}>Show all accounts</a>
              </Empty>
            ) : (
              <Empty title="No accounts yet">Companies appear when you add a person with a work email.</Empty>
            )
          ) : (
            <>
              {came.data?.hasMore && (
                <p class="note muted">
                  Visits of the {number(mostCame)} companies that visited last, {range.words}.
                </p>
              )}
              <Table
                label="Accounts"
                columns={columns((id) => visits.get(id), came.data?.steps, range)}
                rows={items}
                keyOf={({ accountId }) => accountId}
                href={({ accountId }) => open(accountId)}
                list={accounts}
                choose={choose}
              />
            </>
          )
        }
      </Await>
    </>
  );
}
