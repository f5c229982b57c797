import * as z from 'zod/mini';
import { closedDateRange, dateRange, ranged, zone } from '../http/date-range.ts';
import { limit, listFields, listQuery, optionalLimit } from '../http/list-query.ts';
import { count, id, idFilter, text, textUpTo, timestamp } from '../http/schemas.ts';
import { dimensions } from './dimensions.ts';
import { filterFields } from './filter-schemas.ts';
import { intervals, mostSteps } from './steps.ts';

const rate = (description: string) =>
  z.number().check(z.minimum(0), z.maximum(1), z.meta({ format: 'double', description }));
const average = (description: string) =>
  z.number().check(z.minimum(0), z.meta({ format: 'double', description }));

/** The numbers of every answer. */
const figures = {
  totalSessions: count,
  avgInteractionsPerSession: average('Clicks and questions a session.'),
  avgScrollDepthPercentage: average('0 to 100, over the sessions whose depth is known.').check(
    z.maximum(100),
  ),
  avgTimeSpentSeconds: average('Seconds, over the sessions whose time is known.'),
  bounceRate: rate('bounceCount of bounceEligibleSessions.'),
  conversionRate: rate('conversionCount of totalSessions.'),
  formSubmitRate: rate('formSubmitCount of totalSessions.'),
  bounceCount: count,
  bounceEligibleSessions: count.check(
    z.describe('Completed sessions whose time is known, or in which the visitor did something.'),
  ),
  conversionCount: count,
  ctaSessions: count.check(z.describe('Sessions with a click.')),
  formSubmitCount: count,
};
export const Figures = z.object(figures).check(z.meta({ id: 'AnalyticsFigures' }));
export type Figures = z.infer<typeof Figures>;

/** A number to sort by, ascending; with a minus descending. */
export type Sort = keyof Figures | `-${keyof Figures}`;
/** Names to sort by, each ascending and descending. */
const sortsOf = <Name extends string>(names: readonly Name[]) =>
  z.enum(names.flatMap((name): (Name | `-${Name}`)[] => [name, `-${name}`]));
const sort = z
  .optional(sortsOf(Object.keys(figures) as (keyof Figures)[]))
  .check(z.describe('The number to sort items by; with `-`, the largest first.'));
const other = z
  .nullable(Figures)
  .check(z.describe('All visits of the range that are in no item; null if there are none.'));
export const wholeDaysBefore = z
  .optional(timestamp)
  .check(
    z.describe(
      'Visits before this moment are known by whole days (UTC): a range or a step has all of such a day, or nothing of it. Absent if the range has none.',
    ),
  );
const manyItems = <T extends z.ZodMiniType>(item: T) => z.array(item).check(z.maxLength(1_000_000));

const started = 'Sessions that started';
const range = { ...dateRange(started), ...zone };
const closedRange = { ...closedDateRange(started), ...zone };
const audienceId = idFilter('Visits of this audience.');

export const AudienceAnalyticsQuery = ranged(
  z.object({
    ...range,
    sort,
    limit: optionalLimit('The most items. With it, an audience without visits has none.'),
    ...filterFields,
  }),
);

export const AudienceAnalytics = z
  .object({
    audienceId: z
      .optional(id('audience'))
      .check(z.describe('Absent for the visits of no audience, or of archived ones.')),
    ...figures,
  })
  .check(z.meta({ id: 'AudienceAnalytics' }));
export type AudienceAnalytics = z.infer<typeof AudienceAnalytics>;

export const AudienceAnalyticsList = z
  .object({
    items: manyItems(AudienceAnalytics),
    other: z.optional(other).check(z.describe('Only with `sort` or `limit`.')),
    wholeDaysBefore,
  })
  .check(z.meta({ id: 'AudienceAnalyticsList' }));
export type AudienceAnalyticsList = z.infer<typeof AudienceAnalyticsList>;

export const TimeseriesQuery = ranged(
  z.object({
    ...closedRange,
    interval: z.enum(intervals),
    audienceId,
    ...filterFields,
  }),
);

const stepTimes = { start: timestamp, end: timestamp.check(z.describe('The first moment after the step.')) };
const Step = z.object({ ...stepTimes, ...figures }).check(z.meta({ id: 'AnalyticsStep' }));

export const Timeseries = z
  .object({ items: z.array(Step).check(z.maxLength(mostSteps)), total: Figures, wholeDaysBefore })
  .check(z.meta({ id: 'Timeseries' }));
export type Timeseries = z.infer<typeof Timeseries>;

export const WorkspaceTimeseriesQuery = ranged(
  z.object({
    ...closedRange,
    interval: z.enum(intervals),
    limit: limit(50, 'The most pages.'),
    ...filterFields,
  }),
);

const PageSeries = z
  .object({
    pageId: id('page'),
    totalSessions: z
      .array(count)
      .check(z.maxLength(mostSteps), z.describe('The sessions of each step, in the order of `items`.')),
  })
  .check(z.meta({ id: 'PageSeries' }));

export const WorkspaceTimeseries = z
  .object({
    items: z.array(Step).check(z.maxLength(mostSteps)),
    total: Figures,
    pages: z
      .array(PageSeries)
      .check(z.maxLength(100), z.describe('The most visited pages, most visits first.')),
    wholeDaysBefore,
  })
  .check(z.meta({ id: 'WorkspaceTimeseries' }));
export type WorkspaceTimeseries = z.infer<typeof WorkspaceTimeseries>;

/** What values are sorted by. Most have few visits, so a rate says little, and the smallest numbers are all the same. */
const valueSorts = ['-totalSessions', '-conversionCount', '-formSubmitCount', '-bounceCount'] as const;
export type ValueSort = (typeof valueSorts)[number];

const breakdownFields = {
  ...range,
  by: z.enum(dimensions),
  query: z.optional(text(1, 200)).check(z.describe('A part of the value, in any case.')),
  sort: z._default(z.enum(valueSorts), '-totalSessions'),
  ...listQuery,
  ...filterFields,
};

export const BreakdownQuery = ranged(z.object({ ...breakdownFields, audienceId }));

export const WorkspaceBreakdownQuery = ranged(z.object(breakdownFields));

const BreakdownItem = z
  .object({ value: z.nullable(textUpTo(2048)).check(z.describe('Null when it is unknown.')), ...figures })
  .check(z.meta({ id: 'BreakdownItem' }));
const { items, hasMore, nextCursor } = listFields(BreakdownItem);

export const Breakdown = z
  .object({ items, hasMore, nextCursor, other, wholeDaysBefore })
  .check(z.meta({ id: 'Breakdown' }));
export type Breakdown = z.infer<typeof Breakdown>;

export const PageAnalyticsQuery = ranged(
  z.object({ ...range, sort, limit: optionalLimit('The most items.'), ...filterFields }),
);

const PageAnalytics = z.object({ pageId: id('page'), ...figures }).check(z.meta({ id: 'PageAnalytics' }));

export const PageAnalyticsList = z
  .object({
    items: manyItems(PageAnalytics).check(z.describe('The pages that had visits.')),
    other,
    total: Figures,
    wholeDaysBefore,
  })
  .check(z.meta({ id: 'PageAnalyticsList' }));
export type PageAnalyticsList = z.infer<typeof PageAnalyticsList>;

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
    .object({ accountId: id('account'), ...visitorFigures, ...people })
    .check(z.meta({ id: 'AccountAnalytics' })),
  'AccountAnalyticsList',
);
export const PersonAnalyticsList = visitorLists(
  z.object({ personId: id('person'), ...visitorFigures }).check(z.meta({ id: 'PersonAnalytics' })),
  'PersonAnalyticsList',
);
export type AccountAnalyticsList = z.infer<typeof AccountAnalyticsList>;
export type PersonAnalyticsList = z.infer<typeof PersonAnalyticsList>;
