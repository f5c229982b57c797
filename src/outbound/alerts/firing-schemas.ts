import * as z from 'zod/mini';
import { described, object } from '../../http/described.ts';
import { pageFields } from '../../http/list-query.ts';
import { count, id, textUpTo, timestamp } from '../../http/schemas.ts';
import { type AlertType, alertTypes } from '../../vocabulary/conditions.ts';
import type { FiringFacts as Facts, FactsOf } from '../../vocabulary/firing-sentences.ts';
import { jobNames } from '../../vocabulary/stalls.ts';
import { mostDays, mostPreviewed, namedAccounts } from './limits.ts';

const longestId = 255;
const date = z.string().check(z.maxLength(10), z.meta({ format: 'date', example: '2026-11-26' }));
const few = (most: number) => z.int().check(z.minimum(1), z.maximum(most), z.meta({ format: 'int32' }));

const day = described(date, 'The day of the zone of the alert.');
const comparedAudience = { audienceId: textUpTo(longestId), visits: count, conversions: count };
const bestAudience = described(
  z.nullable(
    z.object({
      ...comparedAudience,
      isMoreThanChance: z.optional(z.boolean()),
      against: z.optional(z.object(comparedAudience)),
    }),
  ),
  'The highest conversion rate among audiences of one page that have 30 visits and are not made for one person, beside the one that it differs from least certainly. It converts best if `isMoreThanChance`; older firings do not say so. Null if there was nothing to compare.',
);

/** What a firing has, by the type of its condition. */
const facts = {
  accounts_visited: z.object({
    type: z.literal('accounts_visited'),
    date: day,
    visits: described(count, 'There were at least so many in `days`.'),
    days: few(mostDays),
  }),
  link_opened: z.object({ type: z.literal('link_opened'), date: day }),
  conversions_changed: z.object({
    type: z.literal('conversions_changed'),
    date: day,
    visits: described(count, 'The visits of the day.'),
    comparedDate: date,
    comparedVisits: described(count, 'The visits of a week before.'),
    conversions: count,
    comparedConversions: count,
    changePercent: described(
      z.nullable(z.number().check(z.minimum(-100))),
      'By how much conversions differ. Null if there was none a week before.',
    ),
  }),
  weekly_report: z.object({
    type: z.literal('weekly_report'),
    date: described(date, 'The Monday with which the week began, in the zone of the alert.'),
    visits: described(count, 'The visits of the week.'),
    comparedVisits: described(count, 'The visits of the week before.'),
    bestAudience,
    accountIds: z
      .array(textUpTo(longestId))
      .check(z.maxLength(namedAccounts), z.describe('The accounts with the most engaged visits.')),
    moreAccounts: described(count, 'How many accounts came besides.'),
    isCut: described(
      z.optional(z.boolean()),
      'The week had too many audiences or accounts to compare: it has only the numbers of visits.',
    ),
  }),
  service_stalled: z.object({
    type: z.literal('service_stalled'),
    date: day,
    job: described(z.enum(jobNames), 'The stalled job.'),
    since: described(z.nullable(timestamp), 'Since when it waits. Null for a cron that never ran.'),
  }),
} satisfies { [Type in AlertType]: z.ZodMiniType<FactsOf<Type>> };

const all = alertTypes.map((type) => facts[type]);
const FiringFacts = (
  z.discriminatedUnion('type', all as [(typeof all)[number]]) as z.ZodMiniType<Facts>
).check(z.describe('Numbers and ids; which ones follows from the type.'), z.meta({ id: 'FiringFacts' }));

const subject = described(
  z.nullable(textUpTo(longestId)),
  'The account, the person or the page. Null for the whole workspace.',
);

export const AlertFiring = object('AlertFiring', {
  firingId: id('firing'),
  alertId: id('alert'),
  firedAt: timestamp,
  subject,
  facts: FiringFacts,
});
export type AlertFiring = z.infer<typeof AlertFiring>;

export const AlertFiringList = object('AlertFiringList', pageFields(AlertFiring));
export type AlertFiringList = z.infer<typeof AlertFiringList>;

const PreviewedFiring = object('PreviewedFiring', {
  firedAt: timestamp,
  subject,
  facts: FiringFacts,
  visit: described(
    z.nullable(z.object({ personId: z.nullable(textUpTo(longestId)), pageId: textUpTo(longestId) })),
    'The visit that met the condition, which began at `firedAt`: whose link it came by, and on which page. Null of other conditions.',
  ),
});

export const AlertPreview = object('AlertPreview', {
  items: z.array(PreviewedFiring).check(z.maxLength(mostPreviewed)),
  isCut: described(z.boolean(), 'There were more than these, or so many visits that not all were looked at.'),
});
export type AlertPreview = z.infer<typeof AlertPreview>;
