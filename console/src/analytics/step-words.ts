import type { StepTimes } from '@footfall/client';
import { clock, day, month, plural, shortDate } from '../lib/format.ts';
import type { Interval, Range } from './range.ts';

const when: Record<Interval, (start: string, zone: string) => string> = {
  hour: (start, zone) => `at ${clock(start, zone)} on ${shortDate(start, zone)}`,
  day: (start, zone) => `on ${shortDate(start, zone)}`,
  week: (start, zone) => `in the week of ${day(start, zone)}`,
  month: (start, zone) => `in ${month(start, zone)}`,
};

/** What a line of visits shows: "12 visits; most on 3 Mar: 4". The last of equal steps is named. */
export function visitsInWords(
  values: number[],
  steps: StepTimes[],
  { interval, zone }: Pick<Range, 'interval' | 'zone'>,
): string {
  const visits = plural(
    values.reduce((a, b) => a + b, 0),
    'visit',
  );
  const most = Math.max(0, ...values);
  const start = steps[values.lastIndexOf(most)]?.start;
  if (most === 0 || start === undefined) return visits;
  const others = values.filter((value) => value === most).length - 1;
  const time = `${when[interval](start, zone)}${others > 0 ? ` and ${plural(others, `other ${interval}`)}` : ''}`;
  return visits === plural(most, 'visit') ? `${visits}, ${time}` : `${visits}; most ${time}: ${most}`;
}
