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
    if (change.startsWith('×')) return `Without today, ${change} the visits of last week.`;
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
const byConversions = (a: Figures, b: Figures) => b.conversionCount - a.conversionCount;

interface Sample {
  name: string;
  totalSessions: number;
  conversionCount: number;
}
/** What an answer says of the audience that converts best. */
export type Comparison = {
  pageName: string;
  first: Sample;
  against: Sample;
  comparedCount: number;
  isMoreThanChance: boolean;
} | null;

const countsOf = ({ conversionCount, totalSessions }: Sample) =>
  `${shown(conversionCount)} of ${shown(totalSessions)}`;
const closeWords = ({ first, against }: NonNullable<Comparison>) =>
  `too close to call: ${first.name} (${countsOf(first)} visits) against ${against.name} (${countsOf(against)})`;
const bestWords = ({ first: { conversionCount, totalSessions } }: NonNullable<Comparison>) =>
  `${percent.format(conversionCount / totalSessions)} (${shown(conversionCount)} of ${plural(totalSessions, 'visit')})`;

/** Which audience converts best, or has the most conversions. Empty if none converted, or if the answer cannot say. */
export function bestShown(audiences: AudienceFigures[], comparison: Comparison, when: string): string {
  if (comparison) {
    const { pageName, first, isMoreThanChance } = comparison;
    if (!isMoreThanChance)
      return `Which audience of ${pageName} converts best ${when} is ${closeWords(comparison)}.`;
    return `${first.name} converts best on ${pageName} ${when}: ${bestWords(comparison)}.`;
  }
  // An answer has at most 100, those with the most visits first. One that it has not may have more conversions.
  if (audiences.length === 100) return '';
  const [most] = audiences
    .filter(({ pageId, archivedAt, conversionCount }) => pageId && !archivedAt && conversionCount > 0)
    .toSorted(byConversions);
  if (!most) return '';
  const { name, pageName, totalSessions, conversionCount } = most;
  return `Most conversions ${when}: ${name}, ${shown(conversionCount)} of ${plural(totalSessions, 'visit')} on ${pageName}.`;
}

/** Which audience of a page converts best, and among how many. */
export function bestOfPageShown(
  audiences: AudienceFigures[],
  comparison: Comparison,
  when: string,
): string[] {
  const small = audiences.filter((one) => !isLarge(one)).length;
  const compared = comparison ? `${shown(comparison.comparedCount)} audiences are compared. ` : '';
  const fewer = small > 0 ? ` ${plural(small, 'audience')} had fewer: such rates are shown as n of m.` : '';
  const note = `${compared}Audiences for one person, and with fewer than 30 visits, are not.${fewer} With enough ranges, some audience looks best by chance.`;
  if (comparison?.isMoreThanChance)
    return [`${comparison.first.name} converts best ${when}: ${bestWords(comparison)}.`, note];
  const longer = 'Last 90 days or 12 months say more.';
  if (comparison)
    return [`Which audience converts best ${when} is ${closeWords(comparison)}. ${longer}`, note];
  const most = audiences.toSorted(byConversions)[0];
  const few =
    most && most.conversionCount > 0
      ? ` Most conversions: ${most.name}, ${shownRate(most.conversionCount, most.totalSessions)} visits.`
      : '';
  return [`No two audiences with 30 visits can be compared ${when}.${few} ${longer}`, note];
}
