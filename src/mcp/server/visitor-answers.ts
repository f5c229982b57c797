import * as z from 'zod/mini';
import { described } from '../../http/described.ts';
import { excerpt } from '../../lib/excerpt.ts';
import { Account, AccountList } from '../../people/accounts/schemas.ts';
import { AccountLog } from '../../people/logs/schemas.ts';
import { Person, PersonList } from '../../people/persons/schemas.ts';
import { AudienceSessionList, PersonSessionList } from '../../visits/sessions/schemas.ts';
import { timelineKinds } from '../../visits/timelines/place.ts';
import { AccountTimeline } from '../../visits/timelines/schemas.ts';
import { fields, items, name } from './fields.ts';

// What tools return of visits, and of the persons and accounts that came.

const visitFields = [
  'audienceId',
  'versionId',
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

/** What the API says at length. */
const latestVisitAt = described(
  z.nullable(z.string()),
  'Of a form of theirs, or through their link; up to an hour too old.',
);

export const personList = items(PersonList, personFields, { latestVisitAt });

export const person = z.object({
  ...fields(Person, [...personFields, 'createdAt']).shape,
  latestVisitAt,
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
  omittedPersonsCount: described(z.int(), 'How many linked persons have nothing in it.'),
});

const accountFields = [
  ...(['accountId', 'domain', 'name', 'linkedPersonsCount'] as const),
  ...(['latestActivityAt', 'latestVisitAt'] as const),
] as const;

export const accountList = items(AccountList, accountFields, { latestVisitAt });

export const account = z.object({
  ...fields(Account, accountFields).shape,
  latestVisitAt,
  timeline: accountTimeline,
});
