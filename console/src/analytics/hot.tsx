import { dayMs } from '../../../src/lib/durations.ts';
import { number } from '../lib/format.ts';
import type { Came, CameList } from './came.ts';

/**
 * From when on a company or a person is hot: a conversion, and so many engaged visits, which are more than others have in
 * the range by this factor, the last visit not long ago.
 */
const rule = { least: 3, timesAverage: 1.25, days: 7 };

/** How many engaged visits make one hot, among those that came in the range. */
export const hotFrom = ({
  total,
  unknown,
  totalCount,
}: Pick<CameList, 'total' | 'unknown' | 'totalCount'>): number => {
  const average = (total.totalSessions - unknown.totalSessions) / Math.max(totalCount ?? 0, 1);
  return Math.max(rule.least, Math.ceil(rule.timesAverage * average));
};

type Known = Pick<Came, 'engagedSessions' | 'conversionCount' | 'lastVisitAt'>;

/** Whether one that came is hot, with so many engaged visits or more. */
export const isHot = (
  { engagedSessions, conversionCount, lastVisitAt }: Known,
  from: number,
  now = Date.now(),
): boolean =>
  engagedSessions >= from && conversionCount > 0 && Date.parse(lastVisitAt) >= now - rule.days * dayMs;

/** The mark of one that is hot. */
export const HotMark = () => <span class="badge badge-warn">Hot</span>;

/** The rule, as the screen says it. */
export const hotRule = (from: number = rule.least): string =>
  `Hot: a conversion and at least ${number(from)} engaged visits in this range, a quarter above the average, and seen within ${rule.days} days.`;
