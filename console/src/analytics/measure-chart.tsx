import type { AnalyticsStep } from '@footfall/client';
import type { QueryState } from '../data/query.ts';
import { Await } from '../kit/await.tsx';
import { useRoute } from '../nav/router.ts';
import { Chart } from './chart.tsx';
import { lineOf, shownMeasure } from './lines.ts';
import { perStep, type Range } from './range.ts';

export interface MeasureChartProps {
  range: Range;
  series: QueryState<{ items: AnalyticsStep[] }>;
  /** The steps of the period before, if it is compared. */
  before: AnalyticsStep[] | undefined;
}

/** The figure that the address names over time, and in the period before. */
export function MeasureChart({ range, series, before }: MeasureChartProps) {
  const measure = shownMeasure(useRoute().query.metric);
  const { label, of, format } = lineOf(measure);
  return (
    <Await query={series} skeleton={<div class="chart chart-empty" />}>
      {({ items }) => (
        <Chart
          label={perStep(label, range)}
          steps={items}
          zone={range.zone}
          interval={range.interval}
          format={format}
          isCount={measure.count !== undefined}
          series={[
            { label, values: items.map(of) },
            ...(before
              ? [
                  {
                    label: range.beforeLabel,
                    starts: before.map(({ start }) => start),
                    values: items.map((_, index) => {
                      const step = before[index];
                      return step ? of(step) : null;
                    }),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Await>
  );
}
