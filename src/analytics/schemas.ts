import * as z from 'zod/mini';
import { comparedRange, ranged } from '../http/date-range.ts';
import { described, object } from '../http/described.ts';
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

export const AudienceAnalytics = object('AudienceAnalytics', {
  audienceId: described(
    z.optional(id('audience')),
    'Absent for the visits of no audience, or of archived ones.',
  ),
  name,
  ...figures,
  compared,
});
export type AudienceAnalytics = z.infer<typeof AudienceAnalytics>;

export const AudienceAnalyticsList = object('AudienceAnalyticsList', {
  items: manyItems(AudienceAnalytics),
  other: described(z.optional(other), 'Only with `sort` or `limit`.'),
  total: described(z.optional(Figures), 'All visits of the range. Only with `sort` or `limit`.'),
  comparison: described(z.optional(comparison), 'Only with `sort` or `limit`.'),
  comparedTotal: compared,
  wholeDaysBefore,
});
export type AudienceAnalyticsList = z.infer<typeof AudienceAnalyticsList>;

export const WorkspaceAudienceQuery = ranged(
  z.object({ ...range, ...comparedRange, sort, ...listQuery, ...filterFields }),
);

const WorkspaceAudience = object('WorkspaceAudienceAnalytics', {
  audienceId: id('audience'),
  pageId: z.optional(id('page')),
  name: z.optional(textUpTo(300)),
  pageName: described(z.optional(textUpTo(2048)), 'Its title, or else its URL.'),
  archivedAt: z.optional(z.nullable(timestamp)),
  ...figures,
  compared,
});

export const WorkspaceAudienceList = object('WorkspaceAudienceAnalyticsList', {
  ...pageFields(WorkspaceAudience),
  other,
  unlisted,
  comparison: described(
    z.optional(comparison),
    'Of the page whose compared audiences had the most visits. Only without `cursor`; null if more than 10,000 audiences had 30 visits.',
  ),
  total: Figures,
  comparedTotal: compared,
  wholeDaysBefore,
});
export type WorkspaceAudienceList = z.infer<typeof WorkspaceAudienceList>;

const seriesFields = { ...closedRange, ...comparedRange, interval: z.enum(intervals) };

export const TimeseriesQuery = ranged(z.object({ ...seriesFields, audienceId, ...filterFields }));

export const stepTimes = {
  start: timestamp,
  end: described(timestamp, 'The first moment after the step.'),
};
const Step = object('AnalyticsStep', { ...stepTimes, ...figures });

const steps = { items: z.array(Step).check(z.maxLength(mostSteps)), total: Figures };
const comparedSteps = described(
  z.optional(object('ComparedSteps', steps)),
  'The steps of the compared range, which may be more or fewer. Only with `compareStartDate`.',
);

export const Timeseries = object('Timeseries', { ...steps, compared: comparedSteps, wholeDaysBefore });
export type Timeseries = z.infer<typeof Timeseries>;

export const WorkspaceTimeseriesQuery = ranged(
  z.object({ ...seriesFields, limit: limit(50, 'The most pages.'), ...filterFields }),
);

const PageSeries = object('PageSeries', {
  pageId: id('page'),
  totalSessions: z
    .array(count)
    .check(z.maxLength(mostSteps), z.describe('The sessions of each step, in the order of `items`.')),
});

export const WorkspaceTimeseries = object('WorkspaceTimeseries', {
  ...steps,
  pages: z
    .array(PageSeries)
    .check(z.maxLength(100), z.describe('The most visited pages, most visits first.')),
  compared: comparedSteps,
  wholeDaysBefore,
});
export type WorkspaceTimeseries = z.infer<typeof WorkspaceTimeseries>;

export const PageAnalyticsQuery = chosenQuery('The most items.');

const PageAnalytics = object('PageAnalytics', { pageId: id('page'), name, ...figures, compared });

export const PageAnalyticsList = object('PageAnalyticsList', {
  items: described(manyItems(PageAnalytics), 'The pages that had visits.'),
  other,
  total: Figures,
  comparedTotal: compared,
  wholeDaysBefore,
});
export type PageAnalyticsList = z.infer<typeof PageAnalyticsList>;
