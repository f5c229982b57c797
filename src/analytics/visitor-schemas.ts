import * as z from 'zod/mini';
import { ranged } from '../http/date-range.ts';
import { described, object } from '../http/described.ts';
import { listFields, listQuery } from '../http/list-query.ts';
import { count, id, idFilter, timestamp } from '../http/schemas.ts';
import { Figures, figures, name, names, range, sortsOf, wholeDaysBefore } from './figures-schemas.ts';
import { filterFields } from './filter-schemas.ts';
import { stepTimes } from './schemas.ts';
import { intervals, mostSteps } from './steps.ts';

const visitorFigures = {
  ...figures,
  engagedSessions: described(count, 'bounceEligibleSessions that are no bounces.'),
  recipientSessions: described(
    count,
    'Sessions of an audience that was made for them. A link can be forwarded.',
  ),
  formSessions: described(count, 'Sessions with a form that they sent.'),
  firstVisitAt: timestamp,
  lastVisitAt: timestamp,
  series: described(
    z.optional(z.array(count).check(z.maxLength(mostSteps))),
    'The sessions of each step, in the order of `steps`. Only with `interval`.',
  ),
};
export type VisitorFigures = z.infer<z.ZodMiniObject<typeof visitorFigures>>;

const people = { peopleCount: described(count, 'Different recipients and senders of forms.') };

const visitorQuery = {
  ...range,
  names,
  pageId: idFilter('Visits of this page.'),
  interval: described(
    z.optional(z.enum(intervals)),
    'Counts the sessions of each item by the steps of the range too: `series`.',
  ),
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

const StepTimes = object('StepTimes', stepTimes);
const visitorLists = <T extends z.ZodMiniType>(item: T, id: string) =>
  object(id, {
    ...listFields(item),
    total: Figures,
    /** The visits of nobody who is known. */
    unknown: Figures,
    steps: described(
      z.optional(z.array(StepTimes).check(z.maxLength(mostSteps))),
      'The steps of each `series`. Only with `interval`.',
    ),
    wholeDaysBefore,
  });

export const AccountAnalyticsList = visitorLists(
  object('AccountAnalytics', { accountId: id('account'), name, ...visitorFigures, ...people }),
  'AccountAnalyticsList',
);
export const PersonAnalyticsList = visitorLists(
  object('PersonAnalytics', { personId: id('person'), name, ...visitorFigures }),
  'PersonAnalyticsList',
);
export type AccountAnalyticsList = z.infer<typeof AccountAnalyticsList>;
export type PersonAnalyticsList = z.infer<typeof PersonAnalyticsList>;
