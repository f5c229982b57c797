import * as z from 'zod/mini';
import { comparedRange, ranged } from '../http/date-range.ts';
import { limit, listQuery, optionalLimit, pageFields } from '../http/list-query.ts';
import { count, id, textUpTo, timestamp } from '../http/schemas.ts';
import {
  audienceId,
  closedRange,
  compared,
  comparison,
  Figures,
  figures,
  manyItems,
  name,
  names,
  other,
  range,
  sort,
  unlisted,
  wholeDaysBefore,
} from './figures-schemas.ts';
import { filterFields } from './filter-schemas.ts';
import { intervals, mostSteps } from './steps.ts';

/** The query of items of which those with the largest numbers may be chosen. */
const chosenQuery = (limitRule: string) =>
  ranged(
    z.object({ ...range, ...comparedRange, names, sort, limit: optionalLimit(limitRule), ...filterFields }),
  );

export const AudienceAnalyticsQuery = chosenQuery(
  'The most items. With it, an audience without visits has none.',
);

export const AudienceAnalytics = z
  .object({
    audienceId: z
      .optional(id('audience'))
      .check(z.describe('Absent for the visits of no audience, or of archived ones.')),
    name,
    ...figures,
    compared,
  })
  .check(z.meta({ id: 'AudienceAnalytics' }));
export type AudienceAnalytics = z.infer<typeof AudienceAnalytics>;

export const AudienceAnalyticsList = z
  .object({
    items: manyItems(AudienceAnalytics),
    other: z.optional(other).check(z.describe('Only with `sort` or `limit`.')),
    total: z.optional(Figures).check(z.describe('All visits of the range. Only with `sort` or `limit`.')),
    comparison: z.optional(comparison).check(z.describe('Only with `sort` or `limit`.')),
    comparedTotal: compared,
    wholeDaysBefore,
  })
  .check(z.meta({ id: 'AudienceAnalyticsList' }));
export type AudienceAnalyticsList = z.infer<typeof AudienceAnalyticsList>;

export const WorkspaceAudienceQuery = ranged(
  z.object({ ...range, ...comparedRange, sort, ...listQuery, ...filterFields }),
);

const WorkspaceAudience = z
  .object({
    audienceId: id('audience'),
    pageId: z.optional(id('page')),
    name: z.optional(textUpTo(300)),
    pageName: z.optional(textUpTo(2048)).check(z.describe('Its title, or else its URL.')),
    archivedAt: z.optional(z.nullable(timestamp)),
    ...figures,
    compared,
  })
  .check(z.meta({ id: 'WorkspaceAudienceAnalytics' }));

export const WorkspaceAudienceList = z
  .object({
    ...pageFields(WorkspaceAudience),
    other,
    unlisted,
    comparison: z
      .optional(comparison)
      .check(
        z.describe(
          'Of the page whose compared audiences had the most visits. Only without `cursor`; null if more than 10,000 audiences had 30 visits.',
        ),
      ),
    total: Figures,
    comparedTotal: compared,
    wholeDaysBefore,
  })
  .check(z.meta({ id: 'WorkspaceAudienceAnalyticsList' }));
export type WorkspaceAudienceList = z.infer<typeof WorkspaceAudienceList>;

const seriesFields = { ...closedRange, ...comparedRange, interval: z.enum(intervals) };

export const TimeseriesQuery = ranged(z.object({ ...seriesFields, audienceId, ...filterFields }));

export const stepTimes = {
  start: timestamp,
  end: timestamp.check(z.describe('The first moment after the step.')),
};
const Step = z.object({ ...stepTimes, ...figures }).check(z.meta({ id: 'AnalyticsStep' }));

const steps = { items: z.array(Step).check(z.maxLength(mostSteps)), total: Figures };
const comparedSteps = z
  .optional(z.object(steps).check(z.meta({ id: 'ComparedSteps' })))
  .check(
    z.describe('The steps of the compared range, which may be more or fewer. Only with `compareStartDate`.'),
  );

export const Timeseries = z
  .object({ ...steps, compared: comparedSteps, wholeDaysBefore })
  .check(z.meta({ id: 'Timeseries' }));
export type Timeseries = z.infer<typeof Timeseries>;

export const WorkspaceTimeseriesQuery = ranged(
  z.object({ ...seriesFields, limit: limit(50, 'The most pages.'), ...filterFields }),
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
    ...steps,
    pages: z
      .array(PageSeries)
      .check(z.maxLength(100), z.describe('The most visited pages, most visits first.')),
    compared: comparedSteps,
    wholeDaysBefore,
  })
  .check(z.meta({ id: 'WorkspaceTimeseries' }));
export type WorkspaceTimeseries = z.infer<typeof WorkspaceTimeseries>;

export const PageAnalyticsQuery = chosenQuery('The most items.');

const PageAnalytics = z
  .object({ pageId: id('page'), name, ...figures, compared })
  .check(z.meta({ id: 'PageAnalytics' }));

export const PageAnalyticsList = z
  .object({
    items: manyItems(PageAnalytics).check(z.describe('The pages that had visits.')),
    other,
    total: Figures,
    comparedTotal: compared,
    wholeDaysBefore,
  })
  .check(z.meta({ id: 'PageAnalyticsList' }));
export type PageAnalyticsList = z.infer<typeof PageAnalyticsList>;
