import * as z from 'zod/mini';
import { comparedRange, ranged } from '../http/date-range.ts';
import { described, object } from '../http/described.ts';
import { atLeastOne, limit, listFields, listQuery } from '../http/list-query.ts';
import { text, textUpTo } from '../http/schemas.ts';
import { dimensions } from '../vocabulary/dimensions.ts';
import { valueRanks } from '../vocabulary/measures.ts';
import { audienceId, compared, figures, other, range, unlisted, wholeDaysBefore } from './figures-schemas.ts';
import { filterFields } from './filter-schemas.ts';

/** What values are sorted by, the largest first: the smallest numbers are all the same. */
const valueSorts = valueRanks.map((name) => `-${name}` as const);
export type ValueSort = (typeof valueSorts)[number];

const names = described(
  z.optional(z.enum(['true', 'false'])),
  '`true`: each version has its `name`. One more round trip, if there are any.',
);

const valueFields = {
  ...range,
  ...comparedRange,
  names,
  sort: z._default(z.enum(valueSorts), '-totalSessions'),
};
const breakdownFields = {
  ...valueFields,
  by: z.enum(dimensions),
  query: described(z.optional(text(1, 200)), 'A part of the value, in any case.'),
  ...listQuery,
  ...filterFields,
};

export const BreakdownQuery = ranged(z.object({ ...breakdownFields, audienceId }));

export const WorkspaceBreakdownQuery = ranged(z.object(breakdownFields));

const BreakdownItem = object('BreakdownItem', {
  value: described(z.nullable(textUpTo(2048)), 'Null when it is unknown.'),
  name: described(
    z.optional(textUpTo(2048)),
    'Only with `names=true`, of a version: its audience and its number. Absent if there is no such version any more.',
  ),
  ...figures,
  compared,
});
const { items, hasMore, nextCursor } = listFields(BreakdownItem);
const page = { items, hasMore, nextCursor, other, unlisted, comparedTotal: compared };

export const Breakdown = object('Breakdown', { ...page, wholeDaysBefore });
export type Breakdown = z.infer<typeof Breakdown>;

/** The most dimensions of one answer: each is a question of its own, and they share the memory of one. */
const mostDimensions = 6;

const breakdownsFields = {
  ...valueFields,
  by: atLeastOne(
    z.enum(dimensions),
    mostDimensions,
    `A dimension. May be given several times, up to ${mostDimensions}: \`by=referrer&by=country\`.`,
  ),
  limit: limit(10, 'The most values of each dimension.'),
  ...filterFields,
};
export const BreakdownsQuery = ranged(z.object({ ...breakdownsFields, audienceId }));

export const WorkspaceBreakdownsQuery = ranged(z.object(breakdownsFields));

export const Breakdowns = object('Breakdowns', {
  breakdowns: z
    .array(object('BreakdownOfDimension', { by: z.enum(dimensions), ...page }))
    .check(z.maxLength(mostDimensions), z.describe('One for each dimension, in the order of `by`.')),
  wholeDaysBefore,
});
export type Breakdowns = z.infer<typeof Breakdowns>;
