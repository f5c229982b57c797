import * as z from 'zod/mini';
import { described, object } from './described.ts';
import { broken, count, onlyValid, textUpTo } from './schemas.ts';

/** The longest cursor: it may hold an id of 255 four-byte characters, in base64. */
const longestCursor = 1500;

/** A whole number in a query, from 1 to `most`. */
function numberUpTo(most: number) {
  // Written when it is needed: the first number in a language takes 6 ms, which a Worker that starts would wait for.
  const error = () => `must be a whole number from 1 to ${most.toLocaleString('en')}`;
  const digits = z.string().check(
    z.regex(/^(?:0|-?[1-9]\d*)$/v, { error, abort: true }),
    z.refine((value) => Number(value) >= 1, { error, params: { code: 'too_small' } }),
    z.refine((value) => Number(value) <= most, { error, params: { code: 'too_large' } }),
  );
  return z.pipe(digits, z.transform(Number));
}

const mostItems = 100;

/** The schema of such a number in the OpenAPI document, where clients see a number. Build time only. */
const numberOverride =
  (most: number, byDefault?: number) =>
  ({ jsonSchema }: { jsonSchema: object }): void => {
    Object.assign(jsonSchema, {
      type: 'integer',
      format: 'int32',
      minimum: 1,
      maximum: most,
      ...(byDefault === undefined ? {} : { default: byDefault }),
      pattern: undefined,
    });
  };

/** A whole number from 1 to `most`, which may be missing. */
export const numberOr = (byDefault: number, description: string, most: number) =>
  z
    ._default(numberUpTo(most), byDefault)
    .check(z.meta({ override: numberOverride(most, byDefault), description }));

/** How many items an answer has at most, 1 to 100. */
export const limit = (byDefault: number, description = 'Items a page.') =>
  numberOr(byDefault, description, mostItems);

/** As `limit`, but optional. */
export const optionalLimit = (description: string) =>
  z.optional(numberUpTo(mostItems)).check(z.meta({ override: numberOverride(mostItems), description }));

/** The query of every list: 1 to 100 items per page (default 50), after an opaque cursor. */
export const listQuery = {
  cursor: described(z.optional(textUpTo(longestCursor)), '`nextCursor` of the page before.'),
  limit: limit(50),
};
export const ListQuery = z.object(listQuery);

/** The words of a search. Any text is valid, even NUL. */
export const searchText = z.optional(z.string().check(z.maxLength(500, 'must have at most 500 characters')));

/**
 * Refuses an order or a filter beside a `query`: its matches are read newest first, a page at a time. `unset` says which
 * values each has when it is not given.
 */
export const notWithQuery = (unset: Record<string, readonly unknown[]>) =>
  z.superRefine(
    (listing: Record<string, unknown>, context) => {
      if (listing.query === undefined) return;
      for (const [name, values] of Object.entries(unset))
        if (!values.includes(listing[name]))
          context.addIssue(broken([name], 'must not be given together with query', 'not_allowed'));
    },
    { when: onlyValid('query', ...Object.keys(unset)) },
  );

/** The fields of a page of `item`, without a total. */
export const pageFields = <T extends z.ZodMiniType>(item: T) => ({
  items: z.array(item).check(z.maxLength(100)),
  hasMore: z.boolean(),
  nextCursor: z.nullable(textUpTo(longestCursor)),
});

/** The fields of a page of `item`. */
export const listFields = <T extends z.ZodMiniType>(item: T) => ({ ...pageFields(item), totalCount: count });

/** The fields of a page of `item`, of a list that is counted to 1,000. */
export const countedFields = <T extends z.ZodMiniType>(item: T) => ({
  ...listFields(item),
  totalCount: described(z.nullable(count), 'Exact up to 1,000, else null.'),
});

/** The schema of a page of `item`. */
export const listOf = <T extends z.ZodMiniType>(item: T, id: string) => object(id, listFields(item));

const isGiven = (value: unknown) => value !== '' && value !== undefined;

/** One value, or up to `most`. Empty values are ignored. */
const values = <T extends z.ZodMiniType>(schema: T, most: number, least: 0 | 1) =>
  z.pipe(
    z.transform((given: unknown) => [given].flat().filter(isGiven)),
    z.array(schema).check(
      z.refine((values) => values.length <= most, {
        error: `must have at most ${most} values`,
        params: { code: 'too_large' },
      }),
      z.refine((values) => values.length >= least, {
        error: 'This field is required.',
        params: { code: 'required' },
      }),
      z.meta({ maxItems: most, ...(least > 0 && { minItems: least }) }),
    ),
  );

const style = { param: { style: 'form', explode: true } } as const;

/** A parameter that takes one value, or up to `most`. Empty values are ignored. */
export const several = <T extends z.ZodMiniType>(schema: T, most: number, description: string) =>
  z.optional(values(schema, most, 0)).check(z.meta({ description, ...style }));

/** As `several`, but at least one value must be given. */
export const atLeastOne = <T extends z.ZodMiniType>(schema: T, most: number, description: string) =>
  values(schema, most, 1).check(z.meta({ description, ...style }));
