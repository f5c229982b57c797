import type { WorkspaceTimeseries } from '@footfall/client';
import { Chart } from '../../analytics/chart.tsx';
import { perStep, type Range } from '../../analytics/range.ts';
import type { QueryState } from '../../data/query.ts';
import { Await } from '../../kit/await.tsx';
import { number } from '../../lib/format.ts';

export interface VisitsChartProps {
  range: Range;
  series: QueryState<WorkspaceTimeseries>;
  before: WorkspaceTimeseries | undefined;
}

/** The visits of all pages over time. */
export function VisitsChart({ range, series, before }: VisitsChartProps) {
  return (
    <Await query={series} skeleton={<div class="chart chart-empty" />}>
      {({ items }) => (
        <Chart
          label={perStep('Visits', range)}
          steps={items}
          zone={range.zone}
          interval={range.interval}
          format={number}
          series={[
            { label: 'Visits', values: items.map((step) => step.totalSessions) },
            ...(before
              ? [
                  {
                    label: range.beforeLabel,
                    values: items.map((_, index) => before.items[index]?.totalSessions ?? null),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Await>
  );
}
