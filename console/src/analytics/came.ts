import {
  type Account,
  type AccountAnalytics,
  type AccountAnalyticsData,
  type AccountAnalyticsList,
  accountAnalytics,
  type Person,
  type PersonAnalytics,
  type PersonAnalyticsList,
  personAnalytics,
} from '@footfall/client';
import { enoughSessions } from '../../../src/lib/chance.ts';
import type { Asked } from '../data/api.ts';
import { number, percent, plural } from '../lib/format.ts';
import type { VisitFilter } from './filters.ts';
import { spanQuery } from './questions.ts';
import type { Interval, Range } from './range.ts';

// Who came: companies and persons, by links that were made for one person and by forms.

/** What can come: a company or a person. */
export type CameKind = 'account' | 'person';

/** The numbers of one that came. A person has no `peopleCount`. */
export type Came = (AccountAnalytics | PersonAnalytics) & Pick<Partial<AccountAnalytics>, 'peopleCount'>;

export interface CameList extends Omit<AccountAnalyticsList | PersonAnalyticsList, 'items'> {
  items: Came[];
}

/** The id of one that came. */
export const idOf = (came: Came): string => ('accountId' in came ? came.accountId : came.personId);

/** The record of one that came, if it was asked for and is still there. */
export const recordOf = (came: Came): Account | Person | undefined =>
  'accountId' in came ? came.account : came.person;

/** The part of a range that says which visits: the key of an answer. */
export const rangeKey = ({ startDate, endDate, zone }: Range) => ({ startDate, endDate, zone });

/** What those that came are sorted by. */
export type CameSort = NonNullable<NonNullable<AccountAnalyticsData['query']>['sort']>;

interface CameQuestion {
  sort?: CameSort;
  interval?: Interval;
  filter?: VisitFilter;
  names?: 'true';
  /** Each with its record. */
  records?: 'true';
  /** Each with the pages that it saw, and its last visit. */
  details?: 'true';
}

/** Who came in a range, those that came last first unless `sort` says otherwise; with an interval also when. */
export function whoCame(
  kind: CameKind,
  range: Range,
  { limit, filter, cursor, ...rest }: CameQuestion & { limit: number; cursor?: string | undefined },
): Asked<CameList> {
  const query = {
    ...spanQuery(range, range.zone),
    sort: '-lastVisitAt' as CameSort,
    ...filter,
    ...rest,
    limit,
    ...(cursor && { cursor }),
  };
  return [kind === 'account' ? accountAnalytics : personAnalytics, { query }];
}

/** The numbers that say how one is known to have come. */
export interface Ways {
  totalSessions: number;
  recipientSessions: number;
  formSessions: number;
}

/** Why a link says less than a form. It stands wherever a link is counted. */
export const forwarded = 'A link can be forwarded: it shows whom it is for, not who opened it.';

/** How many visits are by somebody known: "12 of 240 visits identified (5%)". */
export function answerOf(total: number, unknown: number): string {
  const known = total - unknown;
  const share = total < enoughSessions ? '' : ` (${percent(known / total)})`;
  return `${number(known)} of ${plural(total, 'visit')} identified${share}`;
}

/** How a company or a person came: "12 link opens, 2 forms, 1 both". Their sum is all visits. */
export function waysOf({ totalSessions, recipientSessions, formSessions }: Ways): string {
  const counts = [
    [totalSessions - formSessions, 'link open', 'link opens'],
    [totalSessions - recipientSessions, 'form', 'forms'],
    [recipientSessions + formSessions - totalSessions, 'both', 'both'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => plural(count, one, several))
    .join(', ');
}

/** What a person is called in a list of those that came: only a form says that it was the person. */
export const whoWas = (name: string, { formSessions }: Pick<Ways, 'formSessions'>): string =>
  formSessions > 0 ? name : `${name}’s link`;

/**
 * When somebody was last seen: at their latest visit of all, which may be an hour behind, or at the last of a range. The
 * empty text if neither is known.
 */
export const lastSeen = (latestVisitAt: string | null, lastVisitAt = ''): string =>
  Date.parse(latestVisitAt ?? '') > (Date.parse(lastVisitAt) || 0) ? (latestVisitAt ?? '') : lastVisitAt;

type Seen = Pick<Came, 'pages' | 'pagesCount'>;

/** How many pages are named. */
const namedPages = 2;

/** The pages that one saw the most: "Pricing, Request a demo and 3 more pages". */
export function pagesInWords({ pages = [], pagesCount = 0 }: Seen): string {
  const names = pages.slice(0, namedPages).map(({ pageId, name = pageId }) => name);
  const more = pagesCount - names.length;
  return more > 0 ? `${names.join(', ')} and ${plural(more, 'more page')}` : names.join(', ');
}

type LatestVisit = NonNullable<Came['latestVisit']>;

/** What was done in a visit, as the end of a sentence. */
export function deedOf(
  visit: Pick<
    LatestVisit,
    'hasConversion' | 'hasFormSubmit' | 'questionsAskedCount' | 'totalClicksCount' | 'timeSpentSeconds'
  >,
): string {
  if (visit.hasConversion) return 'converted on';
  if (visit.hasFormSubmit) return 'sent a form on';
  if (visit.questionsAskedCount > 0) return 'asked a question on';
  if (visit.totalClicksCount > 0) return 'clicked on';
  return visit.timeSpentSeconds !== null && visit.timeSpentSeconds >= 10 ? 'read' : 'opened';
}

/** What was done last, and by whom if more than one may have come: "Zoë’s link: read Pricing". */
export function lastDeed(visit: LatestVisit, isOfMany: boolean): string {
  const deed = `${deedOf(visit)} ${visit.pageName ?? 'a page'}`;
  const { personName, isSender } = visit;
  if (!isOfMany || personName === null) return `${deed.charAt(0).toUpperCase()}${deed.slice(1)}`;
  return isSender ? `${personName} ${deed}` : `${whoWas(personName, { formSessions: 0 })}: ${deed}`;
}
