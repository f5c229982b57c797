import * as z from 'zod/mini';
import { ranged } from '../http/date-range.ts';
import { described, object } from '../http/described.ts';
import { listFields, listQuery } from '../http/list-query.ts';
import { broken, count, id, idFilter, onlyValid, textUpTo, timestamp } from '../http/schemas.ts';
import { Account } from '../people/accounts/schemas.ts';
import { Person } from '../people/persons/schemas.ts';
import { Figures, figures, name, names, range, sortsOf, wholeDaysBefore } from './figures-schemas.ts';
import { filterFields } from './filter-schemas.ts';
import { stepTimes } from './schemas.ts';
import { intervals, mostSteps } from './steps.ts';
import { mostPages } from './visitor-pages.ts';

const seen = {
  pages: described(
    z.optional(
      z
        .array(object('PageOfVisitor', { pageId: id('page'), name, totalSessions: count }))
        .check(z.maxLength(mostPages)),
    ),
    'The pages that they saw, most visits first, and by `names` with their names. Only with `details`.',
  ),
  pagesCount: described(z.optional(count), 'How many pages they saw. Only with `details`.'),
  latestVisit: described(
    z.optional(
      z.nullable(
        object('LatestVisitOfVisitor', {
          pageId: id('page'),
          pageName: described(z.nullable(textUpTo(2048)), 'Its title, or else its URL.'),
          personId: described(
            z.nullable(id('person')),
            'The sender of its form, if that is who came; otherwise whom its audience was made for.',
          ),
          personName: z.nullable(textUpTo(320)),
          isSender: described(z.boolean(), 'They sent its form. A link can be forwarded.'),
          hasConversion: z.boolean(),
          hasFormSubmit: z.boolean(),
          totalClicksCount: count,
          questionsAskedCount: count,
          timeSpentSeconds: z.nullable(z.number().check(z.minimum(0), z.meta({ format: 'double' }))),
        }),
      ),
    ),
    'The visit of `lastVisitAt`; null if it has been removed since. Only with `details`.',
  ),
};

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
  ...seen,
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
  details: described(
    z.optional(z.enum(['true', 'false'])),
    '`true`: each item has its `pages` and its `latestVisit`. Not with `interval`. One more round trip.',
  ),
  records: described(
    z.optional(z.enum(['true', 'false'])),
    '`true`: each item has the record that it is about. One more round trip.',
  ),
  ...listQuery,
  ...filterFields,
};
/** Each of both notes every session of the range. */
const detailsOrInterval = z.superRefine<{ details?: string | undefined; interval?: string | undefined }>(
  ({ details, interval }, context) => {
    if (details === 'true' && interval !== undefined)
      context.addIssue(broken(['details'], 'must not be given together with interval', 'not_allowed'));
  },
  { when: onlyValid('details', 'interval') },
);
/** What visitors are sorted by. A rate says little: most have few visits. */
const visitorNames = [
  ...(['totalSessions', 'engagedSessions', 'conversionCount', 'formSubmitCount'] as const),
  ...(['recipientSessions', 'formSessions', 'firstVisitAt', 'lastVisitAt'] as const),
] satisfies (keyof VisitorFigures)[];
const sortRule = z.describe('What to sort by; with `-`, the largest or latest first.');

export const PersonAnalyticsQuery = ranged(
  z.object({ ...visitorQuery, sort: z._default(sortsOf(visitorNames), '-totalSessions').check(sortRule) }),
).check(detailsOrInterval);
export const AccountAnalyticsQuery = ranged(
  z.object({
    ...visitorQuery,
    sort: z._default(sortsOf([...visitorNames, 'peopleCount']), '-totalSessions').check(sortRule),
  }),
).check(detailsOrInterval);
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

const recordOf = <T extends z.ZodMiniType>(schema: T) =>
  described(z.optional(schema), 'Only with `records=true`. Absent if it does not exist any more.');

export const AccountAnalyticsList = visitorLists(
  object('AccountAnalytics', {
    accountId: id('account'),
    name,
    ...visitorFigures,
    ...people,
    account: recordOf(Account),
  }),
  'AccountAnalyticsList',
);
export const PersonAnalyticsList = visitorLists(
  object('PersonAnalytics', { personId: id('person'), name, ...visitorFigures, person: recordOf(Person) }),
  'PersonAnalyticsList',
);
export type AccountAnalyticsList = z.infer<typeof AccountAnalyticsList>;
export type PersonAnalyticsList = z.infer<typeof PersonAnalyticsList>;
