import * as z from 'zod/mini';
import { parseTimestamp, toTimestamp } from '../../lib/time.ts';
import { instantOf, isTimeZone } from '../../lib/time-zone.ts';
import type { Arguments } from './arguments.ts';

const names = ['startDate', 'endDate'];
const date = z
  .string()
  .check(
    z.describe(
      'A date, which is its first moment in `timezone` (or UTC), or an RFC 3339 time with an offset or Z.',
    ),
  );

/** The dates of a query as arguments. A model names days; the API takes instants. */
export const dateArguments = (shape: z.core.$ZodShape) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const schema = shape[name];
      return schema ? [[name, schema._zod.optin ? z.optional(date) : date]] : [];
    }),
  );

/** The arguments with an instant in place of each date. The API refuses what is neither. */
export function withInstants(given: Arguments): Arguments {
  const zone = typeof given.timezone === 'string' && isTimeZone(given.timezone) ? given.timezone : 'UTC';
  const instants = names.flatMap((name) => {
    const midnight = parseTimestamp(`${given[name]}T00:00:00Z`);
    return midnight === undefined ? [] : [[name, toTimestamp(instantOf(midnight, zone))]];
  });
  return { ...given, ...Object.fromEntries(instants) };
}
