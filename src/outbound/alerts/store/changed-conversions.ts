import { ask } from '../../../analytics/store/ask.ts';
import type { Database } from '../../../db/client.ts';
import type { ConditionOf } from '../../../vocabulary/conditions.ts';
import type { FactsOf } from '../../../vocabulary/firing-sentences.ts';
import { sumAt } from '../../../vocabulary/measures.ts';
import { dateOf, startOfDay } from '../calendar.ts';

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
): FactsOf<'conversions_changed'> | undefined {
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
): Promise<{ day: number; facts: FactsOf<'conversions_changed'> }[]> {
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
