import { omit } from 'es-toolkit/object';
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
import { excerpt } from '../../lib/excerpt.ts';
import { EventList } from '../../outbound/events/schemas.ts';
import { Account, AccountList } from '../../people/accounts/schemas.ts';
import { AccountLog } from '../../people/logs/schemas.ts';
import { Person, PersonList } from '../../people/persons/schemas.ts';
import { Experiment, ExperimentList } from '../../visits/experiments/schemas.ts';
import { PageLinkList } from '../../visits/page-links/schemas.ts';
import { AudienceSessionList, PersonSessionList } from '../../visits/sessions/schemas.ts';
import { timelineKinds } from '../../visits/timelines/place.ts';
import { AccountTimeline } from '../../visits/timelines/schemas.ts';
import { modelFigures } from '../../vocabulary/measures.ts';

type Shape = z.core.$ZodShape;

export const isOptional = (schema: z.core.$ZodType | undefined) => schema?._zod.optin !== undefined;

/** The schema of an object with only these fields of another one. */
export const fields = <T extends Shape, Name extends keyof T>(
  { shape }: z.ZodMiniObject<T>,
  names: readonly Name[],
) => z.object(Object.fromEntries(names.map((name) => [name, shape[name]])) as Pick<T, Name>);

/** What visits did: of all of a range, or of a part of it. One schema, so that each tool has it once. */
const total = fields(PageAnalyticsList.shape.total, modelFigures).check(z.meta({ id: 'VisitFigures' }));

/** Members of answers that only parameters add which tools do not take. */
const ofAdditions = ['steps', 'compared', 'comparedTotal'] as const;

/** The schema of a list whose items have only these fields, and `added`. */
const items = <
  Item extends Shape,
  T extends Shape & { items: z.ZodMiniArray<z.ZodMiniObject<Item>> },
  Name extends keyof Item,
>(
  { shape }: z.ZodMiniObject<T>,
  names: readonly Name[],
  added: Shape = {},
) =>
  z.object({
    ...(omit(shape, ofAdditions) as Omit<T, (typeof ofAdditions)[number]>),
    ...('unlisted' in shape ? { unlisted: z.nullable(total) } : {}),
    ...('total' in shape ? { total: isOptional(shape.total) ? z.optional(total) : total } : {}),
    items: z.array(z.object({ ...fields(shape.items.def.element, names).shape, ...added })),
  });

// What tools return of the answers of the API. A model pays for each field, so these are few.

export const pageList = items(PageList, ['pageId', 'title', 'url', 'audiencesCount']);

/** A name that `withNames` adds. */
const name = z.optional(z.string());

const audienceFields = ['audienceId', 'effectiveName', 'personId', 'computedName', 'status'] as const;
export const audienceList = items(AudienceList, audienceFields);

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

const visitFields = [
  'audienceId',
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
] as const;

const sessionFields = ['sessionStartedAt', ...visitFields] as const;

export const sessionList = items(AudienceSessionList, [...sessionFields, 'personId', 'recipientPersonId'], {
  audienceName: name,
  personName: name,
  recipientName: name,
});

const personFields = [
  ...(['personId', 'name', 'email', 'domain', 'phoneNumber', 'linkedinProfileUrl'] as const),
  'latestVisitAt',
] as const;

export const personList = items(PersonList, personFields);

export const person = z.object({
  ...fields(Person, [...personFields, 'createdAt']).shape,
  sessions: items(PersonSessionList, [...sessionFields, 'pageId'], {
    audienceName: name,
    // That of the page, or the one that the visitor saw.
    pageTitle: z.nullish(z.string()),
  }),
});

const payload = z.pipe(
  z.pipe(
    z.unknown(),
    z.transform((value) => excerpt(JSON.stringify(value), 500)),
  ),
  described(z.string(), 'JSON, cut after 500 characters.'),
);
const {
  shape: { nextCursor, hasMore, items: timelineItems },
} = AccountTimeline;
const [log, visit, publish] = timelineItems.def.element.def.options;
// One object, because a model pays for each of a union. An item has the member that its `kind` names.
const timelineItem = z.object({
  kind: z.enum(timelineKinds),
  at: log.shape.at,
  by: z.optional(visit.shape.by),
  log: z.optional(
    z.object({
      ...fields(AccountLog, ['source', 'type']).shape,
      payload,
      personId: z.optional(z.string()),
      personName: name,
    }),
  ),
  visit: z.optional(
    z.object({
      ...fields(visit.shape.visit, [...visitFields, 'pageId', 'personId', 'recipientPersonId']).shape,
      pageTitle: z.nullish(z.string()),
      personName: name,
      recipientName: name,
    }),
  ),
  publish: z.optional(
    z.object({
      ...fields(publish.shape.publish, ['audienceId', 'audienceName', 'pageId', 'personId', 'versionNumber'])
        .shape,
      pageTitle: name,
      personName: name,
    }),
  ),
});

export const timeline = z.object({ items: z.array(timelineItem), hasMore, nextCursor });

const accountTimeline = z.object({
  ...timeline.shape,
  omittedPersonsCount: AccountTimeline.shape.omittedPersonsCount,
});

const accountFields = [
  ...(['accountId', 'domain', 'name', 'linkedPersonsCount'] as const),
  ...(['latestActivityAt', 'latestVisitAt'] as const),
] as const;

export const accountList = items(AccountList, accountFields);

export const account = z.object({ ...fields(Account, accountFields).shape, timeline: accountTimeline });

export const eventList = z.object({
  ...fields(EventList, ['events', 'hasMore', 'next']).shape,
  // Of the types that an event may have, which are many.
  keptTypes: described(z.array(z.string()), 'No event of another type is new.'),
});
