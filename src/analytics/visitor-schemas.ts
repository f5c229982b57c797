import * as z from 'zod/mini';
import { ranged } from '../http/date-range.ts';
import { listFields, listQuery } from '../http/list-query.ts';
import { count, id, idFilter, timestamp } from '../http/schemas.ts';
import { Figures, figures, name, names, range, sortsOf, wholeDaysBefore } from './figures-schemas.ts';
import { filterFields } from './filter-schemas.ts';
import { stepTimes } from './schemas.ts';
import { intervals, mostSteps } from './steps.ts';

const visitorFigures = {
  ...figures,
  engagedSessions: count.check(z.describe('bounceEligibleSessions that are no bounces.')),
  recipientSessions: count.check(
    z.describe('Sessions of an audience that was made for them. A link can be forwarded.'),
  ),
  formSessions: count.check(z.describe('Sessions with a form that they sent.')),
  firstVisitAt: timestamp,
  lastVisitAt: timestamp,
  series: z
    .optional(z.array(count).check(z.maxLength(mostSteps)))
    .check(z.describe('The sessions of each step, in the order of `steps`. Only with `interval`.')),
};
export type VisitorFigures = z.infer<z.ZodMiniObject<typeof visitorFigures>>;

const people = { peopleCount: count.check(z.describe('Different recipients and senders of forms.')) };

const visitorQuery = {
  ...range,
  names,
  pageId: idFilter('Visits of this page.'),
  interval: z
    .optional(z.enum(intervals))
    .check(z.describe('Counts the sessions of each item by the steps of the range too: `series`.')),
  ...listQuery,
  ...filterFields,
};
/** What visitors are sorted by. A rate says little: most have few visits. */
const visitorNames = [
  ...(['totalSessions', 'engagedSessions', 'conversionCount', 'formSubmitCount'] as const),
  ...(['recipientSessions', 'formSessions', 'firstVisitAt', 'lastVisitAt'] as const),
] satisfies (keyof VisitorFigures)[];
const sortRule = z.describe('What to sort by; with `-`, the largest or latest first.');

export const PersonAnalyticsQuery = ranged(
  z.object({ ...visitorQuery, sort: z._default(sortsOf(visitorNames), '-totalSessions').check(sortRule) }),
);
export const AccountAnalyticsQuery = ranged(
  z.object({
    ...visitorQuery,
    sort: z._default(sortsOf([...visitorNames, 'peopleCount']), '-totalSessions').check(sortRule),
  }),
);
export type VisitorSort = z.infer<typeof AccountAnalyticsQuery>['sort'];

const StepTimes = z.object(stepTimes).check(z.meta({ id: 'StepTimes' }));
const visitorLists = <T extends z.ZodMiniType>(item: T, id: string) =>
  z
    .object({
      ...listFields(item),
      total: Figures,
      /** The visits of nobody who is known. */
      unknown: Figures,
      steps: z
        .optional(z.array(StepTimes).check(z.maxLength(mostSteps)))
        .check(z.describe('The steps of each `series`. Only with `interval`.')),
      wholeDaysBefore,
    })
    .check(z.meta({ id }));

export const AccountAnalyticsList = visitorLists(
  z
    .object({ accountId: id('account'), name, ...visitorFigures, ...people })
    .check(z.meta({ id: 'AccountAnalytics' })),
  'AccountAnalyticsList',
);
export const PersonAnalyticsList = visitorLists(
  z.object({ personId: id('person'), name, ...visitorFigures }).check(z.meta({ id: 'PersonAnalytics' })),
  'PersonAnalyticsList',
);
export type AccountAnalyticsList = z.infer<typeof AccountAnalyticsList>;
export type PersonAnalyticsList = z.infer<typeof PersonAnalyticsList>;
