import { useState } from 'preact/hooks';
import { lazy } from '../kit/lazy.tsx';
import { clock, day, dayAndTime, month, shortDay } from '../lib/format.ts';
import { useActions } from '../nav/actions.ts';
import type { Interval } from './range.ts';

export interface ChartSeries {
  label: string;
  /** A value for each step. Null is a gap. */
  values: (number | null)[];
}

export interface ChartProps {
  /** What is drawn, for screen readers and as the caption of the table. */
  label: string;
  /** The steps of the time axis, as `analytics/timeseries` answers them. */
  steps: { start: string; end: string }[];
  /** At most three. The first is the one that is looked at. */
  series: ChartSeries[];
  zone: string;
  interval: Interval;
  format: (value: number) => string;
}

const Plot = lazy(() => import('./plot.tsx').then((of) => of.Plot));

const formats: Record<Interval, (start: string, zone: string) => string> = {
  hour: dayAndTime,
  day: shortDay,
  week: (start, zone) => `Week of ${day(start, zone)}`,
  month,
};

/** The name of a step: its hour, day, week or month. */
const stepName = (start: string, interval: Interval, zone: string): string =>
  interval === 'hour' ? `${shortDay(start, zone)}, ${clock(start, zone)}` : formats[interval](start, zone);

function Figures({ label, steps, series, zone, interval, format }: ChartProps) {
  return (
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {series.map((one) => (
            <th key={one.label} scope="col" class="number">
              {one.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map(({ start }, index) => (
          <tr key={start}>
            <th scope="row">{stepName(start, interval, zone)}</th>
            {series.map(({ label: name, values }) => {
              const value = values[index] ?? null;
              return (
                <td key={name} class="number">
                  {value === null ? '–' : format(value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Hours that have not begun are gaps, not zeros. */
const withoutFuture = ({ label, values }: ChartSeries, steps: ChartProps['steps']): ChartSeries => ({
  label,
  values: values.map((value, index) => (Date.parse(steps[index]?.start ?? '') > Date.now() ? null : value)),
});

/**
 * Lines over time. The pointer reads all of them at a step; `t` shows the same numbers as a table, which screen readers
 * have always. The step that is not over is dashed.
 */
export function Chart({ series: given, ...props }: ChartProps) {
  const { label, steps, zone, interval, format } = props;
  const series = given.map((one, index) => (index === 0 ? withoutFuture(one, steps) : one));
  const [isTable, setTable] = useState(false);
  const [at, setAt] = useState<number>();
  useActions([{ title: 'Show the chart as a table', keys: 't', run: () => setTable(!isTable) }]);
  const step = at === undefined ? undefined : steps[at];
  return (
    <figure class="chart" aria-label={label}>
      <figcaption>
        <ul class="legend" aria-hidden="true">
          {series.map((one, index) => {
            const value = at === undefined ? undefined : one.values[at];
            return (
              <li key={one.label} class={`series-${index}`}>
                {one.label}
                {step && <b>{value === null || value === undefined ? '–' : format(value)}</b>}
              </li>
            );
          })}
          {step && <li class="legend-time">{stepName(step.start, interval, zone)}</li>}
        </ul>
        <button
          type="button"
          class="link"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
          title="Table (t)"
        >
          Table
        </button>
      </figcaption>
      {!isTable && (
        <div class="plot" aria-hidden="true">
          <Plot
            steps={steps}
            series={series}
            zone={zone}
            interval={interval}
            format={format}
            onCursor={setAt}
          />
        </div>
      )}
      <div class={isTable ? 'figures' : 'visually-hidden'} tabIndex={isTable ? 0 : undefined}>
        <Figures {...props} series={series} />
      </div>
    </figure>
  );
}
