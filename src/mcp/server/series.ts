import { type Interval, intervals } from '../../analytics/steps.ts';
import { hourMs } from '../../lib/durations.ts';
import { validationError } from '../../lib/errors.ts';
import type { Arguments } from './arguments.ts';

/** The most steps of a series for which the model gives no interval. A year is 53 weeks. */
export const usualSteps = 62;
/** The most steps of a series, so that one answer does not fill what a model can read. */
export const mostSteps = 100;

/** Hours in a step. */
const hours: Record<Interval, number> = { hour: 1, day: 24, week: 168, month: 672 };

/**
 * The interval of a series: as given, or the finest with few steps. The dates are instants; the API refuses what is no
 * date and no interval. Throws `validation_failed` for too many steps: an answer that is cut would pass for the whole.
 */
export function intervalOf({ startDate, endDate, interval }: Arguments): unknown {
  const range = (Date.parse(String(endDate)) - Date.parse(String(startDate))) / hourMs;
  const fitting = intervals.find((name) => range / hours[name] <= usualSteps) ?? 'month';
  const steps = Math.ceil(range / (hours[interval as Interval] ?? Number.POSITIVE_INFINITY));
  if (!(steps > mostSteps)) return interval ?? fitting;
  const message = `makes about ${steps} steps, and the tool answers at most ${mostSteps}: leave interval out, name a longer one, or ask for a shorter range`;
  throw validationError([{ in: 'query', path: 'interval', code: 'not_allowed', message }]);
}
