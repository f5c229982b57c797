import * as z from 'zod/mini';
import { updatedBy } from '../../access/api-keys/schemas.ts';
import { listOf } from '../../http/list-query.ts';
import { webhookPattern } from '../../http/patterns.ts';
import { author, broken, id, instant, textUpTo, timestamp } from '../../http/schemas.ts';
import { type EventType, eventTypes } from '../../vocabulary/events.ts';
import { eventType, sequence } from '../events/schemas.ts';
import { longestAddress, webhookAddress } from './address.ts';
import { forPrograms, isForPrograms } from './for-programs.ts';
import { type Format, formats } from './format/formats.ts';
import { reasonsOff } from './schedule.ts';

/** What a webhook sends. */
const format = z
  .enum(formats)
  .check(
    z.describe(
      '`json`: the event; `slack` and `teams`: a sentence with names, for a channel, with a link into the console.',
    ),
  );

export const Webhook = z
  .object({
    webhookId: id('webhook'),
    url: textUpTo(longestAddress),
    types: z.array(eventType).check(z.maxLength(eventTypes.length)),
    format,
    isOrdered: z.boolean(),
    isEnabled: z.boolean(),
    disabledAt: z.nullable(timestamp),
    disabledReason: z
      .nullable(z.enum(reasonsOff))
      .check(
        z.describe(
          '`gone`: it answered 410; `failing`: every attempt failed, for five days; `request`: by a request.',
        ),
      ),
    failingSince: z.nullable(timestamp).check(z.describe('Since when every attempt has failed.')),
    author,
    createdAt: timestamp,
    updatedAt: timestamp,
    updatedBy,
  })
  .check(z.meta({ id: 'Webhook' }));
export type Webhook = z.infer<typeof Webhook>;

export const WebhookList = listOf(Webhook, 'WebhookList');

const secret = textUpTo(100).check(
  z.describe('What signs the events: `whsec_` and base64. It is shown in this answer only.'),
);

export const WebhookCreated = z.object({ ...Webhook.shape, secret }).check(z.meta({ id: 'WebhookCreated' }));
export type WebhookCreated = z.infer<typeof WebhookCreated>;

export const WebhookRotate = z
  .strictObject({
    overlapSeconds: z
      ._default(z.int().check(z.minimum(0), z.maximum(604_800, 'must be at most 7 days')), 86_400)
      .check(z.meta({ format: 'int32' }), z.describe('How long the previous secret signs, too.')),
  })
  .check(z.meta({ id: 'WebhookRotate' }));

export const WebhookRotated = z
  .object({
    webhookId: id('webhook'),
    secret,
    previousValidUntil: z
      .nullable(timestamp)
      .check(z.describe('Until then each event is signed with the previous secret, too.')),
  })
  .check(z.meta({ id: 'WebhookRotated' }));
export type WebhookRotated = z.infer<typeof WebhookRotated>;

// What depends on the deployment is checked in routes.ts.
const anyDeployment = { ownHosts: [], isLocal: true };
const url = z.string().check(
  z.minLength(1, { abort: true }),
  z.maxLength(longestAddress, { abort: true }),
  z.superRefine((value, context) => {
    const { fault } = webhookAddress(value, anyDeployment);
    if (fault !== undefined) context.addIssue(broken([], fault, 'invalid_format'));
  }),
  z.meta({
    pattern: webhookPattern,
    description:
      'Where events are sent to: https, with a public host that is not of this deployment, and port 443 or one above 1023.',
    example: 'https://hooks.acme.example/footfall',
  }),
);
const types = z
  .array(eventType)
  .check(
    z.minLength(1),
    z.maxLength(eventTypes.length),
    z.describe('Which events are sent. A channel (`slack`, `teams`) has none of `session.*`.'),
  );

/** Refuses what a channel cannot have. */
const isFitting = z.superRefine(
  ({ format, types }: { format?: Format | undefined; types?: EventType[] | undefined }, context) => {
    if (format === undefined || format === 'json') return;
    for (const [place, name] of (types ?? []).entries())
      if (isForPrograms(name)) context.addIssue(broken(['types', place], forPrograms, 'not_allowed'));
  },
  { when: ({ issues }) => issues.length === 0 },
);

export const WebhookCreate = z
  .strictObject({
    url,
    types,
    format: z._default(format, 'json'),
    isOrdered: z
      ._default(z.boolean(), false)
      .check(
        z.describe(
          'Nothing is sent while an earlier event waits for another attempt. It cannot be changed later.',
        ),
      ),
  })
  .check(isFitting, z.meta({ id: 'WebhookCreate' }));
export type WebhookCreate = z.infer<typeof WebhookCreate>;

export const WebhookUpdate = z
  .strictObject({
    url: z.optional(url),
    types: z.optional(types),
    format: z.optional(format),
    isEnabled: z
      .optional(z.boolean())
      .check(
        z.describe(
          'False switches it off. True switches it on again: it gets what happens from then on, and what waited.',
        ),
      ),
  })
  .check(isFitting, z.meta({ id: 'WebhookUpdate' }));
export type WebhookUpdate = z.infer<typeof WebhookUpdate>;

export const WebhookDeleted = z
  .object({ webhookId: id('webhook'), deletedAt: timestamp })
  .check(z.meta({ id: 'WebhookDeleted' }));
export type WebhookDeleted = z.infer<typeof WebhookDeleted>;

export const WebhookRecover = z
  .strictObject({ since: instant.check(z.describe('Events that happened from then on are sent again.')) })
  .check(z.meta({ id: 'WebhookRecover' }));

export const WebhookRecovery = z
  .object({
    webhookId: id('webhook'),
    fromSequence: sequence.check(
      z.describe('Events of its types from this `sequence` on are sent. There may be none yet.'),
    ),
  })
  .check(z.meta({ id: 'WebhookRecovery' }));
export type WebhookRecovery = z.infer<typeof WebhookRecovery>;
