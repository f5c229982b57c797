import type { Database } from '../../db/client.ts';
import type { Listing } from '../../lib/cursor.ts';
import { toTimestamp } from '../../lib/time.ts';
import { figureAt, figuresOf, sumAt } from '../../vocabulary/measures.ts';
import { boundariesOf, type Interval, stepsOrThrow, timesOf } from '../steps.ts';
import type { AccountAnalyticsList, PersonAnalyticsList, VisitorSort } from '../visitor-schemas.ts';
import type { Visitor, VisitorKind } from '../visitors.ts';
import { askAbout, questionOf, type Request } from './ask.ts';
import { Inquiry } from './inquiry.ts';
import { pagesOf, wholeDays } from './items.ts';
import { type Extras, extrasOf } from './visitor-records.ts';

type SortName = Exclude<VisitorSort, `-${string}`>;

interface VisitorRequest extends Request, Listing, Extras {
  sort: VisitorSort;
  /** The steps in which the sessions of each item are counted, if they are. */
  interval?: Interval | undefined;
  timezone: string;
}

/** The number that visitors are sorted by. */
function rankOf(name: SortName, visitor: Visitor, people: Uint32Array): number {
  switch (name) {
    case 'engagedSessions':
      return sumAt(visitor, 'closed') - sumAt(visitor, 'bounces');
    case 'recipientSessions':
    case 'formSessions':
      return visitor.at(name);
    case 'firstVisitAt':
      return visitor.at('firstAt');
    case 'lastVisitAt':
      return visitor.at('lastAt');
    case 'peopleCount':
      return people[visitor.number] ?? 0;
    default:
      return figureAt(visitor, name);
  }
}

/** A visitor's numbers, as an answer has them. */
const figuresFor = (visitor: Visitor, people: Uint32Array) => ({
  ...figuresOf(visitor.own),
  engagedSessions: rankOf('engagedSessions', visitor, people),
  recipientSessions: visitor.at('recipientSessions'),
  formSessions: visitor.at('formSessions'),
  peopleCount: rankOf('peopleCount', visitor, people),
  firstVisitAt: toTimestamp(visitor.at('firstAt')),
  lastVisitAt: toTimestamp(visitor.at('lastAt')),
});

/**
 * The accounts or persons that came in a range, a page of them in an order, with all visits and the visits of nobody who is
 * known. A visit belongs to its recipient, and to the sender of its form. With an interval, the sessions of each item of
 * the page are counted by its steps too. Throws `page_not_found`, `invalid_cursor`, `too_many_values`, and
 * `validation_failed` for more than 1,000 steps.
 */
async function visitorAnalytics(db: Database, kind: VisitorKind, request: VisitorRequest) {
  const { sort, filters, pageId, interval, timezone, range } = request;
  const pageOf = pagesOf(
    ['analytics_visitors', kind, pageId, sort, `${range.start}-${range.end}`, JSON.stringify(filters)],
    request,
  );
  const question = { ...questionOf(request), visitors: kind, hasPages: request.details === 'true' };
  const steps = interval && stepsOrThrow(range, { interval, timezone });
  const inquiry = new Inquiry(steps ? { ...question, boundaries: boundariesOf(steps, range) } : question);
  await askAbout(db, request, [inquiry]);
  const { visitors } = inquiry.found.answer;
  if (!visitors) throw new Error('The question asks who came.');
  const name = sort.replace('-', '') as SortName;
  const isByPeople = name === 'peopleCount';
  const ofAll = isByPeople ? visitors.people() : new Uint32Array();
  let totalCount = 0;
  const ranked = function* () {
    for (const visitor of visitors) {
      visitor.rank = rankOf(name, visitor, ofAll);
      totalCount += 1;
      yield visitor;
    }
  };
  const { items, ...cursors } = pageOf(ranked());
  const shown = new Set(items.map(({ number }) => number));
  const people = isByPeople ? ofAll : visitors.people(shown);
  const series = steps && visitors.series(shown);
  const pages = visitors.pages(shown);
  const listed = items.map((visitor) => ({
    visitor,
    id: visitor.id,
    at: visitor.at('lastAt'),
    pages: pages(visitor),
  }));
  const extras = await extrasOf(db, kind, listed, request);
  return {
    items: listed.map((item) => ({
      id: item.id,
      ...figuresFor(item.visitor, people),
      ...(series && { series: series(item.visitor) }),
      ...extras(item),
    })),
    ...cursors,
    totalCount,
    total: figuresOf(visitors.total()),
    unknown: figuresOf(visitors.unknown),
    ...(steps && { steps: timesOf(steps) }),
    ...wholeDays([inquiry]),
  };
}

/** The accounts that came, as `visitorAnalytics`. */
export async function accountAnalytics(db: Database, request: VisitorRequest): Promise<AccountAnalyticsList> {
  const { items, ...list } = await visitorAnalytics(db, 'account', request);
  return { items: items.map(({ id, ...item }) => ({ accountId: id, ...item })), ...list };
}

/** The persons that came, as `visitorAnalytics`. */
export async function personAnalytics(db: Database, request: VisitorRequest): Promise<PersonAnalyticsList> {
  const { items, ...list } = await visitorAnalytics(db, 'person', request);
  return { items: items.map(({ id, peopleCount: _, ...item }) => ({ personId: id, ...item })), ...list };
}
