import * as z from 'zod/mini';
import { textUpTo } from '../http/schemas.ts';
import { type Dimension, dimensions } from './dimensions.ts';
import type { Filters } from './filters.ts';

/** The filters of lists and series by the value of a dimension. */
export const dimensionFilters = Object.fromEntries(
  dimensions.map((name) => [
    name,
    z.optional(textUpTo(2048)).check(z.describe(`Visits with exactly this ${name}.`)),
  ]),
) as Record<Dimension, z.ZodMiniOptional<z.ZodMiniString>>;

/** As `dimensionFilters`, for an operation that cannot filter by a dimension exactly. */
export const refusedFilters = Object.fromEntries(
  dimensions.map((name) => [
    name,
    z
      .optional(
        z.string().check(
          z.refine(() => false, {
            error: 'is no filter of this operation: analytics/timeseries and audience_sessions take it',
            params: { code: 'not_allowed' },
          }),
          z.meta({ maxLength: 0 }),
        ),
      )
      .check(z.describe('A 400: only `analytics/timeseries` and `audience_sessions` can be filtered by it.')),
  ]),
) as Record<Dimension, z.ZodMiniOptional<z.ZodMiniString>>;

type Filtered = Partial<Record<Dimension, string | undefined>>;

/** The filters of a query. */
export const filtersOf = (query: Filtered): Filters =>
  Object.fromEntries(
    dimensions.flatMap((name) => (query[name] === undefined ? [] : [[name, [query[name] ?? null]]])),
  );
