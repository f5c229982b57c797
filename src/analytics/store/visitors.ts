import type { Database } from '../../db/client.ts';
import {
  type CursorBinding,
  damagedCursor,
  decodeCursor,
  encodeCursor,
  type Listing,
} from '../../lib/cursor.ts';
import { toTimestamp } from '../../lib/time.ts';
import { pageOrThrow, selectPage } from '../../pages/store/internal.ts';
import type { Filters } from '../filters.ts';
import { figuresOf } from '../measures.ts';
import type { Range } from '../range.ts';
import type { AccountAnalyticsList, PersonAnalyticsList, VisitorFigures, VisitorSort } from '../schemas.ts';
import { peopleIn, type VisitorKind, type VisitorSums } from '../visitors.ts';
import { askWith } from './ask.ts';
import { Inquiry } from './inquiry.ts';
import { wholeDays } from './items.ts';

interface VisitorListing extends Listing {
  sort: VisitorSort;
  filters: Filters;
  /** Only visits of this page. */
  pageId?: string | undefined;
}

/** A visitor's numbers, as an answer has them, and its place in the order: the number it is sorted by, and its id. */
interface Item {
  id: string;
  rank: number;
  figures: VisitorFigures & { peopleCount: number };
}

const figuresFor = (visitor: VisitorSums) => {
  const { sums, recipientSessions, formSessions, firstAt, lastAt } = visitor;
  const figures = figuresOf(sums);
  return {
    ...figures,
    engagedSessions: figures.bounceEligibleSessions - figures.bounceCount,
    ...{ recipientSessions, formSessions, peopleCount: peopleIn(visitor) },
    ...{ firstVisitAt: toTimestamp(firstAt), lastVisitAt: toTimestamp(lastAt) },
  };
};

function itemOf(id: string, visitor: VisitorSums, name: keyof Item['figures']): Item {
  const figures = figuresFor(visitor);
  const { [name]: value } = figures;
  return { id, rank: typeof value === 'string' ? Date.parse(value) : value, figures };
}

type Place = Pick<Item, 'id' | 'rank'>;

/** The place in the text of a cursor. */
function placeIn(text: string): Place {
  try {
    const [rank, id] = JSON.parse(text);
    if (Number.isFinite(rank) && typeof id === 'string') return { rank, id };
  } catch {
    // Anyone can make a valid checksum.
  }
  throw damagedCursor();
}

/** Orders by a number, ascending or descending, then by id. */
const orderOf =
  (sort: VisitorSort) =>
  (a: Place, b: Place): number => {
    if (a.rank !== b.rank) return (a.rank < b.rank ? -1 : 1) * (sort.startsWith('-') ? -1 : 1);
    return a.id < b.id ? -1 : Number(a.id > b.id);
  };

/**
 * The accounts or persons that came in a range, a page of them in an order, with all visits and those of nobody who is
 * known. A visit belongs to its recipient, and to the sender of its form. Throws `page_not_found`, `invalid_cursor`,
 * `too_many_values`.
 */
async function visitorAnalytics(
  db: Database,
  kind: VisitorKind,
  { start, end }: Range,
  { sort, filters, pageId, limit, cursor }: VisitorListing,
) {
  const binding: CursorBinding = [
    ...(['analytics_visitors', kind, pageId, sort, `${start}-${end}`] as const),
    JSON.stringify(filters),
  ];
  const after = cursor === undefined ? undefined : placeIn(decodeCursor(binding, cursor));
  const inquiry = new Inquiry({
    ...{ pageId, boundaries: [start, end], filters, by: undefined, visitors: kind, now: Date.now() },
  });
  const [[page]] = await askWith(db, [inquiry], [pageId === undefined ? undefined : selectPage({ pageId })]);
  if (pageId !== undefined) pageOrThrow(page);
  const { found } = inquiry;
  const { visitors } = found.answer;
  const name = sort.replace('-', '') as keyof Item['figures'];
  const order = orderOf(sort);
  const all = [...(visitors ?? [])].map(([id, visitor]) => itemOf(id, visitor, name)).sort(order);
  const following = after ? all.filter((item) => order(after, item) < 0) : all;
  const items = following.slice(0, limit);
  const last = following.length > limit ? items.at(-1) : undefined;
  return {
    items,
    hasMore: last !== undefined,
    nextCursor: last ? encodeCursor(binding, JSON.stringify([last.rank, last.id])) : null,
    totalCount: all.length,
    total: figuresOf(visitors?.total ?? new Float64Array()),
    unknown: figuresOf(visitors?.unknown ?? new Float64Array()),
    ...wholeDays(found),
  };
}

/** The accounts that came, as `visitorAnalytics`. */
export async function accountAnalytics(
  db: Database,
  range: Range,
  listing: VisitorListing,
): Promise<AccountAnalyticsList> {
  const { items, ...list } = await visitorAnalytics(db, 'account', range, listing);
  return { items: items.map(({ id, figures }) => ({ accountId: id, ...figures })), ...list };
}

/** The persons that came, as `visitorAnalytics`. */
export async function personAnalytics(
  db: Database,
  range: Range,
  listing: VisitorListing,
): Promise<PersonAnalyticsList> {
  const { items, ...list } = await visitorAnalytics(db, 'person', range, listing);
  return {
    items: items.map(({ id, figures: { peopleCount: _, ...figures } }) => ({ personId: id, ...figures })),
    ...list,
  };
}
