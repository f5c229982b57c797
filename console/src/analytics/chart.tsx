import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Button } from '../kit/button.tsx';
import { lazy } from '../kit/lazy.tsx';
import { stepName } from './axis.ts';
import type { Interval } from './range.ts';

export interface ChartSeries {
  label: string;
  /** A value for each step. Null is a gap. */
  values: (number | null)[];
  /** When its steps begin, if not with the axis. */
  starts?: string[];
}

export interface ChartProps {
  /** What is drawn, for screen readers and as the caption of the table. */
  label: string;
  /** The steps of the time axis, as `analytics/timeseries` answers them. */
  steps: { start: string; end: string }[];
  /** At most two. The first is the one that is looked at. */
  series: ChartSeries[];
  zone: string;
  interval: Interval;
  format: (value: number) => string;
  /** Its values are counts, whose change can be said. */
  isCount: boolean;
  /** The id of what says more of its numbers. */
  describedBy?: string | undefined;
  /** The address with the range of some steps, from one index to another: a click and a drag go there. */
  zoom?: ((first: number, last: number) => string | undefined) | undefined;
  /** What was noted, by the index of the step, which is marked. */
  notes?: ReadonlyMap<number, string[]> | undefined;
}

export interface ShownProps extends ChartProps {
  /** Its numbers are shown as a table. */
  isTable: boolean;
  onTable: () => void;
  /** What else can be done with it. */
  children?: ComponentChildren;
}

const Plot = lazy(() => import('./plot.tsx').then((of) => of.Plot));

const Zoom = ({ to, children }: { to: string | undefined; children: string }) =>
  to === undefined ? children : <a href={to}>{children}</a>;

const Figures = ({ label, steps, series, zone, interval, format, describedBy, zoom }: ChartProps) => (
  <table aria-describedby={describedBy}>
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
          <th scope="row">
            <Zoom to={zoom?.(index, index)}>{stepName(start, interval, zone)}</Zoom>
          </th>
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

/** True once what is seen was painted: what only screen readers have is drawn then. */
function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    requestAnimationFrame(() => setTimeout(setPainted, 0, true));
  }, []);
  return isPainted;
}

/** Hours that have not begun are gaps, not zeros. */
const withoutFuture = (one: ChartSeries, steps: ChartProps['steps']): ChartSeries => ({
  ...one,
  values: one.values.map((value, index) =>
    Date.parse(steps[index]?.start ?? '') > Date.now() ? null : value,
  ),
});

/**
 * Lines over time. The pointer reads all of them at a step, in all charts on the screen. A table shows the same numbers,
 * which screen readers have always. The step that is not over is dashed.
 */
export function Chart({ series: given, isTable, onTable, children, ...props }: ShownProps) {
  const { label, steps } = props;
  const series = given.map((one, index) => (index === 0 ? withoutFuture(one, steps) : one));
  const hasFigures = usePainted() || isTable;
  const figures = useMemo(
    () => hasFigures && <Figures {...props} series={series} />,
    // All that it shows; its links follow from the address.
    [hasFigures, JSON.stringify([props, series, location.hash])],
  );
  return (
    <figure class="chart" aria-label={label}>
      <figcaption class="between">
        <ul class="legend wrap muted" aria-hidden="true">
          {series.map((one, index) => (
            <li key={one.label} class={`series-${index}`}>
              {one.label}
            </li>
          ))}
        </ul>
        <span class="row">
          {children}
          <Button kind="link" onClick={onTable} title={isTable ? 'Chart (t)' : 'Table (t)'}>
            {isTable ? 'Chart' : 'Table'}
          </Button>
        </span>
      </figcaption>
      {!isTable && (
        <div class="plot" aria-hidden="true">
          <Plot {...props} series={series} />
        </div>
      )}
      <div class={isTable ? 'figures' : 'visually-hidden'} tabIndex={isTable ? 0 : undefined}>
        {figures}
      </div>
    </figure>
  );
}
