import type { AnalyticsStep } from '@footfall/client';
import { Chart } from '../../analytics/chart.tsx';
import { lineOf, shownMeasure } from '../../analytics/lines.ts';
import { perStep, type Range } from '../../analytics/range.ts';
import type { QueryState } from '../../data/query.ts';
import { Await } from '../../kit/await.tsx';
import { useRoute } from '../../nav/router.ts';

export interface SeriesProps {
  range: Range;
  series: QueryState<AnalyticsStep[]>;
  before: AnalyticsStep[] | undefined;
}

/** One of the figures over time, and what it is compared with. */
export function Series({ range, series, before }: SeriesProps) {
  const { label, of, format } = lineOf(shownMeasure(useRoute().query.metric));
  return (
    <Await query={{ ...series, isSlow: false }} skeleton={<div class="chart chart-empty" />}>
      {(steps) => (
        <Chart
          label={perStep(label, range)}
          steps={steps}
          zone={range.zone}
          interval={range.interval}
          format={format}
          series={[
            { label, values: steps.map(of) },
            ...(before
              ? [
                  {
                    label: range.beforeLabel,
                    values: steps.map((_, index) => {
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
