import * as z from 'zod/mini';
import { described, object, strictObject } from '../../http/described.ts';
import { countedFields, limit, listOf, listQuery } from '../../http/list-query.ts';
import { optionalNamePattern } from '../../http/patterns.ts';
import {
  actionUrl,
  clearable,
  count,
  id,
  idInput,
  instant,
  multilineText,
  text,
  textUpTo,
  timestamp,
} from '../../http/schemas.ts';
import { dayMs } from '../../lib/durations.ts';
import { Content, Metadata, MetadataUpdate } from '../pages/content-schemas.ts';
import { FieldsUpdate, FieldValues } from '../pages/field-schemas.ts';
import { type ClientAction, clientActions, versionStatuses } from './lifecycle.ts';

const status = z.enum(versionStatuses);
const override = (max: number) => z.nullable(textUpTo(max));
const supplementaryContext = override(10_000);

export const AudienceVersion = object('AudienceVersion', {
  versionId: id('version'),
  audienceId: id('audience'),
  versionNumber: z.int().check(z.minimum(1), z.meta({ format: 'int64' })),
  status,
  isNewPageAgent: described(
    z.boolean(),
    'Whether the audience had nothing published when this version was opened.',
  ),
  supplementaryContext,
  createdAt: timestamp,
  becameDraftAt: z.nullable(timestamp),
  queuedAt: z.nullable(timestamp),
  queueDurationMs: described(
    z.nullable(count),
    'From queuedAt, or publishAt if that is later, to the start of processing.',
  ),
  publishAt: described(
    z.nullable(timestamp),
    'When it goes live, or went: null if no later time was asked for. An addition.',
  ),
  requestedBy: described(
    z.nullable(textUpTo(100)),
    'Who asked last for its publishing: an email, or the name of a key. An addition.',
  ),
  publishedAt: z.nullable(timestamp),
  cancelledAt: z.nullable(timestamp),
  obsoleteAt: z.nullable(timestamp),
  archivedAt: z.nullable(timestamp),
  cancelReason: described(
    z.nullable(textUpTo(1000)),
    'Why the service cancelled it; null when a client did. An addition.',
  ),
  allowedActions: z
    .array(z.enum(clientActions as [ClientAction, ...ClientAction[]]))
    .check(z.maxLength(clientActions.length), z.describe('What may be done with it now. An addition.')),
});
export type AudienceVersion = z.infer<typeof AudienceVersion>;

const audienceFields = {
  audienceId: id('audience'),
  pageId: id('page'),
  personId: z.nullable(id('person')),
  personRouteKey: described(z.nullable(textUpTo(100)), "The person's slug."),
  computedName: textUpTo(255),
  customName: override(255),
  effectiveName: textUpTo(255),
  isNewPageAgent: z.boolean(),
  status,
  actionFormIdOverride: override(255),
  actionFormInstructionsOverride: override(5000),
  actionUrlOverride: override(2048),
  supplementaryContext,
  archivedAt: z.nullable(timestamp),
  createdAt: timestamp,
  latestVersion: AudienceVersion,
  publishedVersion: z.nullable(AudienceVersion),
  effectiveMetadata: Metadata,
  metadataOverride: Metadata,
  effectiveFields: described(
    FieldValues,
    'The fields of the page as the next version has them. `liveContent` is what visitors get. An addition.',
  ),
  fieldOverrides: described(
    FieldValues,
    'What the audience says in place of the page, also of fields that the page has removed. An addition.',
  ),
};

export const Audience = object('Audience', audienceFields);
export type Audience = z.infer<typeof Audience>;

/** An audience with what visitors get, and with what they would get. Lists have no such content. */
export const AudienceInFull = object('AudienceInFull', {
  ...audienceFields,
  liveContent: described(
    z.nullable(Content),
    'What visitors get of this audience now: the content of `publishedVersion`. Null if they get the page, because nothing is published, or the audience is archived. `nextContent` is what they would get if the latest version were published now. Both are additions.',
  ),
  nextContent: Content,
});
export type AudienceInFull = z.infer<typeof AudienceInFull>;

const settable = {
  actionFormIdOverride: clearable(text(0, 255)),
  actionFormInstructionsOverride: clearable(multilineText(0, 5000)),
  actionUrlOverride: clearable(actionUrl),
  customName: clearable(
    text(0, 255).check(
      z.refine((value) => value === '' || value.trim() !== '', 'must not be blank'),
      z.meta({ maxLength: 255, pattern: optionalNamePattern }),
    ),
  ),
  metadataOverride: described(z.nullish(MetadataUpdate), 'Merged per field; null clears all.'),
  fieldOverrides: described(
    z.nullish(FieldsUpdate),
    'Merged per field of the page; null clears all. An addition.',
  ),
  supplementaryContext: clearable(multilineText(0, 10_000)),
};

export const AudienceUpdate = strictObject('AudienceUpdate', settable);
export type AudienceUpdate = z.infer<typeof AudienceUpdate>;

export const AudienceCreate = strictObject('AudienceCreate', {
  ...settable,
  personId: described(z.nullish(idInput()), 'For whom it is; a page has one audience for a person.'),
  status: described(
    z._default(z.enum(['draft', 'pending']), 'draft'),
    '`pending` while its content is prepared elsewhere.',
  ),
});
export type AudienceCreate = z.infer<typeof AudienceCreate>;

/** How far ahead a publish may be asked for, in days. */
const mostDaysAhead = 400;

/**
 * Whether a publish may be asked for at this time. A time that has come since the request was first sent is allowed, so
 * that a retry is; one that is further away is a mistake.
 */
const isPublishTime = (value: string) => {
  const ahead = Date.parse(value) - Date.now();
  return ahead >= -dayMs && ahead <= mostDaysAhead * dayMs;
};

export const PublishRequest = strictObject('PublishRequest', {
  operationKey: described(z.optional(text(1, 128)), 'Names this publish, so that a retry is known.'),
  publishAt: described(
    z.optional(
      instant.check(
        z.refine(isPublishTime, `must be at most ${mostDaysAhead} days ahead, and at most a day ago`),
      ),
    ),
    `When it goes live, within a minute, with the words of now: at most ${mostDaysAhead} days ahead. A time within the last day means now. An addition.`,
  ),
});
export type PublishRequest = z.infer<typeof PublishRequest>;

export const Preview = object('Preview', {
  token: described(
    textUpTo(100),
    'The value of `preview` of GET /v0/page_links/resolve, which shows the next words with it.',
  ),
  expiresAt: timestamp,
});
export type Preview = z.infer<typeof Preview>;

/** The empty body of an action. */
export const Nothing = strictObject('Nothing', {});

export const AudienceListQuery = z.object({
  ...listQuery,
  limit: limit(100),
});

export const AudienceSearchQuery = z.object({
  ...listQuery,
  query: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(500, 'must have at most 500 characters'),
      z.describe('Words, each of which is a part of the name, in any case, with or without accents.'),
    ),
});

export const AudienceList = listOf(Audience, 'AudienceList');
export const AudienceSearchList = object('AudienceSearchList', countedFields(Audience));
export const PersonAudienceList = object('PersonAudienceList', countedFields(Audience));
export const AudienceVersionList = listOf(AudienceVersion, 'AudienceVersionList');
