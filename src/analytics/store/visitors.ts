import { pageOrThrow, selectPage } from '../../content/pages/store/internal.ts';
import type { Database } from '../../db/client.ts';
import { type CursorBinding, decodeCursor, encodeCursor, type Listing } from '../../lib/cursor.ts';
import type { Range } from '../../lib/range.ts';
import { toTimestamp } from '../../lib/time.ts';
import { figureAt, figuresOf, type PackedSums, sumAt } from '../../vocabulary/measures.ts';
import type { Filters } from '../filters.ts';
import type { Interval } from '../steps.ts';
import type { AccountAnalyticsList, PersonAnalyticsList, VisitorSort } from '../visitor-schemas.ts';
import type { VisitorKind, VisitorSums } from '../visitors.ts';
import { askWith } from './ask.ts';
import { Inquiry } from './inquiry.ts';
import { firstAfter, wholeDays } from './items.ts';
import { withNames } from './names.ts';
import { orderOf, type Place, placeIn, placeText } from './rank.ts';
import { boundariesOf, stepsOrThrow, timesOf } from './series.ts';

type SortName = Exclude<VisitorSort, `-${string}`>;

interface VisitorListing extends Listing {
  sort: VisitorSort;
  filters: Filters;
  /** Only visits of this page. */
  pageId?: string | undefined;
  /** The steps in which the sessions of each item are counted, if they are. */
  interval?: Interval | undefined;
  timezone: string;
  /** Whether each item has a name. */
  names?: 'true' | 'false' | undefined;
}

/** A visitor, and its place in the order: the number that it is sorted by, and its id. */
interface Item extends Place {
  visitor: VisitorSums;
}

/** The number that visitors are sorted by. */
function rankOf(name: SortName, visitor: VisitorSums, people: Uint32Array): number {
  const { number, group, firstAt, lastAt } = visitor;
  switch (name) {
    case 'engagedSessions':
      return sumAt(group, 'closed') - sumAt(group, 'bounces');
    case 'recipientSessions':
    case 'formSessions':
      return visitor[name];
    case 'firstVisitAt':
      return firstAt;
    case 'lastVisitAt':
      return lastAt;
    case 'peopleCount':
      return people[number] ?? 0;
    default:
      return figureAt(group, name);
  }
}

/** A visitor's numbers, as an answer has them. */
function figuresFor(visitor: VisitorSums, sums: PackedSums, people: Uint32Array) {
  const { recipientSessions, formSessions, firstAt, lastAt } = visitor;
  return {
    ...figuresOf(sums),
    engagedSessions: rankOf('engagedSessions', visitor, people),
    recipientSessions,
    formSessions,
    peopleCount: rankOf('peopleCount', visitor, people),
    firstVisitAt: toTimestamp(firstAt),
    lastVisitAt: toTimestamp(lastAt),
  };
}

/**
 * The accounts or persons that came in a range, a page of them in an order, with all visits and the visits of nobody who is
 * known. A visit belongs to its recipient, and to the sender of its form. With an interval, the sessions of each item of
 * the page are counted by its steps too. Throws `page_not_found`, `invalid_cursor`, `too_many_values`, and
 * `validation_failed` for more than 1,000 steps.
 */
async function visitorAnalytics(
  db: Database,
  kind: VisitorKind,
  range: Range,
  { sort, filters, pageId, interval, timezone, limit, cursor }: VisitorListing,
) {
  const binding: CursorBinding = [
    ...(['analytics_visitors', kind, pageId, sort, `${range.start}-${range.end}`] as const),
    JSON.stringify(filters),
  ];
  const after = cursor === undefined ? undefined : placeIn(decodeCursor(binding, cursor));
  const steps = interval && stepsOrThrow(range, { interval, timezone });
  const boundaries = steps ? boundariesOf(steps, range) : [range.start, range.end];
  const inquiry = new Inquiry({
    pageId,
    boundaries,
    filters,
    by: undefined,
    visitors: kind,
    now: Date.now(),
  });
  const [[page]] = await askWith(db, [inquiry], [pageId === undefined ? undefined : selectPage({ pageId })]);
  if (pageId !== undefined) pageOrThrow(page);
  const { found } = inquiry;
  const { visitors } = found.answer;
  if (!visitors) throw new Error('The question asks who came.');
  const name = sort.replace('-', '') as SortName;
  const ranking = name === 'peopleCount' ? visitors.people() : new Uint32Array();
  const all = Array.from(
    visitors,
    (visitor): Item => ({
      id: visitor.id,
      rank: rankOf(name, visitor, ranking),
      visitor,
    }),
  );
  const following = firstAfter<Place, Item>(all, orderOf(sort), { after, take: limit + 1 });
  const items = following.slice(0, limit);
  const last = following.length > limit ? items.at(-1) : undefined;
  const numbers = new Set(items.map(({ visitor }) => visitor.number));
  const people = visitors.people(numbers);
  const series = steps && visitors.series(numbers);
  return {
    items: items.map(({ id, visitor }) => ({
      id,
      figures: {
        ...figuresFor(visitor, visitors.sumsOf(visitor), people),
        ...(series && { series: series(visitor) }),
      },
    })),
    hasMore: last !== undefined,
    nextCursor: last ? encodeCursor(binding, placeText(last)) : null,
    totalCount: all.length,
    total: figuresOf(visitors.total()),
    unknown: figuresOf(visitors.unknown),
    ...(steps && { steps: timesOf(steps) }),
    ...wholeDays([inquiry]),
  };
}

/** The accounts that came, as `visitorAnalytics`. */
export async function accountAnalytics(
  db: Database,
  range: Range,
  listing: VisitorListing,
): Promise<AccountAnalyticsList> {
  const { items: all, ...list } = await visitorAnalytics(db, 'account', range, listing);
  const items = all.map(({ id, figures }) => ({ accountId: id, ...figures }));
  const idOf = ({ accountId }: { accountId: string }) => accountId;
  return { items: await withNames(db, 'account', items, { names: listing.names, idOf }), ...list };
}

/** The persons that came, as `visitorAnalytics`. */
export async function personAnalytics(
  db: Database,
  range: Range,
  listing: VisitorListing,
): Promise<PersonAnalyticsList> {
  const { items: all, ...list } = await visitorAnalytics(db, 'person', range, listing);
  const items = all.map(({ id, figures: { peopleCount: _, ...figures } }) => ({ personId: id, ...figures }));
  const idOf = ({ personId }: { personId: string }) => personId;
  return { items: await withNames(db, 'person', items, { names: listing.names, idOf }), ...list };
}
