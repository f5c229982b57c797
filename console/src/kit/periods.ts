import { clock, day, firstWeekday, month, shortDay } from '../lib/format.ts';

/** A stretch of time that a list is divided by: today, last week, a month. */
export interface Period {
  label: string;
  /** It is today, or in this week or yesterday. */
  isThisWeek: boolean;
  /** How a time within it is said. */
  timeOf: (time: string) => string;
}

const dayStart = (time: Date, days = 0): Date =>
  new Date(time.getFullYear(), time.getMonth(), time.getDate() + days);
const daySaid = (time: string) => `${shortDay(time)}, ${clock(time)}`;

const weekStart = (now: Date, weeks = 0): Date =>
  dayStart(now, 7 * weeks - ((now.getDay() - firstWeekday() + 7) % 7));

/** The first moment of last week, on the viewer's computer. */
export const lastWeekStart = (now = new Date()): Date => weekStart(now, -1);

/** The period of a time, as one says it today. Weeks begin, and the zone is, as on the viewer's computer. */
export function periodOf(time: string, now = new Date()): Period {
  const at = new Date(time);
  const today = dayStart(now);
  const week = weekStart(now);
  const weekBefore = lastWeekStart(now);
  if (at >= today) return { label: 'Today', isThisWeek: true, timeOf: clock };
  if (at >= dayStart(now, -1)) return { label: 'Yesterday', isThisWeek: true, timeOf: clock };
  if (at >= week) return { label: 'Earlier this week', isThisWeek: true, timeOf: daySaid };
  if (at >= weekBefore) {
    const days = `${shortDay(weekBefore)} – ${shortDay(dayStart(week, -1))}`;
    return { label: `Last week, ${days}`, isThisWeek: false, timeOf: daySaid };
  }
  const isThisYear = at.getFullYear() === now.getFullYear();
  return {
    label: month(at),
    isThisWeek: false,
    timeOf: isThisYear ? daySaid : (of) => `${day(of)}, ${clock(of)}`,
  };
}
