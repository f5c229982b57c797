import * as z from 'zod/mini';
import { several } from '../http/list-query.ts';
import { textUpTo } from '../http/schemas.ts';
import { each } from '../lib/each.ts';
import { type Dimension, dimensions, mostFilterValues } from '../vocabulary/dimensions.ts';
import type { Filters } from './question.ts';

const value = textUpTo(2048);

/** The filters of analytics and of the list of visits by dimension, to spread into a query. */
export const filterFields = {
  ...each(dimensions, (name) =>
    several(value, mostFilterValues, `Visits with this ${name}, or with one of several.`),
  ),
  unknown: several(
    z.enum(dimensions),
    dimensions.length,
    'Visits without a value of this dimension. With values of it too: visits with one of these, or without one.',
  ),
  not: several(
    z.enum(dimensions),
    dimensions.length,
    'Turns the filter of this dimension around: visits with none of its values. Those without a value stay, unless `unknown` names it too.',
  ),
};

type Filtered = Partial<Record<Dimension, readonly string[] | undefined>> & {
  unknown?: readonly Dimension[] | undefined;
  not?: readonly Dimension[] | undefined;
};

/** The filters of a query. The order in which it names values, and how often, makes no difference. */
export const filtersOf = ({ unknown = [], not = [], ...query }: Filtered): Filters =>
  Object.fromEntries(
    dimensions.flatMap((name) => {
      const known = [...new Set(query[name])].sort();
      const values = unknown.includes(name) ? [...known, null] : known;
      if (values.length === 0) return [];
      return [[name, not.includes(name) ? { not: values } : values]];
    }),
  );
