import type { Account } from '@footfall/client';
import { idOf } from '../../analytics/came.ts';
import { CameName, type CameRow, cameColumns } from '../../analytics/came-columns.tsx';
import type { Range } from '../../analytics/range.ts';
import { Ago, AgoOrNever } from '../../kit/ago.tsx';
import { Monogram } from '../../kit/monogram.tsx';
import { type Column, column } from '../../kit/table.tsx';
import { number } from '../../lib/format.ts';

/** What a company is called: one that is gone has only its id. */
export const nameOf = ({ came }: CameRow): string => accountOf(came)?.name ?? idOf(came);
const accountOf = (came: CameRow['came']): Account | undefined =>
  'account' in came ? came.account : undefined;

const named = (name: string) => (
  <>
    <Monogram name={name} kind="account" />
    {name}
  </>
);

/** The columns of the companies that came. */
export function visitedColumns(range: Range): Column<CameRow>[] {
  const { people, visits, trend, engaged, converted, seen } = cameColumns(range);
  return [
    column('name', 'Company', { sortBy: nameOf }, (row) => <CameName name={nameOf(row)} row={row} />),
    column(
      'domain',
      'Domain',
      { notOnPhone: true, onlyWide: true, sortBy: ({ came }) => accountOf(came)?.domain ?? null },
      ({ came }) => accountOf(came)?.domain,
    ),
    people,
    trend,
    visits,
    engaged,
    converted,
    seen,
  ];
}

/** The columns of all accounts. The service has no order of what a search finds. */
export function allColumns(isSearch: boolean): Column<Account>[] {
  const served = isSearch ? {} : ({ served: 'largest' } as const);
  const timeOf = (at: string | null) => (at === null ? null : Date.parse(at));
  return [
    column('name', 'Company', { sortBy: ({ name }) => name }, ({ name }) => named(name)),
    column(
      'domain',
      'Domain',
      { notOnPhone: true, onlyWide: true, sortBy: ({ domain }) => domain },
      ({ domain }) => domain,
    ),
    column(
      'people',
      'People',
      {
        ...served,
        isNumber: true,
        notOnPhone: true,
        hint: 'All persons of the account',
        sortBy: ({ linkedPersonsCount }) => linkedPersonsCount,
      },
      ({ linkedPersonsCount }) => number(linkedPersonsCount),
    ),
    column(
      'seen',
      'Last seen',
      {
        ...served,
        isNumber: true,
        hint: 'The last visit of all, through a link or with a form. It may be an hour behind',
        sortBy: ({ latestVisitAt }) => timeOf(latestVisitAt),
      },
      ({ latestVisitAt }) => <AgoOrNever at={latestVisitAt} />,
    ),
    column(
      'activity',
      'Last activity',
      {
        ...served,
        isNumber: true,
        notOnPhone: true,
        hint: 'The last log or change of the account or one of its people',
        sortBy: ({ latestActivityAt }) => timeOf(latestActivityAt),
      },
      ({ latestActivityAt }) => <Ago at={latestActivityAt} />,
    ),
    column(
      'since',
      'Added',
      { ...served, isNumber: true, notOnPhone: true, sortBy: ({ createdAt }) => timeOf(createdAt) },
      ({ createdAt }) => <Ago at={createdAt} />,
    ),
  ];
}
