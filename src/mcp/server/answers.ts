import * as z from 'zod/mini';
import { Audience, AudienceList, AudienceVersion } from '../../audiences/schemas.ts';
import { excerpt } from '../../lib/excerpt.ts';
import { Metadata } from '../../pages/metadata-schemas.ts';
import { PageList } from '../../pages/schemas.ts';
import { PersonLogList } from '../../person-logs/schemas.ts';
import { PersonList } from '../../persons/schemas.ts';
import {
  AudienceAnalyticsList,
  Breakdown,
  PageAnalyticsList,
  Timeseries,
} from '../../sessions/analytics-schemas.ts';
import { AudienceSessionList } from '../../sessions/schemas.ts';
import { fields, items } from './fields.ts';

// What tools return of the answers of the API. A model pays for each field, so these are few.

export const pageList = items(PageList, ['pageId', 'title', 'url', 'audiencesCount']);

export const audienceList = items(AudienceList, ['audienceId', 'effectiveName', 'personId', 'status']);

const version = fields(AudienceVersion, [
  'versionId',
  'versionNumber',
  'status',
  'supplementaryContext',
  'publishedAt',
  'allowedActions',
]);

export const audience = z.object({
  ...fields(Audience, [
    'audienceId',
    'pageId',
    'personId',
    'effectiveName',
    'status',
    'archivedAt',
    'actionUrlOverride',
    'actionFormIdOverride',
    'actionFormInstructionsOverride',
  ]).shape,
  effectiveMetadata: fields(Metadata, ['title', 'description']),
  latestVersion: version,
  publishedVersion: z.nullable(version),
});
export type AudienceAnswer = z.infer<typeof audience>;

/** The numbers of analytics. The others of the API follow from these. */
const figures = [
  'totalSessions',
  'conversionCount',
  'conversionRate',
  'formSubmitCount',
  'formSubmitRate',
  'ctaSessions',
  'bounceRate',
  'avgTimeSpentSeconds',
  'avgScrollDepthPercentage',
] as const;
const total = fields(PageAnalyticsList.shape.total, figures);
const other = z.nullable(total);

export const pageAnalytics = z.object({
  ...items(PageAnalyticsList, ['pageId', ...figures]).shape,
  ...{ other, total },
});

export const audienceAnalytics = z.object({
  ...items(AudienceAnalyticsList, ['audienceId', ...figures]).shape,
  other: z.optional(other),
});

export const timeseries = items(Timeseries, [
  'start',
  'totalSessions',
  'conversionCount',
  'conversionRate',
  'formSubmitCount',
]);

export const breakdown = z.object({ ...items(Breakdown, ['value', ...figures]).shape, other });

export const sessionList = items(AudienceSessionList, [
  'sessionStartedAt',
  'audienceId',
  'personId',
  'hasConversion',
  'hasFormSubmit',
  'isBounce',
  'timeSpentSeconds',
  'totalClicksCount',
  'questionsAskedCount',
  'maxScrollDepthPercentage',
  'landingPath',
  'referrer',
  'utmSource',
  'utmCampaign',
  'country',
  'device',
]);

export const personList = items(PersonList, [
  'personId',
  'name',
  'email',
  'domain',
  'phoneNumber',
  'linkedinProfileUrl',
]);

const log = z.object({
  ...fields(PersonLogList.shape.items.def.element, ['createdAt', 'source', 'type']).shape,
  payload: z.pipe(
    z.pipe(
      z.unknown(),
      z.transform((value) => excerpt(JSON.stringify(value), 500)),
    ),
    z.string().check(z.describe('JSON, cut after 500 characters.')),
  ),
});

export const personLogList = z.object({ ...PersonLogList.shape, items: z.array(log) });
