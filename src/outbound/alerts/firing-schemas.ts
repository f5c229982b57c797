import * as z from 'zod/mini';
import { listQuery } from '../../http/list-query.ts';
import { count, id, textUpTo, timestamp } from '../../http/schemas.ts';
import { alertTypes } from '../../vocabulary/conditions.ts';
import { mostDays, mostPreviewed, namedAccounts } from './limits.ts';

const longestId = 255;
const date = z.string().check(z.maxLength(10), z.meta({ format: 'date', example: '2026-11-26' }));
const few = (most: number) => z.int().check(z.minimum(1), z.maximum(most), z.meta({ format: 'int32' }));

const comparedAudience = { audienceId: textUpTo(longestId), visits: count, conversions: count };

const FiringFacts = z
  .object({
    type: z.enum(alertTypes),
    date: date.check(
      z.describe(
        'The day of the zone of the alert. Of a `weekly_report` the Monday with which its week began.',
      ),
    ),
    visits: z
      .optional(count)
      .check(
        z.describe(
          'The visits of the day or the week. Of `accounts_visited`, there were at least so many in `days`.',
        ),
      ),
    days: z.optional(few(mostDays)),
    comparedDate: z.optional(date),
    comparedVisits: z.optional(count).check(z.describe('Those of a week before.')),
    conversions: z.optional(count),
    comparedConversions: z.optional(count),
    changePercent: z
      .optional(z.nullable(z.number().check(z.minimum(-100))))
      .check(z.describe('By how much conversions differ. Null if there was none a week before.')),
    bestAudience: z
      .optional(
        z.nullable(
          z.object({
            ...comparedAudience,
            isMoreThanChance: z.optional(z.boolean()),
            against: z.optional(z.object(comparedAudience)),
          }),
        ),
      )
      .check(
        z.describe(
          'The highest conversion rate among audiences of one page that have 30 visits and are not made for one person, beside the one that it differs from least certainly. It converts best if `isMoreThanChance`; older firings do not say so. Null if there was nothing to compare.',
        ),
      ),
    accountIds: z
      .optional(z.array(textUpTo(longestId)).check(z.maxLength(namedAccounts)))
      .check(z.describe('The accounts with the most engaged visits.')),
    moreAccounts: z.optional(count).check(z.describe('How many accounts came besides.')),
    isCut: z
      .optional(z.boolean())
      .check(
        z.describe(
          'The week had too many audiences or accounts to compare: it has only the numbers of visits.',
        ),
      ),
  })
  .check(z.describe('Numbers and ids; which ones follows from the type.'), z.meta({ id: 'FiringFacts' }));

const subject = z
  .nullable(textUpTo(longestId))
  .check(z.describe('The account, the person or the page. Null for the whole workspace.'));

export const AlertFiring = z
  .object({ firingId: id('firing'), alertId: id('alert'), firedAt: timestamp, subject, facts: FiringFacts })
  .check(z.meta({ id: 'AlertFiring' }));
export type AlertFiring = z.infer<typeof AlertFiring>;

const { cursor, limit } = listQuery;
export const AlertFiringQuery = z.object({ cursor, limit });

export const AlertFiringList = z
  .object({
    items: z.array(AlertFiring).check(z.maxLength(100)),
    hasMore: z.boolean(),
    nextCursor: z.nullable(textUpTo(1500)),
  })
  .check(z.meta({ id: 'AlertFiringList' }));
export type AlertFiringList = z.infer<typeof AlertFiringList>;

const PreviewedFiring = z
  .object({ firedAt: timestamp, subject, facts: FiringFacts })
  .check(z.meta({ id: 'PreviewedFiring' }));

export const AlertPreview = z
  .object({
    items: z.array(PreviewedFiring).check(z.maxLength(mostPreviewed)),
    isCut: z
      .boolean()
      .check(z.describe('There were more than these, or so many visits that not all were looked at.')),
  })
  .check(z.meta({ id: 'AlertPreview' }));
export type AlertPreview = z.infer<typeof AlertPreview>;
