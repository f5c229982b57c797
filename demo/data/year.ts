import { day } from './time.ts';

/** The days of a campaign, first and last as MM-DD, and after how many days half of its visits are left. */
export interface Period {
  first: string;
  last: string;
  halfLife: number;
}

/** How many days of visits the demo has. */
export const yearDays = 365;

/**
 * The visits of a day in the middle of each month, January first: few in summer, most in autumn, when the customers
 * plan their staff for the holidays.
 */
const months = [0.92, 1.02, 1.08, 1.02, 0.98, 0.86, 0.68, 0.62, 0.98, 1.18, 1.14, 0.95];
/** The visits of each day of the week, Sunday first. */
const weekdays = [0.22, 0.9, 1, 0.97, 0.92, 0.75, 0.3];
/** The part of the visits that the first day of the year has, compared with the last. */
const growth = 0.55;

const monthDay = (midnight: number) => new Date(midnight).toISOString().slice(5, 10);
const isHoliday = (at: string) => at >= '12-22' || at <= '01-05';

/** The season on a day: between the middles of two months it changes by the same amount each day. */
function season(midnight: number): number {
  const date = new Date(midnight);
  const middle = (date.getUTCDate() - 15.5) / 30.5;
  const [month, part] = [date.getUTCMonth() + Math.floor(middle), middle - Math.floor(middle)];
  const of = (index: number) => months[(index + 12) % 12] ?? 1;
  return of(month) * (1 - part) + of(month + 1) * part;
}

/** How many visits a day has, compared with other days. `midnight` (UTC) is `daysAgo` days before the last day. */
export function visitsOn(midnight: number, daysAgo: number): number {
  const grown = 1 - ((1 - growth) * daysAgo) / yearDays;
  const ofDay = weekdays[new Date(midnight).getUTCDay()] ?? 1;
  return grown * ofDay * season(midnight) * (isHoliday(monthDay(midnight)) ? 0.4 : 1);
}

/** The part of a campaign's visits that is left on a day: 1 on its first day, 0 before it and after its last. */
export function strengthOn(midnight: number, { first, last, halfLife }: Period): number {
  const at = monthDay(midnight);
  if (at < first || at > last) return 0;
  const began = Date.parse(`${new Date(midnight).getUTCFullYear()}-${first}`);
  return 0.5 ** ((midnight - began) / day / halfLife);
}
