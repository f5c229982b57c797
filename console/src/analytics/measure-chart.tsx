import type { AnalyticsStep } from '@footfall/client';
import { useState } from 'preact/hooks';
import type { QueryState } from '../data/query.ts';
import { Await } from '../kit/await.tsx';
import { lazy } from '../kit/lazy.tsx';
import { useRoute } from '../nav/router.ts';
import { Chart } from './chart.tsx';
import { lineOf, shownMeasure } from './lines.ts';
import { perStep, type Range } from './range.ts';

const Notes = lazy(() => import('./notes.tsx').then((of) => of.Notes));

export interface MeasureChartProps {
  /** The page whose notes are on the chart. Undefined for those of all pages. */
  pageId: string | undefined;
  range: Range;
  series: QueryState<{ items: AnalyticsStep[] }>;
  /** The steps of the period before, if it is compared. */
  before: AnalyticsStep[] | undefined;
}

/** The figure that the address names over time, and in the period before, with the notes that people wrote. */
export function MeasureChart({ pageId, range, series, before }: MeasureChartProps) {
  const measure = shownMeasure(useRoute().query.metric);
  const { label, of, format } = lineOf(measure);
  const [notes, setNotes] = useState<ReadonlyMap<number, string[]>>();
  return (
    <>
      <Await query={series} skeleton={<div class="chart chart-empty" />}>
        {({ items }) => (
          <Chart
            label={perStep(label, range)}
            steps={items}
            zone={range.zone}
            interval={range.interval}
            format={format}
            isCount={measure.count !== undefined}
            notes={notes}
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
      <div class="notes-room">
        {series.data && <Notes pageId={pageId} range={range} steps={series.data.items} onMarks={setNotes} />}
      </div>
    </>
  );
}
