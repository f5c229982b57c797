import type { Page, PageAnalytics } from '@footfall/client';
import { figureColumns } from '../../analytics/figure-columns.ts';
import { addressWords } from '../../data/pages.ts';
import { type Column, column } from '../../kit/table.tsx';
import { number } from '../../lib/format.ts';

/** A page with its figures: undefined while they are loaded, `none` if it had no visits. */
export interface PageRow {
  page: Page;
  figures: PageAnalytics | 'none' | undefined;
  before: number | undefined;
}

const { visits, change, conversions, rate, time } = figureColumns<PageRow>(
  ({ figures }) => figures,
  ({ before }) => before,
);

/** The columns of the list of pages. */
export const pageColumns: Column<PageRow>[] = [
  column('page', 'Page', { sortBy: ({ page }) => page.title }, ({ page }) => (
    <>
      {page.title} <span class="muted not-on-phone page-address">{addressWords(page)}</span>
    </>
  )),
  visits,
  change,
  conversions,
  rate,
  {
    ...time,
    sortBy: ({ figures }) => (typeof figures === 'object' ? figures.avgTimeSpentSeconds : null),
  },
  column(
    'audiences',
    'Audiences',
    { isNumber: true, notOnPhone: true, sortBy: ({ page }) => page.audiencesCount },
    ({ page }) => number(page.audiencesCount),
  ),
];
