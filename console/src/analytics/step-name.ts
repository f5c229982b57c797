import { clock, day, dayAndTime, month, shortDay } from '../lib/format.ts';
import type { Interval } from './range.ts';

const formats: Record<Interval, (start: string, zone: string) => string> = {
  hour: dayAndTime,
  day: shortDay,
  week: (start, zone) => `Week of ${day(start, zone)}`,
  month,
};

/** The name of a step: its hour, day, week or month. */
export const stepName = (start: string, interval: Interval, zone: string): string =>
  interval === 'hour' ? `${shortDay(start, zone)}, ${clock(start, zone)}` : formats[interval](start, zone);
