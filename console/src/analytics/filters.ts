import type { Query } from '../nav/router.ts';
import { type Dimension, dimensionNames } from './dimensions.ts';

/** The dimensions that an address filters by. */
export const filteredBy = (query: Query): Dimension[] => dimensionNames.filter((name) => query[name]);

/** What the numbers of a page are limited to. */
export interface NumbersFilter {
  audienceId?: string | undefined;
  by?: Dimension | undefined;
  value?: string | undefined;
}

/** The filter of an address; undefined if it names two dimensions, of which the screen has no figures. */
export function numbersFilter(query: Query): NumbersFilter | undefined {
  const [by, second] = filteredBy(query);
  if (second) return undefined;
  return { audienceId: query.audience, ...(by && { by, value: query[by] }) };
}

/** The changes of an address that filter by one value, and by no other dimension. */
export const onlyBy = (by: Dimension, value: string | undefined): Query => ({
  ...Object.fromEntries(dimensionNames.map((name) => [name, undefined])),
  [by]: value,
});
