import {
  type AccountAnalytics,
  type AccountAnalyticsList,
  accountAnalytics,
  type PersonAnalytics,
  type PersonAnalyticsList,
  personAnalytics,
} from '@footfall/client';
import { ask } from '../data/api.ts';
import { type QueryState, useQuery } from '../data/query.ts';
import type { VisitFilter } from './filters.ts';
import { mostItems, spanQuery } from './questions.ts';
import type { Interval, Range } from './range.ts';

// Who came: companies and persons, by links that were made for one person and by forms.

/** What can come: a company or a person. */
export type CameKind = 'account' | 'person';

/** The numbers of one that came. A person has no `peopleCount`. */
export type Came = (AccountAnalytics | PersonAnalytics) & { peopleCount?: number };

export interface CameList extends Omit<AccountAnalyticsList | PersonAnalyticsList, 'items'> {
  items: Came[];
}

/** The id of one that came. */
export const idOf = (came: Came): string => ('accountId' in came ? came.accountId : came.personId);

/**
 * When somebody was last seen: at their latest visit of all, which may be an hour behind, or at the last of a range. The
 * empty text if neither is known.
 */
export const lastSeen = (latestVisitAt: string | null, lastVisitAt = ''): string =>
  Date.parse(latestVisitAt ?? '') > (Date.parse(lastVisitAt) || 0) ? (latestVisitAt ?? '') : lastVisitAt;

/** The part of a range that says which visits: the key of an answer. */
export const rangeKey = ({ startDate, endDate, zone }: Range) => ({ startDate, endDate, zone });

/** Who came in a range, those that came last first; with an interval also when. */
export function whoCame(
  kind: CameKind,
  range: Range,
  more: {
    limit: number;
    cursor?: string | undefined;
    interval?: Interval;
    filter?: VisitFilter;
    names?: 'true';
  },
  signal: AbortSignal,
): Promise<CameList> {
  const { cursor, filter, ...rest } = more;
  const query = {
    ...spanQuery(range, range.zone),
    sort: '-lastVisitAt' as const,
    ...filter,
    ...rest,
    ...(cursor && { cursor }),
  };
  return kind === 'account'
    ? ask(accountAnalytics, { query, signal })
    : ask(personAnalytics, { query, signal });
}

/** One that came is looked for among so many hundreds: the API answers lists only. */
const mostAnswers = 5;

/** The numbers of one, or that it did not come, which is not certain if too many others came later. */
export interface Found {
  came: Came | undefined;
  isCertain: boolean;
}

async function find(kind: CameKind, id: string, range: Range, signal: AbortSignal): Promise<Found> {
  let cursor: string | undefined;
  for (let answer = 1; answer <= mostAnswers; answer++) {
    const { items, nextCursor } = await whoCame(kind, range, { limit: mostItems, cursor }, signal);
    const came = items.find((item) => idOf(item) === id);
    if (came || !nextCursor) return { came, isCertain: true };
    cursor = nextCursor;
  }
  return { came: undefined, isCertain: false };
}

/** The numbers of a company or a person in a range. */
export const useCame = (kind: CameKind, id: string, range: Range): QueryState<Found> =>
  useQuery(['came', kind, id, rangeKey(range)], (signal) => find(kind, id, range, signal));
