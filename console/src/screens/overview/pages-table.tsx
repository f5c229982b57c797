import type { PageAnalytics, PageAnalyticsList, WorkspaceTimeseries } from '@footfall/client';
import { figureColumns } from '../../analytics/figure-columns.ts';
import { perStep, type Range } from '../../analytics/range.ts';
import type { QueryState } from '../../data/query.ts';
import { Sparkline } from '../../kit/sparkline.tsx';
import { Await, Empty, Skeleton } from '../../kit/states.tsx';
import { type Column, column, Table } from '../../kit/table.tsx';
import { link } from '../../nav/router.ts';

const { visits, change, conversions, rate, time } = figureColumns<PageAnalytics>(
  (page) => page,
  ({ compared }) => compared?.totalSessions,
);

export interface PagesTableProps {
  query: QueryState<PageAnalyticsList>;
  series: WorkspaceTimeseries | undefined;
  range: Range;
}

type RowsProps = Omit<PagesTableProps, 'query'> & { figures: PageAnalyticsList };

function Rows({ figures, series, range }: RowsProps) {
  const visitsOf = new Map(series?.pages.map((page) => [page.pageId, page.totalSessions]));
  const end = series?.items.at(-1)?.end;
  const columns: Column<PageAnalytics>[] = [
    column('page', 'Page', {}, ({ pageId, name }) => name ?? pageId),
    column('trend', range.label, { notOnPhone: true }, ({ pageId }) => {
      const values = visitsOf.get(pageId);
      if (!values) return null;
      return <Sparkline values={values} end={end} label={perStep('Visits', range)} />;
    }),
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

/** The pages with their figures, those with the most visits first. */
export const PagesTable = ({ query, ...shown }: PagesTableProps) => (
  <Await query={query} what="your pages" skeleton={<Skeleton lines={6} isTable />}>
    {(figures) => <Rows figures={figures} {...shown} />}
  </Await>
);
