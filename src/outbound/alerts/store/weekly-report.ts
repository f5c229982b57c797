import type { Answer } from '../../../analytics/answer.ts';
import { isTooMany } from '../../../analytics/groups.ts';
import type { Question } from '../../../analytics/question.ts';
import { askWith } from '../../../analytics/store/ask.ts';
import { comparisonFor } from '../../../analytics/store/comparison.ts';
import { Inquiry } from '../../../analytics/store/inquiry.ts';
import { selectPage } from '../../../content/pages/store/internal.ts';
import type { Database } from '../../../db/client.ts';
import type { Range } from '../../../lib/range.ts';
import type { FactsOf } from '../../../vocabulary/firing-sentences.ts';
import { sumAt } from '../../../vocabulary/measures.ts';
import { dateOf, startOfDay } from '../calendar.ts';
import { namedAccounts } from '../limits.ts';

type Report = FactsOf<'weekly_report'>;

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
