import * as z from 'zod/mini';
import { filterFields } from '../../analytics/filter-schemas.ts';
import { intervals } from '../../analytics/steps.ts';
import { described } from '../../http/described.ts';
import { timelineKinds } from '../../visits/timelines/place.ts';
import { fewItems, isSeries, mostSteps, namesIn, usualSteps } from '../server/arguments.ts';
import { isOptional } from '../server/fields.ts';
import type { ReadTool } from '../server/tools.ts';

const limit = described(z._default(z.int(), fewItems), 'Up to 100.');
const timezone = described(z._default(z.string(), 'UTC'), 'An IANA name.');
/** One of those that the API takes several of. */
const kind = z.optional(z.enum(timelineKinds));
/** A list of all would cost a model more than the rest of the tool. `keptTypes` of an answer has those that can be found. */
const eventType = described(z.optional(z.string()), 'Such as audience.updated.');
const interval = described(
  z.optional(z.enum(intervals)),
  `Left out: the finest with at most ${usualSteps} steps. At most ${mostSteps} steps are answered.`,
);
// The instructions of the server say the rest of dates and filters, once.
const date = described(z.string(), 'A date, or an RFC 3339 time.');
const end = described(z.string(), 'Exclusive.');
const cursor = described(z.optional(z.string()), 'A `nextCursor`.');

/** What tools take in place of the filters of the API, which would be eleven arguments of each tool. */
const filters = described(
  z.optional(z.looseObject({})),
  'A value or a list, by dimension (`by` of get_breakdown).',
);

/** Parameters that only add to answers, where each number costs a model. It may ask about two ranges. */
const additions = ['interval', 'names', 'records', 'details', 'compareStartDate', 'compareEndDate'];

/** What tools take in place of parameters of the API. */
const replaced = (shape: z.core.$ZodShape): z.core.$ZodShape => ({
  ...('limit' in shape ? { limit } : {}),
  ...('cursor' in shape ? { cursor } : {}),
  ...('unknown' in shape ? { filters } : {}),
  ...('kind' in shape ? { kind } : {}),
  ...('subject' in shape ? { type: eventType } : {}),
  ...(isSeries(shape) ? { interval } : {}),
  ...('startDate' in shape
    ? {
        startDate: isOptional(shape.startDate) ? z.optional(date) : date,
        endDate: isOptional(shape.endDate) ? z.optional(end) : end,
        timezone,
      }
    : {}),
});

/** The schema of the arguments: the names in the path, and the parameters of the query. */
export function argumentsOf({ path, query, more }: Pick<ReadTool, 'path' | 'query' | 'more'>) {
  const shape: z.core.$ZodShape = { ...query.shape, ...more?.query.shape };
  return z.strictObject({
    ...Object.fromEntries(namesIn(path).map((name) => [name, z.string()])),
    ...Object.fromEntries(
      Object.entries(shape).filter(([name]) => !(name in filterFields || additions.includes(name))),
    ),
    ...replaced(shape),
  });
}
