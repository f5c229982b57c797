import { countChange } from '../lib/format.ts';
import { stepName } from './axis.ts';
import type { ChartProps } from './chart.tsx';

/** The step under the pointer. */
export interface PlotCursor {
  index: number;
  /** Its place in pixels, and how wide the chart is. */
  left: number;
  width: number;
}

/** How far it stands from its step, in pixels. */
const distance = 12;

interface Props extends Pick<ChartProps, 'steps' | 'series' | 'zone' | 'interval' | 'format' | 'isCount'> {
  at: PlotCursor;
  /** What was noted of the step. */
  notes: string[];
}

/** The values of a step beside it: each with the date that it is of, how they differ, and what was noted. */
export function PlotTip({ at, notes, steps, series, zone, interval, format, isCount }: Props) {
  const { index, left, width } = at;
  const step = steps[index];
  if (!step) return null;
  const [now, before] = series.map(({ values }) => values[index] ?? null);
  const isOver = Date.parse(step.end) <= Date.now();
  const canCompare = isCount && isOver && now != null && before != null;
  const side =
    left > width / 2 ? { right: `${width - left + distance}px` } : { left: `${left + distance}px` };
  return (
    <table class="plot-tip small" style={side}>
      <tbody>
        {series.map(({ label, values, starts }, nth) => {
          const start = nth === 0 ? step.start : starts?.[index];
          const value = values[index] ?? null;
          return (
            <tr key={label}>
              <th scope="row" class={`series-${nth}`}>
                {start === undefined ? label : stepName(start, interval, zone)}
              </th>
              <td class="number">{value === null ? '–' : format(value)}</td>
            </tr>
          );
        })}
        {!isOver && (
          <tr>
            <td colSpan={2}>So far: this {interval} is not over.</td>
          </tr>
        )}
        {canCompare && (
          <tr>
            <th scope="row">Change</th>
            <td class="number">{countChange(now, before)}</td>
          </tr>
        )}
        {notes.map((text, nth) => (
          <tr key={nth}>
            <td class="plot-note" colSpan={2}>
              {text}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
