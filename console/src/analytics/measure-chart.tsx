import type { AnalyticsStep } from '@footfall/client';
import { useState } from 'preact/hooks';
import type { QueryState } from '../data/query.ts';
import { Download, type DownloadProps } from '../kit/download.tsx';
import { lazy } from '../kit/lazy.tsx';
import { Await } from '../kit/states.tsx';
import { useActions } from '../nav/actions.ts';
import { here, useRoute } from '../nav/router.ts';
import { Chart } from './chart.tsx';
import { todayIn } from './days.ts';
import { lineOf, measureBelow, shownMeasure } from './measures.ts';
import { perStep, type Range } from './range.ts';

// Its room is kept while it is loaded.
const Notes = lazy(() => import('./notes.tsx').then((of) => of.Notes), <div />);

export interface MeasureChartProps {
  /** The page whose notes are on the chart. Undefined for the notes of all pages. */
  pageId: string | undefined;
  /** Whose publishes are on the chart. Undefined for those of all audiences of the page. */
  audienceId?: string;
  range: Range;
  series: QueryState<{ items: AnalyticsStep[] }>;
  /** The series as a file. */
  file: DownloadProps['of'];
  /** The steps of the period before, if it is compared. */
  before: AnalyticsStep[] | undefined;
}

/** The address with the days of some steps as the range. Undefined if they are the range already. */
function daysOf(
  { zone, firstDay, lastDay }: Range,
  first: AnalyticsStep | undefined,
  last: AnalyticsStep | undefined,
): string | undefined {
  if (!first || !last) return undefined;
  const [from, to] = [todayIn(zone, Date.parse(first.start)), todayIn(zone, Date.parse(last.end) - 1)];
  return from === firstDay && to === lastDay ? undefined : here({ from, to, range: undefined });
}

/** What leads to a second chart. It has the focus when the second chart is removed. */
const focusMenu = () => document.querySelector<HTMLElement>('.notes .opens-menu')?.focus();

const room = <div class="chart chart-empty" />;

/**
 * The figure that the address names over time, and in the period before, with the notes that people wrote. A second one
 * is in a chart below, over the same time.
 */
export function MeasureChart({ pageId, audienceId, range, series, file, before }: MeasureChartProps) {
  const { query } = useRoute();
  const first = shownMeasure(query.metric);
  const second = measureBelow(first, query.and);
  const measures = second ? [first, second] : [first];
  const [notes, setNotes] = useState<ReadonlyMap<number, string[]>>();
  const [tables, setTables] = useState<readonly boolean[]>([false, false]);
  // Nothing is said of a line that is not there.
  const isPart = range.isPart && (before !== undefined || !series.data);
  const turn = () => setTables(tables.map(() => !tables[0]));
  useActions([{ title: 'Show the chart as a table', keys: 't', run: turn }]);
  return (
    <>
      <Await query={series} what="the chart" skeleton={measures.map(() => room)}>
        {({ items }) =>
          measures.map((measure, nth) => {
            const { label, of, format } = lineOf(measure);
            return (
              <Chart
                key={nth}
                label={perStep(label, range)}
                steps={items}
                zone={range.zone}
                interval={range.interval}
                format={format}
                isCount={measure.count !== undefined}
                describedBy={isPart ? 'chart-part' : undefined}
                notes={notes}
                zoom={(from, to) => daysOf(range, items[from], items[to])}
                isTable={tables[nth] ?? false}
                onTable={() => setTables(tables.map((is, index) => is !== (index === nth)))}
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
              >
                {nth === 0 && <Download what={perStep('Visits', range)} of={file} />}
                {nth > 0 && (
                  <a href={here({ and: undefined })} onClick={focusMenu}>
                    Remove<span class="visually-hidden"> the chart of {label}</span>
                  </a>
                )}
              </Chart>
            );
          })
        }
      </Await>
      <div class={isPart ? 'notes-room has-part' : 'notes-room'}>
        {series.data && (
          <Notes
            pageId={pageId}
            audienceId={audienceId}
            range={{ ...range, isPart }}
            steps={series.data.items}
            onMarks={setNotes}
          />
        )}
      </div>
    </>
  );
}
