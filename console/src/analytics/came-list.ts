import {
  type AccountAnalytics,
  type AccountAnalyticsList,
  accountAnalytics,
  type PersonAnalytics,
  type PersonAnalyticsList,
  personAnalytics,
} from '@footfall/client';
import type { Asked } from '../data/api.ts';
import type { VisitFilter } from './filters.ts';
import { spanQuery } from './questions.ts';
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

/** The part of a range that says which visits: the key of an answer. */
export const rangeKey = ({ startDate, endDate, zone }: Range) => ({ startDate, endDate, zone });

interface CameQuestion {
  interval?: Interval;
  filter?: VisitFilter;
  names?: 'true';
}

/** Who came in a range, those that came last first; with an interval also when. */
export function whoCame(
  kind: CameKind,
  range: Range,
  { limit, filter, cursor, ...rest }: CameQuestion & { limit: number; cursor?: string | undefined },
): Asked<CameList> {
  const query = {
    ...spanQuery(range, range.zone),
    sort: '-lastVisitAt',
    ...filter,
    ...rest,
    limit,
    ...(cursor && { cursor }),
  };
  return [kind === 'account' ? accountAnalytics : personAnalytics, { query }];
}
