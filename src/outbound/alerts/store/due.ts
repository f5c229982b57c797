import type { Answer } from '../../../analytics/answer.ts';
import { isTooMany } from '../../../analytics/groups.ts';
import type { Question } from '../../../analytics/question.ts';
import { ask, askWith } from '../../../analytics/store/ask.ts';
import { comparisonFor } from '../../../analytics/store/comparison.ts';
import { Inquiry } from '../../../analytics/store/inquiry.ts';
import { selectPage } from '../../../content/pages/store/internal.ts';
import type { Database } from '../../../db/client.ts';
import type { Range } from '../../../lib/range.ts';
import type { ConditionOf } from '../../../vocabulary/conditions.ts';
import type { FiringFacts } from '../../../vocabulary/firing-sentences.ts';
import { sumAt } from '../../../vocabulary/measures.ts';
import { dateOf, startOfDay } from '../calendar.ts';
import { namedAccounts } from '../limits.ts';

type Condition = ConditionOf<'conversions_changed'>;

/** The visits of a page on a day, and how many converted. */
interface DayFigures {
  visits: number;
  conversions: number;
}

/** What a change of conversions tells, if it meets the condition. From none, any rise is enough. */
function changeOf(
  { direction, percent, minVisits }: Condition,
  day: number,
  now: DayFigures,
  before: DayFigures,
): FiringFacts | undefined {
  const difference = now.conversions - before.conversions;
  const isAsked = direction === 'any' || (direction === 'up') === difference > 0;
  const isLarge = difference !== 0 && 100 * Math.abs(difference) >= percent * before.conversions;
  const areEnough = Math.min(now.visits, before.visits) >= minVisits;
  if (!isAsked || !isLarge || !areEnough) return undefined;
  return {
    type: 'conversions_changed',
    date: dateOf(day),
    visits: now.visits,
    conversions: now.conversions,
    comparedDate: dateOf(day - 7),
    comparedVisits: before.visits,
    comparedConversions: before.conversions,
    changePercent:
      before.conversions === 0 ? null : Math.round((1000 * difference) / before.conversions) / 10,
  };
}

/** The days on which conversions of a page have changed as a condition says, against the weekday of the week before. */
export async function changedConversions(
  db: Database,
  condition: Condition,
  zone: string,
  days: readonly number[],
): Promise<{ day: number; facts: FiringFacts }[]> {
  const startOf = (day: number) => startOfDay(day, zone);
  const all = days.flatMap((day) => [day - 7, day]);
  const boundaries = [...new Set(all.flatMap((day) => [startOf(day), startOf(day + 1)]))].sort(
    (a, b) => a - b,
  );
  const { answer } = await ask(db, {
    pageId: condition.pageId,
    boundaries,
    filters: {},
    by: undefined,
    now: Date.now(),
  });
  const pieces = answer.piecesOf(null);
  const figuresOf = (day: number): DayFigures => {
    const sums = pieces[boundaries.indexOf(startOf(day))];
    // A zone may skip a date.
    if (!sums || startOf(day) === startOf(day + 1)) return { visits: 0, conversions: 0 };
    const group = { sums, from: 0 };
    return { visits: sumAt(group, 'sessions'), conversions: sumAt(group, 'conversions') };
  };
  return days.flatMap((day) => {
    const facts = changeOf(condition, day, figuresOf(day), figuresOf(day - 7));
    return facts ? [{ day, facts }] : [];
  });
}

type Report = Extract<FiringFacts, { type: 'weekly_report' }>;

/** The accounts whose links had engaged visits, most of them first. Whom a form names is not one: anybody may fill it. */
function accountsIn({ groups }: Answer): Pick<Report, 'accountIds' | 'moreAccounts'> {
  const came = [...groups]
    .flatMap(([id, sums]) => {
      const group = { sums, from: 0 };
      const engaged = sumAt(group, 'closed') - sumAt(group, 'bounces');
      return id && engaged > 0 ? [{ id, engaged }] : [];
    })
    .sort((a, b) => b.engaged - a.engaged || (a.id < b.id ? -1 : 1));
  const named = came.slice(0, namedAccounts);
  return { accountIds: named.map(({ id }) => id), moreAccounts: came.length - named.length };
}

/** Which audience converts best, as analytics compare them. Null if there was nothing to compare. */
async function bestIn(db: Database, { found }: Inquiry, range: Range): Promise<Report['bestAudience']> {
  const comparison = await comparisonFor(db, found.answer.groups, range);
  if (comparison === null) return null;
  const { first, against, isMoreThanChance } = comparison;
  const shown = ({ audienceId, totalSessions, conversionCount }: typeof first) => ({
    audienceId,
    visits: totalSessions,
    conversions: conversionCount,
  });
  return { ...shown(first), isMoreThanChance, against: shown(against) };
}

/** The statement that looks for a page, or none for the workspace. */
const lookFor = (pageId: string | null) => (pageId === null ? undefined : selectPage({ pageId }));

/** Asks for the lists of a report along with its totals. Undefined if they are too large and may be left out. */
async function askForLists(
  db: Database,
  totals: Inquiry,
  week: Question,
  { pageId, mayCut }: { pageId: string | null; mayCut: boolean },
) {
  const audiences = new Inquiry({ ...week, by: 'audienceId' });
  const accounts = new Inquiry({ ...week, by: 'recipientAccountId' });
  try {
    const [pages] = await askWith(db, [totals, audiences, accounts], [lookFor(pageId)]);
    return { audiences, accounts, pages };
  } catch (error) {
    if (!mayCut || !isTooMany(error)) throw error;
    return undefined;
  }
}

/**
 * What the report of a Monday tells of the week before it: of a page, or of the workspace. With `mayCut` it is without
 * its lists if they are too large. Undefined if there is no such page. Throws `too_many_values`.
 */
export async function weeklyReport(
  db: Database,
  pageId: string | null,
  zone: string,
  monday: number,
  mayCut: boolean,
): Promise<Report | undefined> {
  const [before = 0, start = 0, end = 0] = [monday - 14, monday - 7, monday].map((day) =>
    startOfDay(day, zone),
  );
  const about = { pageId: pageId ?? undefined, filters: {}, by: undefined, now: Date.now(), share: 3 };
  const ofTotals = () => new Inquiry({ ...about, boundaries: [before, start, end] });
  let totals = ofTotals();
  const lists = await askForLists(db, totals, { ...about, boundaries: [start, end] }, { pageId, mayCut });
  let pages = lists?.pages;
  if (!lists) {
    totals = ofTotals();
    [pages] = await askWith(db, [totals], [lookFor(pageId)]);
  }
  if (pageId !== null && pages?.length === 0) return undefined;
  const [comparedVisits = 0, visits = 0] = totals.found.answer
    .piecesOf(null)
    .map((sums) => sumAt({ sums, from: 0 }, 'sessions'));
  const report = { type: 'weekly_report', date: dateOf(monday - 7), visits, comparedVisits } as const;
  if (!lists) return { ...report, bestAudience: null, accountIds: [], moreAccounts: 0, isCut: true };
  const bestAudience = await bestIn(db, lists.audiences, { start, end });
  return { ...report, bestAudience, ...accountsIn(lists.accounts.found.answer) };
}
