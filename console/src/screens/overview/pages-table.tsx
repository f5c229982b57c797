import type { PageAnalytics, PageAnalyticsList, WorkspaceTimeseries } from '@footfall/client';
import { figureColumns } from '../../analytics/figure-columns.ts';
import { perStep, type Range } from '../../analytics/range.ts';
import { Sparkline } from '../../kit/sparkline.tsx';
import { Empty } from '../../kit/states.tsx';
import { type Column, Table } from '../../kit/table.tsx';
import { link } from '../../nav/router.ts';

const { visits, change, conversions, rate, time } = figureColumns<PageAnalytics>(
  (page) => page,
  ({ compared }) => compared?.totalSessions,
);

export interface PagesTableProps {
  figures: PageAnalyticsList;
  series: WorkspaceTimeseries | undefined;
  range: Range;
}

/** The pages with their figures, those with the most visits first. */
export function PagesTable({ figures, series, range }: PagesTableProps) {
  const visitsOf = new Map(series?.pages.map((page) => [page.pageId, page.totalSessions]));
  const end = series?.items.at(-1)?.end;
  const columns: Column<PageAnalytics>[] = [
    { id: 'page', label: 'Page', cell: ({ pageId, name }) => name ?? pageId },
    {
      id: 'trend',
      label: range.label,
      notOnPhone: true,
      cell: ({ pageId }) => {
        const values = visitsOf.get(pageId);
        if (!values) return null;
        return <Sparkline values={values} end={end} label={perStep('Visits', range)} />;
      },
    },
    visits,
    change,
    conversions,
    rate,
    time,
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
