import * as z from 'zod/mini';
import { updatedBy } from '../../access/api-keys/schemas.ts';
import { described, object, strictObject } from '../../http/described.ts';
import { listOf } from '../../http/list-query.ts';
import { webhookPattern } from '../../http/patterns.ts';
import { author, broken, id, instant, textUpTo, timestamp } from '../../http/schemas.ts';
import { type EventType, eventTypes } from '../../vocabulary/events.ts';
import { eventType, sequence } from '../events/schemas.ts';
import { longestAddress, webhookAddress } from './address.ts';
import { type Format, formats, forPrograms, isForPrograms } from './format/formats.ts';
import { reasonsOff } from './schedule.ts';

/** What a webhook sends. */
const format = described(
  z.enum(formats),
  '`json`: the event; `slack` and `teams`: a sentence with names, for a channel, with a link into the console.',
);

export const Webhook = object('Webhook', {
  webhookId: id('webhook'),
  url: textUpTo(longestAddress),
  types: z.array(eventType).check(z.maxLength(eventTypes.length)),
  format,
  isOrdered: z.boolean(),
  isEnabled: z.boolean(),
  disabledAt: z.nullable(timestamp),
  disabledReason: described(
    z.nullable(z.enum(reasonsOff)),
    '`gone`: it answered 410; `failing`: every attempt failed, for five days; `request`: by a request.',
  ),
  failingSince: described(z.nullable(timestamp), 'Since when every attempt has failed.'),
  author,
  createdAt: timestamp,
  updatedAt: timestamp,
  updatedBy,
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookList = listOf(Webhook, 'WebhookList');

const secret = described(
  textUpTo(100),
  'What signs the events: `whsec_` and base64. It is shown in this answer only.',
);

export const WebhookCreated = object('WebhookCreated', { ...Webhook.shape, secret });
export type WebhookCreated = z.infer<typeof WebhookCreated>;

export const WebhookRotate = strictObject('WebhookRotate', {
  overlapSeconds: z
    ._default(z.int().check(z.minimum(0), z.maximum(604_800, 'must be at most 7 days')), 86_400)
    .check(z.meta({ format: 'int32' }), z.describe('How long the previous secret signs, too.')),
});

export const WebhookRotated = object('WebhookRotated', {
  webhookId: id('webhook'),
  secret,
  previousValidUntil: described(
    z.nullable(timestamp),
    'Until then each event is signed with the previous secret, too.',
  ),
});
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
    isOrdered: described(
      z._default(z.boolean(), false),
      'One event is sent after the other, and nothing while an earlier one waits for another attempt. Without it, up to five are on their way at once. It cannot be changed later.',
    ),
  })
  .check(isFitting, z.meta({ id: 'WebhookCreate' }));
export type WebhookCreate = z.infer<typeof WebhookCreate>;

export const WebhookUpdate = z
  .strictObject({
    url: z.optional(url),
    types: z.optional(types),
    format: z.optional(format),
    isEnabled: described(
      z.optional(z.boolean()),
      'False switches it off. True switches it on again: it gets what happens from then on, and what waited.',
    ),
  })
  .check(isFitting, z.meta({ id: 'WebhookUpdate' }));
export type WebhookUpdate = z.infer<typeof WebhookUpdate>;

export const WebhookDeleted = object('WebhookDeleted', { webhookId: id('webhook'), deletedAt: timestamp });

export const WebhookRecover = strictObject('WebhookRecover', {
  since: described(instant, 'Events that happened from then on are sent again.'),
});

export const WebhookRecovery = object('WebhookRecovery', {
  webhookId: id('webhook'),
  fromSequence: described(
    sequence,
    'Events of its types from this `sequence` on are sent. There may be none yet.',
  ),
});
export type WebhookRecovery = z.infer<typeof WebhookRecovery>;
