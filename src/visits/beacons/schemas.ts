import * as z from 'zod/mini';
import { longestSession } from '../../analytics/lifetime.ts';
import { described, object, strictObject } from '../../http/described.ts';
import { campaignText, referrerHost, visitedUrl } from '../../http/dimension-schemas.ts';
import { given } from '../../http/identifier-schemas.ts';
import { broken, text, textUpTo } from '../../http/schemas.ts';
import { each } from '../../lib/each.ts';
import { longestValues, mostFields } from '../../lib/form-fields.ts';
import { beaconCounts, laterCounts } from '../../vocabulary/counts.ts';
import { campaigns } from '../../vocabulary/dimensions.ts';
import { reasons } from '../left-out/reasons.ts';
import { derivedId } from '../sessions/ids.ts';
import { eventCount, percentage } from '../sessions/schemas.ts';
import type { Dimensions } from './dimensions.ts';
import { keptFields, longestFieldName } from './form-fields.ts';
import { longestReport } from './limits.ts';

const milliseconds = (description: string) =>
  z
    .int('must be a whole number')
    .check(
      z.minimum(0, 'must be at least 0'),
      z.maximum(longestSession, 'must be at most 86,400,000 (a day)'),
      z.meta({ format: 'int32', description }),
    );

/** What a website has opted in. Of these fields, bad ones are left out one by one. */
const formFields = z.pipe(
  z.looseObject({}).check(
    z.meta({
      override: {
        type: 'object',
        additionalProperties: { type: 'string', maxLength: longestValues },
        propertyNames: { type: 'string', minLength: 1, maxLength: longestFieldName },
        maxProperties: mostFields,
      },
      example: { name: 'Lin Bo', message: 'How much for 40 sites?' },
      description:
        'What else the form has, by the names of its fields, for the log of its sender: 2,000 characters together. A new person gets the name that is among them. Numbers of cards are `redacted`. Without an identifier they are ignored.',
    }),
  ),
  z.transform(keptFields),
);

export const FormSubmit = strictObject('FormSubmit', {
  formSubmissionId: z
    .string()
    .check(z.regex(/^[\w\-]{1,64}$/v, 'must be 1 to 64 letters, digits, - and _'), z.meta({ maxLength: 64 })),
  email: given.email,
  phone: given.phoneNumber,
  linkedin: described(given.linkedinProfile, 'A profile URL on linkedin.com, or a handle such as `anna`.'),
  fields: z.optional(formFields),
});

/** An id of what the page shows. Ours have 37 characters at most: three of 255 would not fit into 32 KiB. */
const shownId = text(1, 64);

/** The totals of one session on one page so far. The tracker sends a visit again and again while its session lasts. */
export const Visit = z
  .strictObject({
    analyticsSessionId: z.string().check(
      z.regex(/^[\w\-]{16,64}$/v, 'must be 16 to 64 letters, digits, - and _'),
      z.refine((id) => !id.startsWith(derivedId('')), {
        error: 'must not begin with audience_session_, as an audienceSessionId does',
        params: { code: 'invalid_format' },
      }),
      z.meta({
        maxLength: 64,
        not: { pattern: '^audience_session_' },
        description: 'Made by the tracker; a session is a visit of one page.',
      }),
    ),
    pageId: text(1, 255),
    audienceId: z.nullish(shownId),
    elapsedMs: milliseconds('From the start of the session to the moment of sending.'),
    activeMs: milliseconds('From the start of the session to its last activity.'),
    engagedMs: milliseconds('In which the page was visible and the visitor active.'),
    maxScrollDepthPercentage: percentage,
    ...each(beaconCounts, () => eventCount),
    ...each(laterCounts, () => z.optional(eventCount)),
    hasConversion: z.boolean(),
    versionId: described(
      z.nullish(shownId),
      'The version of the words that the page shows. It counts with the `audienceId` that it is of.',
    ),
    experimentId: described(
      z.nullish(shownId),
      'The running test of the audience, as `experiment` of the resolution has it.',
    ),
    unit: described(
      z.nullish(
        z
          .string()
          .check(z.regex(/^[\w\-]{11}$/v, 'must be 11 letters, digits, - and _'), z.meta({ maxLength: 11 })),
      ),
      'The hash of the test and the visitor, as `experiment` of the resolution has it.',
    ),
    hasActionClick: described(
      z.optional(z.boolean()),
      'The visitor has clicked on the action of the page: an element with `data-footfall-action`.',
    ),
    formSubmit: described(z.optional(FormSubmit), 'The first submit that has an identifier, else the first.'),
    pageTitle: z.optional(text(1, 300)),
    pageUrl: z.optional(visitedUrl),
    referrer: z.optional(referrerHost),
    foundFields: described(
      z.optional(
        z
          .string()
          .check(
            z.regex(/^[\w\-,]*$/v, 'must be names of letters, digits, - and _, separated by commas'),
            z.maxLength(longestReport, `must have at most ${longestReport} characters`),
            z.meta({ example: 'hero,button' }),
          ),
      ),
      'The names in `data-footfall` attributes of the page, separated by commas, for `foundFields` of the page. What is no name of a field is left out.',
    ),
    leftOut: described(
      z.optional(z.enum(['own', 'automated'])),
      'The visit is excluded: `own`, the visitor has asked for it in this browser; `automated`, a program drives the browser.',
    ),
    hasInput: described(
      z.optional(z.boolean()),
      'The visitor has moved or pressed a pointer, touched, typed or turned the wheel.',
    ),
    ...each(campaigns.toSorted(), () => z.optional(campaignText)),
  })
  .check(
    z.superRefine(({ elapsedMs, activeMs, engagedMs }, context) => {
      if (activeMs > elapsedMs) context.addIssue(broken(['activeMs'], 'must not be more than elapsedMs'));
      if (engagedMs > activeMs) context.addIssue(broken(['engagedMs'], 'must not be more than activeMs'));
    }),
    z.meta({ id: 'Visit' }),
  );
export type Visit = z.infer<typeof Visit>;

/** How many ignored fields an answer names, and with how many characters. */
export const mostIgnored = 40;
export const longestIgnored = 100;

export const VisitAnswer = object('VisitAnswer', {
  accepted: described(
    z.boolean(),
    'False for an excluded visit, and for a visitor who asks not to be tracked.',
  ),
  ignoredFields: described(
    z.optional(z.array(textUpTo(longestIgnored)).check(z.maxLength(mostIgnored))),
    'Optional fields of the visit that are bad, such as `referrer`, `formSubmit.phone` or `formSubmit.fields.message`: the visit counts without them.',
  ),
  unknownPageId: described(
    z.optional(z.string().check(z.maxLength(255))),
    'The `pageId` of the visit, if that page does not exist and the collector knows it.',
  ),
});
export type VisitAnswer = z.infer<typeof VisitAnswer>;

/** What the queue gets of a visit: the collector has used the other fields. */
export type SentVisit = Omit<Visit, 'referrer' | 'leftOut'>;

/** The address that sent a form, and its network if it has one, as hashes. */
export interface Sender {
  addressHash: string;
  networkHash: string | undefined;
}

/** A visit in the queue. */
export interface VisitMessage {
  workspace: string;
  receivedAt: number;
  /** When its form was first received, if an earlier visit reported it. */
  formReceivedAt?: number;
  visit: SentVisit;
  /** Who sent its form, as hashes, if D1 did not answer when the form was to be counted against their limits. */
  uncounted?: Sender;
  /** Stands for the address that has sent it, if it is part of a test. */
  address?: string;
  /** Missing in a message that an earlier version has sent. */
  dimensions?: Dimensions;
}

/** What a message must have to be a visit. The collector has validated and normalised the rest. */
const SentShape = z.object({
  workspace: z.string(),
  receivedAt: z.int(),
  formReceivedAt: z.optional(z.int()),
  visit: z.object({
    analyticsSessionId: z.string(),
    pageId: z.string(),
    elapsedMs: z.int(),
    activeMs: z.int(),
    engagedMs: z.int(),
    maxScrollDepthPercentage: z.number(),
    ...each(beaconCounts, () => z.int()),
    hasConversion: z.boolean(),
  }),
});

const LeftOutMessage = z.object({
  kind: z.literal('left out'),
  workspace: z.string(),
  receivedAt: z.int(),
  pageId: z.string(),
  analyticsSessionId: z.string(),
  reason: z.enum(reasons),
});
/** An excluded visit in the queue: what it takes to count it once, and nothing else. */
export type LeftOutMessage = z.infer<typeof LeftOutMessage>;

/** What a visit came to: it counts, or it is excluded. */
export type VerifiedMessage = VisitMessage | LeftOutMessage;

const UnverifiedShape = z.object({
  kind: z.literal('unverified'),
  workspace: z.string(),
  /** SHA-256 of its key. */
  keyHash: z.string(),
  /** Its origin, unless servers or VISIT_ORIGINS sent it. */
  origin: z.optional(z.string()),
  message: z.union([SentShape, LeftOutMessage]),
});
/**
 * A visit that came while D1 did not answer, so that nobody knows whether it may be sent. It is not a visit with a
 * mark: a consumer that does not know the mark must not merge it.
 */
export type UnverifiedMessage = z.infer<typeof UnverifiedShape> & { message: VerifiedMessage };

/** A message of the queue of visits. */
export type QueueMessage = VerifiedMessage | UnverifiedMessage;

const QueueShape = z.union([SentShape, LeftOutMessage, UnverifiedShape]);
/** Whether a message of the queue is one of visits. */
export const isQueueMessage = (body: unknown): body is QueueMessage => QueueShape.safeParse(body).success;
