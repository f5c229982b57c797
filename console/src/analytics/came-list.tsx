import type { ComponentChildren } from 'preact';
import type { Asked } from '../data/api.ts';
import type { InOrder } from '../data/file.ts';
import type { ListState } from '../data/list.ts';
import type { Choosing } from '../kit/choose.tsx';
import { ScreenHead } from '../kit/screen-head.tsx';
import { sorted } from '../kit/sort.ts';
import { Empty } from '../kit/states.tsx';
import { type Column, TableOf } from '../kit/table.tsx';
import { Toolbar } from '../kit/toolbar.tsx';
import { number, plural } from '../lib/format.ts';
import { here, open, useRoute } from '../nav/router.ts';
import { type CameKind, forwarded, idOf, recordOf, whoCame } from './came.ts';
import { type CameRow, cameSort, useCameList } from './came-columns.tsx';
import { FilterBar, noneOf } from './filter-bar.tsx';
import { visitFilter, workspaceFilters } from './filters.ts';
import { hotRule } from './hot.tsx';
import { mostItems } from './questions.ts';
import type { Range } from './range.ts';
import { RangePicker, useRange } from './range-picker.tsx';

/** One of the lists of a screen, as the screen shows it. */
export interface ListView {
  /** The answer to the question of the screen, or the question until it is there. */
  answer: string;
  file: () => InOrder;
  /** The range, if the list has one. */
  range?: ComponentChildren;
  /** Behind the search. */
  bar: ComponentChildren;
  table: ComponentChildren;
  /** There are none at all: nothing is searched, limited to a range or exported. */
  hasNone: boolean;
}

interface ListScreenProps {
  title: string;
  view: ListView;
  search: ComponentChildren;
  /** What creates. */
  button?: ComponentChildren;
}

/** A screen with several lists. The search stays where it is while its text changes the list. */
export const ListScreen = ({ title, view, search, button }: ListScreenProps) => (
  <>
    <ScreenHead title={title} question={<span role="status">{view.answer}</span>}>
      {button}
    </ScreenHead>
    {!view.hasNone && (
      <Toolbar title={title} range={view.range} file={{ what: title, of: view.file }}>
        {search}
        {view.bar}
      </Toolbar>
    )}
    {view.table}
  </>
);

interface ViewOptions<T> {
  kind: CameKind;
  title: string;
  /** What the screen asks until the answer is there. */
  question: string;
  /** What the list has: "company", "companies". */
  words: readonly [one: string, several: string];
  /** The choice among the lists of the screen. */
  choice: ComponentChildren;
  choose: Choosing<T> | undefined;
  /** What stands there when there are none at all. */
  none: ComponentChildren;
}

interface ListOptions<T> extends Pick<ViewOptions<T>, 'kind' | 'title' | 'choose'> {
  /** Which of the lists of the screen it is. */
  id: string;
  list: ListState<T>;
  asked: Asked;
  columns: Column<T>[];
  keyOf: (row: T) => string;
  href: (row: T) => string | undefined;
  initialSort: string;
  empty: ComponentChildren;
  footer?: ComponentChildren;
}

/** A list as a table, sorted as the address says, and as a file in the same order. */
function useTable<T>({
  id,
  kind,
  title,
  list,
  asked,
  ...table
}: ListOptions<T>): Pick<ListView, 'file' | 'table'> {
  const { sort } = useRoute().query;
  const { columns, keyOf } = table;
  return {
    file: () => ({
      of: [asked],
      by: `${kind}Id`,
      ids: sorted(list.items ?? [], columns, sort).map(keyOf),
    }),
    table: <TableOf key={id} of={list} lines={12} label={title} sortParam="sort" {...table} />,
  };
}

interface CameOptions extends ViewOptions<CameRow> {
  columns: (range: Range) => Column<CameRow>[];
  /** How many there are at all; null if they are more than are counted, undefined while that is not known. */
  total: number | null | undefined;
}

const yearOf = { range: '12m', from: undefined, to: undefined };

/** The companies or persons that came in the range, with their figures, for any filter and in any order. */
export function useCameView(
  isShown: boolean,
  { question, words, columns, total, choice, none, ...options }: CameOptions,
): ListView {
  const { kind } = options;
  const { query } = useRoute();
  const range = useRange();
  const filter = visitFilter(query);
  const isFiltered = Object.keys(filter).length > 0;
  const list = useCameList(kind, isShown ? range : undefined, filter, query.sort);
  const [one, several] = words;
  const asked = { sort: cameSort(query.sort), filter, limit: mostItems };
  const table = useTable({
    ...options,
    id: 'visited',
    list,
    asked: whoCame(kind, range, { ...asked, names: 'true', records: 'true' }),
    columns: columns(range),
    keyOf: ({ came }: CameRow) => idOf(came),
    href: ({ came }) => recordOf(came) && open(idOf(came)),
    initialSort: '-seen',
    footer: (
      <p class="note muted below-table">
        {hotRule(list.items?.[0]?.from)} {forwarded}
      </p>
    ),
    empty:
      total === 0 ? (
        none
      ) : (
        <Empty title={`No known ${one} visited, ${range.words}`}>
          <p>
            {kind === 'account'
              ? 'A company is known by a personal link of one of its people, or by a form that one of them sends. '
              : 'A person is known by a personal link, or by a form. '}
          </p>
          <p>
            {isFiltered ? (
              <a href={here(noneOf(workspaceFilters))}>Remove the filters</a>
            ) : (
              <a href={here(yearOf)}>Show the last 12 months</a>
            )}
            {' · '}
            <a href={here({ list: 'all' })}>Show all {several}</a>
          </p>
        </Empty>
      ),
  });
  return {
    ...table,
    hasNone: total === 0,
    answer:
      list.totalCount === null || !total || list.isStale
        ? question
        : `${number(list.totalCount)} of ${plural(total, one, several)} visited, ${range.words}.`,
    range: <RangePicker compares={false} />,
    bar: (
      <>
        {choice}
        <FilterBar pageId={undefined} range={range} filters={workspaceFilters} />
      </>
    ),
  };
}

interface AllOptions<T> extends ViewOptions<T>, Pick<ListOptions<T>, 'list' | 'asked' | 'columns' | 'keyOf'> {
  /** What is searched for. A search has no order, and no other list. */
  text: string;
  /** Which of all are listed: "without people". */
  which?: string;
}

/** All companies or persons, some of them, or those that a search finds. */
export function useAllView<T>({
  question,
  words: [one, several],
  choice,
  text,
  which,
  none,
  ...options
}: AllOptions<T>): ListView {
  const { list, keyOf } = options;
  const counted =
    list.totalCount === null ? `More than 1,000 ${several}` : plural(list.totalCount, one, several);
  const more = text ? 'found' : which;
  const table = useTable({
    ...options,
    id: 'all',
    href: (row) => open(keyOf(row)),
    initialSort: text ? '-since' : '-seen',
    empty: none,
  });
  return {
    ...table,
    hasNone: more === undefined && list.totalCount === 0,
    answer: list.items === undefined || list.isStale ? question : `${counted}${more ? ` ${more}` : ''}.`,
    bar: text === '' && choice,
  };
}
