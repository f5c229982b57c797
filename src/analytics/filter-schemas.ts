import * as z from 'zod/mini';
import { broken, textUpTo } from '../http/schemas.ts';
import { type Dimension, dimensions } from './dimensions.ts';

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
/** The value of each dimension that a query filters by; null for all values. */
export const valuesOf = (query: Filtered) =>
  Object.fromEntries(dimensions.map((name) => [name, query[name] ?? null])) as Record<
    Dimension,
    string | null
  >;
const usedIn = (query: Filtered) => dimensions.filter((name) => query[name] !== undefined);

/** The only dimension that a query filters by, and its value. */
export function onlyFilter(query: Filtered): { dimension: Dimension; value: string } | undefined {
  const [dimension] = usedIn(query);
  return dimension && { dimension, value: query[dimension] ?? '' };
}

/** Refuses a query that filters by more than one dimension. */
export const withOneFilter = <T extends z.ZodMiniType<Filtered>>(schema: T) =>
  schema.check(
    z.superRefine((query, context) => {
      for (const name of usedIn(query).slice(1))
        context.addIssue(broken([name], 'must be the only filter: the series of two are not known'));
    }),
  );
