import * as z from 'zod/mini';
import { Breakdown } from '../../analytics/breakdown-schemas.ts';
import { comparison } from '../../analytics/figures-schemas.ts';
import {
  AudienceAnalyticsList,
  PageAnalyticsList,
  Timeseries,
  WorkspaceTimeseries,
} from '../../analytics/schemas.ts';
import { intervals } from '../../analytics/steps.ts';
import { AccountAnalyticsList } from '../../analytics/visitor-schemas.ts';
import { Audience, AudienceList, AudienceVersion } from '../../content/audiences/schemas.ts';
import { Metadata } from '../../content/pages/content-schemas.ts';
import { PageList } from '../../content/pages/schemas.ts';
import { described } from '../../http/described.ts';
import { EventList } from '../../outbound/events/schemas.ts';
import { Experiment, ExperimentList } from '../../visits/experiments/schemas.ts';
import { PageLinkList } from '../../visits/page-links/schemas.ts';
import { modelFigures } from '../../vocabulary/measures.ts';
import { fields, items, name, total } from './fields.ts';

// What tools return of pages, their audiences, what tests and visits say of these, and of events.

export const pageList = items(PageList, ['pageId', 'title', 'url', 'audiencesCount']);

const audienceFields = ['audienceId', 'effectiveName', 'personId', 'computedName', 'status'] as const;
export const audienceList = items(AudienceList, audienceFields);

const version = fields(AudienceVersion, [
  'versionId',
  'versionNumber',
  'status',
  'supplementaryContext',
  'publishedAt',
  'allowedActions',
]).check(z.meta({ id: 'ShortVersion' }));

export const audience = z.object({
  ...fields(Audience, [
    ...audienceFields,
    'pageId',
    'archivedAt',
    'actionUrlOverride',
    'actionFormIdOverride',
    'actionFormInstructionsOverride',
    'effectiveFields',
  ]).shape,
  pageTitle: name,
  effectiveMetadata: fields(Metadata, ['title', 'description']),
  latestVersion: version,
  publishedVersion: z.nullable(version),
});
export type AudienceAnswer = z.infer<typeof audience>;

const other = z.nullable(total);

export const testList = items(
  ExperimentList,
  [
    'experimentId',
    'audienceId',
    'name',
    'goal',
    'status',
    'sentence',
    'winnerVersionId',
    'startedAt',
    'endedAt',
  ],
  {
    arms: z.array(
      fields(Experiment.shape.arms.def.element, [
        ...(['versionId', 'versionNumber', 'visitors', 'conversions', 'rate'] as const),
        ...(['lift', 'liftLow', 'liftHigh', 'isBetter'] as const),
      ]),
    ),
    audienceName: name,
  },
);

export const pageAnalytics = z.object({
  ...items(PageAnalyticsList, ['pageId', ...modelFigures], { pageTitle: name }).shape,
  other,
  total,
});

export const audienceAnalytics = z.object({
  ...items(AudienceAnalyticsList, ['audienceId', ...modelFigures], { audienceName: name }).shape,
  other: z.optional(other),
  comparison: z.optional(comparison),
});

const visitorFigures = [
  ...(['engagedSessions', 'recipientSessions', 'formSessions', 'peopleCount'] as const),
  ...(['firstVisitAt', 'lastVisitAt'] as const),
] as const;
export const accountAnalytics = z.object({
  ...items(AccountAnalyticsList, ['accountId', ...modelFigures, ...visitorFigures], { accountName: name })
    .shape,
  total,
  unknown: total,
});

const link = PageLinkList.shape.items.def.element;
export const linkList = z.object({
  ...PageLinkList.shape,
  items: z.array(
    z.object({ ...fields(link, ['pageLinkId', 'path', 'target']).shape, visits: z.optional(total) }),
  ),
});

const steps = {
  interval: z.enum(intervals),
  ...items(Timeseries, ['start', 'totalSessions', 'conversionCount', 'conversionRate', 'formSubmitCount'])
    .shape,
};
export const timeseries = z.object(steps);

export const workspaceTimeseries = z.object({
  ...steps,
  pages: described(
    z.array(z.object({ ...WorkspaceTimeseries.shape.pages.def.element.shape, pageTitle: name })),
    'The most visited pages. `totalSessions` has a number for each of `items`.',
  ),
});

export const breakdown = z.object({ ...items(Breakdown, ['value', ...modelFigures]).shape, other });

const event = EventList.shape.events.def.element;
const actor = z.nullable(
  z.object({
    type: described(z.string(), '`link`: a sign-in link; `tracker`: the script of a website.'),
    apiKeyId: z.nullable(z.string()),
    name: described(z.nullable(z.string()), 'Of the key, or the email of the person.'),
  }),
);
export const eventList = z.object({
  ...fields(EventList, ['next']).shape,
  hasMore: described(z.boolean(), 'More may match, also if `events` is empty.'),
  // The types that an event may have are many.
  events: z.array(z.object({ ...event.shape, type: z.string(), actor })),
  keptTypes: described(z.array(z.string()), 'No event of another type is new.'),
});
