import {
  type AudienceSession,
  type ListAudienceSessionsData,
  listAudienceSessions,
  listWorkspaceSessions,
} from '@footfall/client';
import { showValue } from '../../analytics/dimensions.ts';
import { FilterBar, noneOf } from '../../analytics/filter-bar.tsx';
import { LeftOut } from '../../analytics/left-out.tsx';
import type { Range } from '../../analytics/range.ts';
import { usePillNames } from '../../analytics/value-names.ts';
import { ask } from '../../data/api.ts';
import { type ListPage, type ListState, useList } from '../../data/list.ts';
import { pageNameIn, usePagesById } from '../../data/pages.ts';
import { Button } from '../../kit/button.tsx';
import { Download } from '../../kit/download.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { clock, country, dayAndTime, duration, number, plural, shortDay } from '../../lib/format.ts';
import { open, visitKey } from '../../nav/records.ts';
import { here, useRoute } from '../../nav/router.ts';
import { allSessionFilters, listFilters, sessionFilters } from './filters.ts';
import { Outcome } from './outcome.tsx';

/** So many visits are loaded at once. */
const limit = 50;
/** A filtered list looks at 2,000 visits an answer, and may find none. So it is asked this often before it waits. */
const mostAnswers = 5;

type ListQuery = NonNullable<ListAudienceSessionsData['query']>;

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

const pageColumn = (nameOf: (pageId: string) => string): Column<AudienceSession> => ({
  id: 'page',
  label: 'Page',
  notOnPhone: true,
  cell: ({ pageId }) => pageId && <span title={nameOf(pageId)}>{nameOf(pageId)}</span>,
});

/** With the names of pages for visits of all pages. */
const columns = (zone: string, nameOf?: (pageId: string) => string): Column<AudienceSession>[] => [
  {
    id: 'time',
    label: 'Began',
    cell: ({ sessionStartedAt: at }) => (
      <time dateTime={at} title={dayAndTime(at, zone)}>
        {shortDay(at, zone)}, {clock(at, zone)}
      </time>
    ),
  },
  { id: 'did', label: 'Did', cell: (visit) => <Outcome visit={visit} /> },
  ...(nameOf ? [pageColumn(nameOf)] : []),
  {
    id: 'from',
    label: 'Came from',
    notOnPhone: true,
    cell: ({ referrer, utmCampaign, utmSource }) =>
      [referrer ?? utmSource, utmCampaign].filter(Boolean).join(' · ') || (
        <span class="muted">Direct or unknown</span>
      ),
  },
  {
    id: 'where',
    label: 'Where',
    notOnPhone: true,
    cell: (visit) =>
      [visit.country && country(visit.country), visit.device && showValue('device', visit.device)]
        .filter(Boolean)
        .join(' · '),
  },
  {
    id: 'who',
    label: 'Who',
    hint: 'Known when the visitor sends a form. A personal link can be forwarded',
    notOnPhone: true,
    cell: ({ formSubmissionEmail, formSubmissionIdentifier, recipientPersonId }) =>
      formSubmissionEmail ??
      formSubmissionIdentifier ?? (
        <span class="muted">{recipientPersonId ? 'By a personal link' : 'Unknown'}</span>
      ),
  },
  {
    id: 'time-spent',
    label: 'Engaged',
    isNumber: true,
    cell: ({ timeSpentSeconds }) => (timeSpentSeconds === null ? '–' : duration(timeSpentSeconds)),
  },
];

/** The visits of a page, or of all: who came, and what did they do? */
export function Sessions({ pageId, range }: { pageId?: string; range: Range }) {
  const { query } = useRoute();
  const names = usePillNames(pageId);
  const words = pageId === undefined ? allSessionFilters : sessionFilters;
  const filters = listFilters(query, pageId);
  const isFiltered = Object.keys(filters).length > 0;
  const { startDate, endDate, zone } = range;
  const wanted = { ...filters, startDate, endDate };
  const list = useVisits(pageId, wanted);
  const ids = pageId === undefined ? list.items?.flatMap((visit) => visit.pageId ?? []) : [];
  const pages = usePagesById(ids && [...new Set(ids)], pageId === undefined);
  const nameOf = pageId === undefined ? (of: string) => pageNameIn(pages, of) : undefined;
  const keyOf = ({ pageId, analyticsSessionId }: AudienceSession) =>
    visitKey(pageId ?? '', analyticsSessionId);
  const counted = list.totalCount === null ? undefined : plural(list.totalCount, 'visit');
  const known = list.items && `${number(list.items.length)}${list.hasMore ? ' or more visits' : ' visits'}`;
  return (
    <>
      <FilterBar pageId={pageId} range={range} filters={words} names={names}>
        <span class="muted tabular">{counted ?? known}</span>
        <Download
          what="Visits"
          of={() => [
            pageId === undefined
              ? [listWorkspaceSessions, { query: wanted }]
              : [listAudienceSessions, { path: { page_id: pageId }, query: wanted }],
          ]}
        />
      </FilterBar>
      <Await query={{ ...list, data: list.items }} skeleton={<Skeleton lines={10} />}>
        {(items) =>
          items.length > 0 ? (
            <div class={nameOf ? 'visits visits-all' : 'visits'}>
              <Table
                label="Visits"
                columns={columns(zone, nameOf)}
                rows={items}
                keyOf={keyOf}
                href={(visit) => open(keyOf(visit))}
                list={list}
              />
            </div>
          ) : list.hasMore ? (
            <Empty title="None among the latest visits in this range">
              <p>The service searches a few thousand visits at a time.</p>
              <Button onClick={list.more} disabled={list.isLoading}>
                {list.isLoading ? 'Checking …' : 'Search earlier visits'}
              </Button>
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
      <LeftOut {...(pageId && { pageId })} range={range} />
    </>
  );
}
