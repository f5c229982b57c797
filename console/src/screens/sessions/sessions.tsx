import {
  type AudienceSession,
  type ListAudienceSessionsData,
  listAudienceSessions,
  listWorkspaceSessions,
} from '@footfall/client';
import { FilterBar, noneOf } from '../../analytics/filter-bar.tsx';
import {
  type FilterWords,
  pageFilter,
  pageFilters,
  visitFilter,
  workspaceFilters,
} from '../../analytics/filters.ts';
import { useLatestVisit } from '../../analytics/latest-visit.ts';
import { LeftOut } from '../../analytics/left-out.tsx';
import type { Range } from '../../analytics/range.ts';
import { RangePicker, useRange } from '../../analytics/range-picker.tsx';
import { usePillNames } from '../../analytics/value-names.ts';
import { ask } from '../../data/api.ts';
import { type ListPage, type ListState, useList } from '../../data/list.ts';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { Button } from '../../kit/button.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { sorted } from '../../kit/sort.ts';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { Table } from '../../kit/table.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { number, plural } from '../../lib/format.ts';
import { here, link, open, type Query, useRoute, visitKey } from '../../nav/router.ts';
import { visitColumns } from './visit-columns.tsx';

const choice = (label: string, ...values: [value: string, label: string][]): FilterWords => ({
  label,
  values: values.map(([value, text]) => ({ value, label: text })),
  show: (value) => values.find(([one]) => one === value)?.[1] ?? value,
});

/** What visitors did. */
const deeds = {
  hasConversion: choice('Conversion', ['true', 'Converted'], ['false', 'Not converted']),
  hasFormSubmit: choice('Form', ['true', 'Sent'], ['false', 'Not sent']),
  status: choice('Status', ['completed', 'Completed'], ['pending', 'Active'], ['failed', 'Failed']),
};

/** What visits of a page are filtered by: what they did, where they came from, who they were. */
const sessionFilters: Record<string, FilterWords> = {
  ...deeds,
  ...pageFilters,
  person: { label: 'Person' },
};

/** What visits of all pages are filtered by: an audience, and a person, are found on a page only. */
const allSessionFilters: Record<string, FilterWords> = { ...deeds, ...workspaceFilters };

type ListQuery = NonNullable<ListAudienceSessionsData['query']>;

/** The filters of an address, as the API takes them for a page or for all. Values that it would refuse are dropped. */
export function listFilters(query: Query, pageId: string | undefined): ListQuery {
  const did = Object.entries(deeds).filter(([name, { values = [] }]) =>
    values.some(({ value }) => value === query[name]),
  );
  return {
    ...Object.fromEntries(did.map(([name]) => [name, query[name]])),
    ...(pageId === undefined ? visitFilter(query) : pageFilter(query)),
    ...(pageId !== undefined && query.person && { personId: query.person }),
  };
}

/** So many visits are loaded at once. */
const limit = 50;
/** A filtered list looks at 2,000 visits an answer, and may find none. So it is asked this often before it waits. */
const mostAnswers = 5;

async function load(
  pageId: string | undefined,
  query: ListQuery,
  from: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<AudienceSession>> {
  const items: AudienceSession[] = [];
  let cursor = from;
  for (let answer = 1; ; answer++) {
    const asked = { query: { ...query, limit, ...(cursor && { cursor }) }, signal };
    const page = await (pageId === undefined
      ? ask(listWorkspaceSessions, asked)
      : ask(listAudienceSessions, { ...asked, path: { page_id: pageId } }));
    items.push(...page.items);
    if (!page.hasMore || items.length >= limit / 2 || answer === mostAnswers) return { ...page, items };
    cursor = page.nextCursor ?? undefined;
  }
}

/** The visits of a page, or of all, that match, latest first. */
const useVisits = (pageId: string | undefined, query: ListQuery): ListState<AudienceSession> =>
  useList(['visits', pageId, query], (cursor, signal) => load(pageId, query, cursor, signal));

/** The visits of a page, or of all: who came, and what did they do? */
export function Sessions({ pageId, range, title }: { pageId?: string; range: Range; title: string }) {
  const { query } = useRoute();
  const names = usePillNames(pageId);
  const words = pageId === undefined ? allSessionFilters : sessionFilters;
  const filters = listFilters(query, pageId);
  const isFiltered = Object.keys(filters).length > 0;
  const { startDate, endDate, zone } = range;
  const wanted = { ...filters, startDate, endDate, names: 'true' as const };
  const list = useVisits(pageId, wanted);
  // Where nobody ever came, there is no range to choose.
  const isNobody = !isFiltered && list.items?.length === 0 && !list.hasMore;
  const ever = useLatestVisit(pageId, { isWanted: isNobody });
  const hasNone = isNobody && ever.data?.items.length === 0;
  const isKnown = !isNobody || ever.data !== undefined || ever.error !== undefined;
  const ids = pageId === undefined ? list.items?.flatMap((visit) => visit.pageId ?? []) : [];
  const pages = usePagesById(ids && [...new Set(ids)], pageId === undefined);
  const nameOf = pageId === undefined ? (of: string) => pageNameIn(pages, of) : undefined;
  const keyOf = ({ pageId, analyticsSessionId }: AudienceSession) =>
    visitKey(pageId ?? '', analyticsSessionId);
  const columns = visitColumns(zone, nameOf);
  const counted = list.totalCount === null ? undefined : plural(list.totalCount, 'visit');
  const known = list.items && `${number(list.items.length)}${list.hasMore ? ' or more visits' : ' visits'}`;
  return (
    <>
      {!hasNone && (
        <Toolbar
          title={title}
          range={<RangePicker />}
          file={{
            what: 'Visits',
            of: () => ({
              of: [
                pageId === undefined
                  ? [listWorkspaceSessions, { query: wanted }]
                  : [listAudienceSessions, { path: { page_id: pageId }, query: wanted }],
              ],
              by: 'analyticsSessionId',
              ids: sorted(list.items ?? [], columns, query.sort).map((visit) => visit.analyticsSessionId),
            }),
          }}
        >
          <FilterBar pageId={pageId} range={range} filters={words} names={names} />
          <span class="muted tabular">{counted ?? known}</span>
        </Toolbar>
      )}
      <Await
        query={{ ...list, data: isKnown ? list.items : undefined }}
        what="your visits"
        skeleton={<Skeleton lines={10} />}
      >
        {(items) =>
          items.length > 0 ? (
            <div class={nameOf ? 'visits visits-all' : 'visits'}>
              <Table
                label="Visits"
                columns={columns}
                initialSort="-time"
                sortParam="sort"
                rows={items}
                keyOf={keyOf}
                href={(visit) => open(keyOf(visit))}
                list={list}
              />
            </div>
          ) : list.hasMore ? (
            <Empty title="None among the latest visits in this range">
              <p>The service searches a few thousand visits at a time.</p>
              <Button onClick={list.more} isBusy={list.isLoading}>
                {list.isLoading ? 'Checking …' : 'Search earlier visits'}
              </Button>
            </Empty>
          ) : hasNone ? (
            <Empty title="No visits yet">
              A visit appears within seconds once a page has its script.{' '}
              <a href={pageId === undefined ? link('start') : here({ view: undefined })}>Show me how</a>
            </Empty>
          ) : (
            <Empty title={isFiltered ? 'No visit in this range matches' : 'No visits in this range'}>
              {isFiltered ? (
                <a href={here(noneOf(words))}>Remove the filters</a>
              ) : (
                <a href={here({ range: '12m', from: undefined, to: undefined })}>Show the last 12 months</a>
              )}
            </Empty>
          )
        }
      </Await>
      {!hasNone && <LeftOut {...(pageId && { pageId })} range={range} />}
    </>
  );
}

/** The visits of all pages, one by one: who came, and what did they do? */
export function Visits() {
  const range = useRange();
  return (
    <>
      <ScreenHead title="Visits" question="Who visited, and what did they do?" />
      <Sessions range={range} title="Visits" />
    </>
  );
}
