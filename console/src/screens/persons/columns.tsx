import type { Person } from '@footfall/client';
import { idOf } from '../../analytics/came.ts';
import { CameName, type CameRow, cameColumns } from '../../analytics/came-columns.tsx';
import type { Range } from '../../analytics/range.ts';
import { companyOf, contactOf, nameOf } from '../../data/person-names.ts';
import { Ago, AgoOrNever } from '../../kit/ago.tsx';
import { Monogram } from '../../kit/monogram.tsx';
import { type Column, column } from '../../kit/table.tsx';

const named = (person: Person) => (
  <>
    <Monogram name={nameOf(person)} kind="person" />
    {nameOf(person)}
  </>
);

/** The columns that say who it is, of either list. */
const whoColumns = <T,>(
  personOf: (row: T) => Person | undefined,
  nameIn: (row: T) => string,
  nameCell: Column<T>['cell'],
): Column<T>[] => {
  const of = (read: (person: Person) => string | null | undefined) => (row: T) => {
    const person = personOf(row);
    return (person && read(person)) ?? null;
  };
  return [
    column('name', 'Person', { sortBy: nameIn }, nameCell),
    // Beside an open record the address needs its room: it ends with the domain, mostly.
    column('domain', 'Domain', { notOnPhone: true, onlyWide: true, sortBy: of(companyOf) }, of(companyOf)),
    column('contact', 'Contact', { notOnPhone: true, sortBy: of(contactOf) }, of(contactOf)),
  ];
};

/** The person of one that came. */
export const personIn = ({ came }: CameRow): Person | undefined =>
  'person' in came ? came.person : undefined;
const nameInRow = (row: CameRow): string => {
  const person = personIn(row);
  return person ? nameOf(person) : idOf(row.came);
};

/** The columns of the persons that came. */
export function visitedColumns(range: Range): Column<CameRow>[] {
  const { visits, trend, engaged, converted, seen } = cameColumns(range);
  // The address ends with the domain, mostly.
  const who = whoColumns(personIn, nameInRow, (row) => <CameName name={nameInRow(row)} row={row} />);
  return [...who.filter(({ id }) => id !== 'domain'), trend, visits, engaged, converted, seen];
}

/** The columns of all persons. The service has no order of what a search finds. */
export function allColumns(isSearch: boolean): Column<Person>[] {
  const served = isSearch ? {} : ({ served: 'largest' } as const);
  return [
    ...whoColumns((person: Person) => person, nameOf, named),
    column(
      'seen',
      'Last seen',
      {
        ...served,
        isNumber: true,
        hint: 'The last visit through their link, or with their form. It may be an hour behind',
        sortBy: ({ latestVisitAt }) => (latestVisitAt === null ? null : Date.parse(latestVisitAt)),
      },
      ({ latestVisitAt }) => <AgoOrNever at={latestVisitAt} />,
    ),
    column(
      'since',
      'Added',
      {
        ...served,
        isNumber: true,
        hint: 'When Footfall first saved them',
        notOnPhone: true,
        onlyWide: true,
        sortBy: ({ createdAt }) => Date.parse(createdAt),
      },
      ({ createdAt }) => <Ago at={createdAt} />,
    ),
  ];
}
