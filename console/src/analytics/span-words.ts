import { dateSpan, day, daySpan, shortDay } from '../lib/format.ts';
import { type Span, todayIn } from './days.ts';

/** The days of a span, with their year unless it is this one: "1–31 Oct", "Sun, 15 Nov", "3 Jan – 2 Feb 2025". */
export function spanInWords({ startDate, endDate }: Span, zone: string): string {
  const end = Date.parse(endDate) - 1;
  const [first, last] = [todayIn(zone, Date.parse(startDate)), todayIn(zone, end)];
  const isThisYear = first.slice(0, 4) === todayIn(zone).slice(0, 4);
  if (first === last) return isThisYear ? shortDay(end, zone) : day(end, zone);
  return (isThisYear ? dateSpan : daySpan)(startDate, end, zone);
}
