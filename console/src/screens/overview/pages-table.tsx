import type { PageAnalytics, PageAnalyticsList, WorkspaceTimeseries } from '@footfall/client';
import { judged } from '../../analytics/judged.ts';
import { perStep, type Range } from '../../analytics/range.ts';
import { Sparkline } from '../../kit/sparkline.tsx';
import { Empty } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { countChange, meanTime, number, rate } from '../../lib/format.ts';
import { link } from '../../nav/router.ts';

export interface PagesTableProps {
  figures: PageAnalyticsList;
  series: WorkspaceTimeseries | undefined;
  range: Range;
}

/** The pages with their figures, those with the most visits first. */
export function PagesTable({ figures, series, range }: PagesTableProps) {
  const visits = new Map(series?.pages.map((page) => [page.pageId, page.totalSessions]));
  const end = series?.items.at(-1)?.end;
  const columns: Column<PageAnalytics>[] = [
    { id: 'page', label: 'Page', cell: ({ pageId, name }) => name ?? pageId },
    {
      id: 'trend',
      label: range.label,
      notOnPhone: true,
      cell: ({ pageId }) => {
        const values = visits.get(pageId);
        if (!values) return null;
        return <Sparkline values={values} end={end} label={perStep('Visits', range)} />;
      },
    },
    {
      id: 'visits',
      label: 'Visits',
      isNumber: true,
      sortBy: (page) => page.totalSessions,
      cell: (page) => number(page.totalSessions),
    },
    {
      id: 'change',
      label: 'Change',
      isNumber: true,
      notOnPhone: true,
      cell: (page) => countChange(page.totalSessions, page.compared?.totalSessions),
    },
    {
      id: 'conversions',
      label: 'Conversions',
      isNumber: true,
      notOnPhone: true,
      sortBy: (page) => page.conversionCount,
      cell: (page) => number(page.conversionCount),
    },
    {
      id: 'rate',
      label: 'Conversion rate',
      isNumber: true,
      sortBy: (page) => judged(page.totalSessions, page.conversionRate),
      cell: (page) => rate(page.conversionCount, page.totalSessions),
    },
    {
      id: 'time',
      label: 'Engaged',
      isNumber: true,
      notOnPhone: true,
      sortBy: (page) => judged(page.totalSessions, page.avgTimeSpentSeconds),
      cell: (page) => meanTime(page.avgTimeSpentSeconds, page.totalSessions),
    },
  ];
  if (figures.items.length === 0) {
    return (
      <Empty title="No visits in this range">
        A page is measured once its website has the script. <a href={link('settings')}>Settings</a> has it,
        ready to copy.
      </Empty>
    );
  }
  return (
    <Table
      label="Pages"
      columns={columns}
      rows={figures.items}
      keyOf={(page) => page.pageId}
      href={({ pageId }) => link('page', { pageId })}
      initialSort="-visits"
    />
  );
}
