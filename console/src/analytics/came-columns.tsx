import type { StepTimes } from '@footfall/client';
import { answerTo } from '../data/api.ts';
import { type ListState, useList } from '../data/list.ts';
import { Ago } from '../kit/ago.tsx';
import { Monogram } from '../kit/monogram.tsx';
import { Sparkline } from '../kit/sparkline.tsx';
import { type Column, column } from '../kit/table.tsx';
import { number, plural } from '../lib/format.ts';
import { type Came, type CameKind, type CameSort, whoCame } from './came.ts';
import type { VisitFilter } from './filters.ts';
import { HotMark, hotFrom, isHot } from './hot.tsx';
import { mostItems } from './questions.ts';
import type { Range } from './range.ts';
import { visitsInWords } from './step-words.ts';

// Who came, as a list with the figures of a range.

/** One that came, the steps of its series, and from how many engaged visits on one of the list is hot. */
export interface CameRow {
  came: Came;
  steps: StepTimes[] | undefined;
  from: number;
}

/** The name of one that came, and whether it is hot. */
export const CameName = ({ name, row: { came, from } }: { name: string; row: CameRow }) => (
  <>
    <Monogram name={name} kind={'accountId' in came ? 'account' : 'person'} />
    <span>
      {name}
      {isHot(came, from) && (
        <>
          {' '}
          <HotMark />
        </>
      )}
    </span>
  </>
);

/** What the service sorts by, by the column. */
const sortNames = new Map(
  Object.entries({
    visits: 'totalSessions',
    people: 'peopleCount',
    engaged: 'engagedSessions',
    converted: 'conversionCount',
    seen: 'lastVisitAt',
  }),
);

/** The order of the service for a sort of the table. By another column the rows are sorted that come last first. */
export function cameSort(sort: string | undefined): CameSort {
  const name = sortNames.get(sort?.replace('-', '') ?? '');
  return (name ? `${sort?.startsWith('-') ? '-' : ''}${name}` : '-lastVisitAt') as CameSort;
}

/** Who came in a range, with the record of each, in the order of a table. Without a range nothing is asked. */
export function useCameList(
  kind: CameKind,
  range: Range | undefined,
  filter: VisitFilter,
  sort: string | undefined,
): ListState<CameRow> {
  const question = (cursor?: string) =>
    range &&
    whoCame(kind, range, {
      sort: cameSort(sort),
      filter,
      records: 'true',
      interval: range.interval,
      limit: mostItems,
      cursor,
    });
  return useList(range && ['came-list', kind, question()?.[1]], async (cursor, signal) => {
    const asked = question(cursor);
    if (!asked) throw new Error('Nothing is asked without a range.');
    const { items, steps, ...page } = await answerTo(asked, signal);
    const from = hotFrom(page);
    return { ...page, items: items.map((came): CameRow => ({ came, steps, from })) };
  });
}

/** The columns of the figures of a range. Beside `people`, which only companies have, both lists have the same. */
export const cameColumns = (
  range: Range,
): Record<'visits' | 'trend' | 'engaged' | 'converted' | 'seen' | 'people', Column<CameRow>> => ({
  people: column(
    'people',
    'Visited by',
    { isNumber: true, notOnPhone: true, served: 'both', hint: 'Different people of the company who visited' },
    ({ came: { peopleCount } }) =>
      peopleCount === undefined ? '–' : plural(peopleCount, 'person', 'people'),
  ),
  visits: column('visits', 'Visits', { isNumber: true, served: 'both' }, ({ came }) =>
    number(came.totalSessions),
  ),
  trend: column(
    'trend',
    range.label,
    { onlyWide: true, hint: 'Visits over the range. Each line is scaled to its own peak' },
    ({ came: { series }, steps }) =>
      series && steps ? (
        <Sparkline values={series} end={steps.at(-1)?.end} label={visitsInWords(series, steps, range)} />
      ) : null,
  ),
  engaged: column(
    'engaged',
    'Engaged',
    { isNumber: true, notOnPhone: true, served: 'both', hint: 'Visits that did not bounce' },
    ({ came }) => number(came.engagedSessions),
  ),
  converted: column(
    'converted',
    'Conversions',
    { isNumber: true, notOnPhone: true, served: 'both' },
    ({ came }) => number(came.conversionCount),
  ),
  seen: column(
    'seen',
    'Last visit',
    { isNumber: true, served: 'both', hint: 'In the range, through a link or with a form' },
    ({ came }) => <Ago at={came.lastVisitAt} zone={range.zone} />,
  ),
});
