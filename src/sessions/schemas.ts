import * as z from 'zod/mini';
import { listOf, listQuery } from '../http/list-query.ts';
import { broken, count, id, idFilter, instant, textUpTo, timestamp } from '../http/schemas.ts';

const textOrNull = (max: number) => z.nullable(textUpTo(max));
export const identifierTypes = ['email', 'linkedin', 'tel'] as const;
export type IdentifierType = (typeof identifierTypes)[number];

export const AudienceSession = z
  .object({
    analyticsSessionId: textUpTo(255),
    audienceSessionId: textOrNull(300).check(z.describe('Null when the visit was to no audience.')),
    audienceId: z.nullable(id('audience')),
    pageId: z.nullable(id('page')),
    pageTitle: textOrNull(300),
    pageUrl: textOrNull(2048),
    computationStatus: z
      .enum(['pending', 'completed', 'failed'])
      .check(z.describe('`pending` until 30 minutes without activity have passed.')),
    formSubmissionId: textOrNull(255),
    formSubmissionEmail: textOrNull(320),
    formSubmissionPhone: textOrNull(16),
    formSubmissionIdentifier: textOrNull(2048),
    formSubmissionIdentifierType: z.nullable(z.enum(identifierTypes)),
    hasConversion: z.boolean(),
    hasFormSubmit: z.boolean(),
    isBounce: z
      .boolean()
      .check(
        z.describe(
          'Completed, under 10 s engaged, no click, question, form submit or conversion. False when the time is unknown.',
        ),
      ),
    maxScrollDepthPercentage: z
      .nullable(z.number().check(z.minimum(0), z.maximum(100)))
      .check(z.meta({ format: 'double' })),
    questionsAskedCount: count,
    totalClicksCount: count,
    timeSpentSeconds: z.nullable(z.number().check(z.minimum(0))).check(
      z.meta({
        format: 'double',
        description: 'Seconds in which the page was visible and the visitor active.',
      }),
    ),
    sessionStartedAt: timestamp,
    sessionEndedAt: z.nullable(timestamp).check(z.describe('The last activity; null while pending.')),
    utmCampaign: textOrNull(255),
    utmContent: textOrNull(255),
    utmMedium: textOrNull(255),
    utmSource: textOrNull(255),
    utmTerm: textOrNull(255),
    personId: z.nullable(id('person')).check(z.describe('Who submitted the form. An addition.')),
    computationError: textOrNull(1000).check(
      z.describe('Why the session failed or will fail; null for all others. An addition.'),
    ),
  })
  .check(z.meta({ id: 'AudienceSession' }));
export type AudienceSession = z.infer<typeof AudienceSession>;

export const AudienceSessionList = listOf(AudienceSession, 'AudienceSessionList');

/** The longest range that a request may have, in milliseconds. */
const longestRange = 400 * 86_400_000;
/** The number of times that something happened in a visit. */
export const eventCount = z
  .int('must be a whole number')
  .check(
    z.minimum(0, 'must be at least 0'),
    z.maximum(100_000, 'must be at most 100,000'),
    z.meta({ format: 'int32' }),
  );

export const percentage = z
  .number()
  .check(
    z.minimum(0, 'must be at least 0'),
    z.maximum(100, 'must be at most 100'),
    z.meta({ format: 'double' }),
  );

const dateRange = {
  startDate: z.optional(instant).check(z.describe('Sessions that started then or later.')),
  endDate: z.optional(instant).check(z.describe('Sessions that started before.')),
};

/** Refuses a range that ends before it starts, or is longer than 400 days. */
const ranged = <T extends z.ZodMiniType<{ startDate?: string | undefined; endDate?: string | undefined }>>(
  schema: T,
) =>
  schema.check(
    z.superRefine(({ startDate, endDate }, context) => {
      if (startDate === undefined || endDate === undefined) return;
      const length = Date.parse(endDate) - Date.parse(startDate);
      const refuse = (message: string) => context.addIssue(broken(['endDate'], message));
      if (length <= 0) refuse('must be after startDate');
      else if (length > longestRange) refuse('must be at most 400 days after startDate');
    }),
  );

export const AnalyticsQuery = ranged(z.object(dateRange));

export const SessionListQuery = ranged(
  z.object({
    ...listQuery,
    ...dateRange,
    audienceId: idFilter('Visits of this audience.'),
  }),
);

const rate = (description: string) =>
  z.number().check(z.minimum(0), z.maximum(1), z.meta({ format: 'double', description }));
const average = (description: string) =>
  z.number().check(z.minimum(0), z.meta({ format: 'double', description }));

export const AudienceAnalytics = z
  .object({
    audienceId: z
      .optional(id('audience'))
      .check(z.describe('Absent for the visits of no audience, or of archived ones.')),
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
  })
  .check(z.meta({ id: 'AudienceAnalytics' }));
export type AudienceAnalytics = z.infer<typeof AudienceAnalytics>;

export const AudienceAnalyticsList = z
  .object({ items: z.array(AudienceAnalytics).check(z.maxLength(1_000_000)) })
  .check(z.meta({ id: 'AudienceAnalyticsList' }));
