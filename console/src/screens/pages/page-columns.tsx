import type { Page, PageAnalytics } from '@footfall/client';
import type { ComponentChildren } from 'preact';
import { judged } from '../../analytics/judged.ts';
import { addressWords } from '../../data/pages.ts';
import type { Column } from '../../kit/table.tsx';
import { countChange, meanTime, number, rate } from '../../lib/format.ts';

/** A page with its figures: undefined while they are loaded, `none` if it had no visits. */
export interface PageRow {
  page: Page;
  figures: PageAnalytics | 'none' | undefined;
  before: number | undefined;
}

const known = ({ figures }: PageRow): PageAnalytics | undefined =>
  typeof figures === 'object' ? figures : undefined;

/** A cell of the figures: empty while they are loaded, a dash without visits. */
function figure(row: PageRow, show: (figures: PageAnalytics) => ComponentChildren): ComponentChildren {
  const figures = known(row);
  if (figures) return show(figures);
  return row.figures === 'none' ? '–' : '';
}

const visitsOf = (row: PageRow) => known(row)?.totalSessions ?? 0;

/** The columns of the list of pages. */
export const pageColumns: Column<PageRow>[] = [
  {
    id: 'page',
    label: 'Page',
    sortBy: ({ page }) => page.title,
    cell: ({ page }) => (
      <>
        {page.title} <span class="muted not-on-phone page-address">{addressWords(page)}</span>
      </>
    ),
  },
  {
    id: 'visits',
    label: 'Visits',
    isNumber: true,
    sortBy: visitsOf,
    cell: (row) => (row.figures === 'none' ? '0' : figure(row, ({ totalSessions }) => number(totalSessions))),
  },
  {
    id: 'change',
    label: 'Change',
    isNumber: true,
    notOnPhone: true,
    cell: (row) => (row.figures ? countChange(visitsOf(row), row.before) : ''),
  },
  {
    id: 'conversions',
    label: 'Conversions',
    isNumber: true,
    notOnPhone: true,
    sortBy: (row) => known(row)?.conversionCount ?? 0,
    cell: (row) => figure(row, ({ conversionCount }) => number(conversionCount)),
  },
  {
    id: 'rate',
    label: 'Conversion rate',
    isNumber: true,
    sortBy: (row) => judged(visitsOf(row), known(row)?.conversionRate ?? 0),
    cell: (row) => figure(row, (of) => rate(of.conversionCount, of.totalSessions)),
  },
  {
    id: 'time',
    label: 'Engaged',
    isNumber: true,
    notOnPhone: true,
    sortBy: (row) => known(row)?.avgTimeSpentSeconds ?? null,
    cell: (row) => figure(row, (of) => meanTime(of.avgTimeSpentSeconds, of.totalSessions)),
  },
  {
    id: 'audiences',
    label: 'Audiences',
    isNumber: true,
    notOnPhone: true,
    sortBy: ({ page }) => page.audiencesCount,
    cell: ({ page }) => number(page.audiencesCount),
  },
];
