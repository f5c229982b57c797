import type { AnalyticsStep } from '@footfall/client';
import { number } from '../../format.ts';
import { Await } from '../../kit/await.tsx';
import { Chart } from '../../kit/chart.tsx';
import type { QueryState } from '../../query.ts';
import type { Range } from '../../range.ts';
import { pagesShown, sumOf } from './data.ts';

type SeriesByPage = Record<string, AnalyticsStep[]>;

export interface VisitsChartProps {
  range: Range;
  series: QueryState<SeriesByPage>;
  before: SeriesByPage | undefined;
}

/** The visits of all pages over time. */
export function VisitsChart({ range, series, before }: VisitsChartProps) {
  return (
    <Await query={series} skeleton={<div class="chart chart-empty" />}>
      {(byPage) => {
        const pages = Object.values(byPage);
        const steps = sumOf(pages);
        const earlier = before && sumOf(Object.values(before));
        const label = pages.length < pagesShown ? 'Visits' : `Visits of ${pagesShown} pages`;
        if (steps.length === 0) return null;
        return (
          <Chart
            label={`${label}, ${range.label.toLowerCase()}`}
            steps={steps}
            zone={range.zone}
            interval={range.interval}
            format={number}
            series={[
              { label, values: steps.map((step) => step.totalSessions) },
              ...(earlier
                ? [
                    {
                      label: 'Period before',
                      values: steps.map((_, index) => earlier[index]?.totalSessions ?? null),
                    },
                  ]
                : []),
            ]}
          />
        );
      }}
    </Await>
  );
}
