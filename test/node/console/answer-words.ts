import { type Figures, shown, shownRate } from './api.ts';
import { daysLater, todayIn, weekDays } from './days.ts';
import { changed, plural } from './figures.ts';
import type { Asked, Question } from './questions.ts';

// The sentences that say what figures mean, in the console's words.

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 });

const ranges = {
  today: 'today',
  week: 'this week',
  '7d': 'in the last 7 days',
  month: 'this month',
  '30d': 'in the last 30 days',
  '90d': 'in the last 90 days',
  '12m': 'in the last 12 months',
  year: 'this year',
};
/** When the visits of a question were. */
export const whenAsked = ({ range }: Question): string =>
  typeof range === 'string' ? ranges[range] : 'in these days';

/** How this week is beside last week, by the visits of each day. Empty unless both weeks are known. */
export function weekShown(steps: (Figures & { start: string })[], { zone, interval }: Asked): string {
  const today = todayIn(zone);
  const dayOf = new Map(
    steps.map(({ start, totalSessions }) => [todayIn(zone, Date.parse(start)), totalSessions]),
  );
  const { from } = weekDays(today);
  const lastWeek = daysLater(from, -7);
  if (interval !== 'day' || !dayOf.has(lastWeek) || !dayOf.has(today)) return '';
  const sum = (first: string, until: string) =>
    [...dayOf].reduce((all, [day, visits]) => all + (day >= first && day < until ? visits : 0), 0);
  const all = sum(from, daysLater(today, 1));
  const [visits, before] = [sum(from, today), sum(lastWeek, daysLater(today, -7))];
  const beside = () => {
    if (from === today) return `It begins today. Last week: ${shown(sum(lastWeek, from))}.`;
    if (visits === before) return 'Without today, as many as in the same days of last week.';
    if (Math.min(visits, before) < 30)
      return `Without today ${shown(visits)}, after ${shown(before)} last week.`;
    const change = changed(visits, before);
    if (change.startsWith('×')) return `Without today, ${change} those of last week.`;
    if (change === '0%') return 'Without today, about as many as last week.';
    return `Without today, ${change.slice(1)} ${visits > before ? 'more' : 'fewer'} than last week.`;
  };
  return `This week: ${all === 0 ? 'no visits yet' : plural(all, 'visit')}. ${beside()}`;
}

/** An audience with its figures. */
export type AudienceFigures = Figures & {
  audienceId: string;
  name: string;
  pageId?: string;
  pageName?: string;
  archivedAt?: string | null;
};

const isLarge = ({ totalSessions }: Figures) => totalSessions >= 30;
const byRate = (a: Figures, b: Figures) =>
  b.conversionCount / b.totalSessions - a.conversionCount / a.totalSessions;
const byConversions = (a: Figures, b: Figures) => b.conversionCount - a.conversionCount;

/** Which audience of all pages converts best. Empty if none converted, or if the answer cannot say. */
export function bestShown(audiences: AudienceFigures[], when: string): string {
  const converted = audiences.filter(
    ({ pageId, archivedAt, conversionCount }) => pageId && !archivedAt && conversionCount > 0,
  );
  const large = converted.filter(isLarge).toSorted(byRate)[0];
  // An answer has at most 100, those with the most visits first. One that it has not may have more conversions.
  const isCut = audiences.length === 100;
  const best = large ?? (isCut ? undefined : converted.toSorted(byConversions)[0]);
  if (!best) return '';
  const of = isCut && audiences.every(isLarge) ? ', of the 100 audiences with the most visits' : '';
  const { name, pageName, totalSessions, conversionCount } = best;
  const visits = plural(totalSessions, 'visit');
  return large
    ? `${name} converts best ${when}: ${percent.format(conversionCount / totalSessions)} of ${visits} on ${pageName}${of}.`
    : `Most conversions ${when}: ${name}, ${shown(conversionCount)} of ${visits} on ${pageName}.`;
}

/** Which audience of a page converts best, and among how many. */
export function bestOfPageShown(audiences: AudienceFigures[], when: string): string[] {
  const large = audiences.filter(isLarge).toSorted(byRate);
  const [best, second] = large;
  const small = audiences.length - large.length;
  const fewer = small > 0 ? ` ${plural(small, 'audience')} had fewer: such rates are shown as n of m.` : '';
  const note = `Among audiences with 30 visits or more.${fewer}`;
  const rate = ({ conversionCount: hits, totalSessions: of }: Figures) => percent.format(hits / of);
  if (best && best.conversionCount > 0) {
    const counts = `${shown(best.conversionCount)} of ${plural(best.totalSessions, 'visit')}`;
    const then = second ? `, then ${second.name} with ${rate(second)}` : '';
    return [`${best.name} converts best ${when}: ${rate(best)} (${counts})${then}.`, note];
  }
  const none =
    large.length === 0
      ? `No audience has 30 visits ${when}, too few for a rate.`
      : `No audience with 30 visits converted ${when}.`;
  const most = audiences.toSorted(byConversions)[0];
  const few =
    most && most.conversionCount > 0
      ? ` Most conversions: ${most.name}, ${shownRate(most.conversionCount, most.totalSessions)} visits.`
      : '';
  return [`${none}${few} Last 90 days or 12 months say more.`, note];
}
