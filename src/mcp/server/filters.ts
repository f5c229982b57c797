import * as z from 'zod/mini';
import type { Violation } from '../../lib/errors.ts';
import { type Dimension, dimensions } from '../../vocabulary/dimensions.ts';
import type { Arguments } from './arguments.ts';

/** What tools take in place of the filters of the API, which would be eleven arguments of each tool. */
export const filters = z
  .optional(z.looseObject({}))
  .check(z.describe('Dimension (`by` of get_breakdown) to value or list of which any; null is unknown.'));

const isDimension = (name: string) => dimensions.includes(name as Dimension);
const isValue = (value: unknown) => value === null || (typeof value === 'string' && value !== '');
const isFilter = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 && value.every(isValue) : isValue(value);

/** The members of an object that are not filters. The API would ignore most of them, and answer for all visits. */
export const filterViolations = (given: object): Violation[] =>
  Object.entries(given).flatMap(([name, value]): Violation[] => {
    const at = { in: 'query', path: `filters.${name}` } as const;
    if (!isDimension(name))
      return [{ ...at, code: 'unknown_field', message: `must be one of ${dimensions.join(', ')}` }];
    if (isFilter(value)) return [];
    return [{ ...at, code: 'invalid_type', message: 'must be a text, null, or a list of these, not empty' }];
  });

/** The arguments with parameters of the API in place of `filters`. */
export function withFilters({ filters = {}, ...given }: Arguments): Arguments {
  const entries = Object.entries(filters as object).map(([name, value]) => [name, [value].flat()] as const);
  const known = entries.map(([name, values]) => [name, values.filter((value) => value !== null)]);
  const unknown = entries.flatMap(([name, values]) => (values.includes(null) ? [name] : []));
  return { ...given, ...Object.fromEntries(known), unknown };
}
