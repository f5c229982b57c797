import { validationError } from '../../lib/errors.ts';
import type { Range } from '../../lib/range.ts';
import { toTimestamp } from '../../lib/time.ts';
import { type Interval, mostSteps, stepsOf } from '../steps.ts';

/** The steps of a series. */
export interface Steps {
  interval: Interval;
  timezone: string;
}

/** The times at which the steps of a range begin, and the end of the last. Throws `validation_failed` for `path`. */
export function stepsOrThrow(
  range: Range,
  { interval, timezone }: Steps,
  path: 'endDate' | 'compareEndDate' = 'endDate',
): number[] {
  const steps = stepsOf(range, interval, timezone);
  if (steps) return steps;
  const message = `must not make more than ${mostSteps} steps with this interval`;
  throw validationError([{ in: 'query', path, code: 'too_large', message }]);
}

/** When each step begins, and the first moment after it. */
export const timesOf = (steps: number[]) =>
  steps.slice(1).map((end, index) => ({ start: toTimestamp(steps[index] ?? 0), end: toTimestamp(end) }));

/** The steps, cut to the range. */
export const boundariesOf = (steps: number[], { start, end }: Range) =>
  steps.map((at) => Math.min(Math.max(at, start), end));
