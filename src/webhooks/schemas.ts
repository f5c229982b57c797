import * as z from 'zod/mini';
import { eventTypes } from '../events/types.ts';
import { listOf, listQuery } from '../http/list-query.ts';
import { webhookPattern } from '../http/patterns.ts';
import { author, broken, count, id, instant, textUpTo, timestamp } from '../http/schemas.ts';
import { longestAddress, webhookAddress } from './address.ts';
import { faults } from './attempt.ts';
import { mostAttempts } from './schedule.ts';

const type = z.enum(eventTypes, 'must be a type of event, such as person.created');
const statusCode = z
  .nullable(z.int().check(z.minimum(100), z.maximum(999), z.meta({ format: 'int32' })))
  .check(z.describe('Of the answer. Null if there was none.'));
const durationMs = z.int().check(z.minimum(0), z.meta({ format: 'int64' }));
const error = z
  .nullable(z.enum(faults))
  .check(
    z.describe(
      '`timeout`: no answer in 20 seconds; `connection`: it cannot be reached; `redirect`: it answered with another address; `refused_address`: the address is not one that events are sent to. Null if the status says it.',
    ),
  );
const answer = z
  .nullable(textUpTo(1024))
  .check(
    z.describe(
      'The first KiB of what it answered, of the latest attempts that failed. An erasure of any person removes all of them.',
    ),
  );

export const Webhook = z
  .object({
    webhookId: id('webhook'),
    url: textUpTo(longestAddress),
    types: z.array(type).check(z.maxLength(eventTypes.length)),
    isOrdered: z.boolean(),
    isEnabled: z.boolean(),
    disabledAt: z.nullable(timestamp),
    disabledReason: z
      .nullable(z.enum(['gone', 'failing', 'request']))
      .check(
        z.describe(
          '`gone`: it answered 410; `failing`: every attempt failed, for five days; `request`: by a request.',
        ),
      ),
    failingSince: z.nullable(timestamp).check(z.describe('Since when every attempt has failed.')),
    author,
    createdAt: timestamp,
    updatedAt: timestamp,
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
      ._default(
        z.int().check(z.minimum(0, 'must be at least 0'), z.maximum(604_800, 'must be at most 7 days')),
        86_400,
      )
      .check(z.meta({ format: 'int32' }), z.describe('How long the previous secret signs, too.')),
  })
  .check(z.meta({ id: 'WebhookRotate' }));
export type WebhookRotate = z.infer<typeof WebhookRotate>;

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
  z.minLength(1, { error: 'must have at least 1 character', abort: true }),
  z.maxLength(longestAddress, { error: `must have at most ${longestAddress} characters`, abort: true }),
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
  .array(type)
  .check(
    z.minLength(1, 'must have at least 1 item'),
    z.maxLength(eventTypes.length, `must have at most ${eventTypes.length} items`),
    z.describe('Which events are sent.'),
  );

export const WebhookCreate = z
  .strictObject({
    url,
    types,
    isOrdered: z
      ._default(z.boolean(), false)
      .check(
        z.describe(
          'Nothing is sent while an earlier event waits for another attempt. It cannot be changed later.',
        ),
      ),
  })
  .check(z.meta({ id: 'WebhookCreate' }));
export type WebhookCreate = z.infer<typeof WebhookCreate>;

export const WebhookUpdate = z
  .strictObject({
    url: z.optional(url),
    types: z.optional(types),
    isEnabled: z
      .optional(z.boolean())
      .check(
        z.describe(
          'False switches it off. True switches it on again: it gets what happens from then on, and what waited.',
        ),
      ),
  })
  .check(z.meta({ id: 'WebhookUpdate' }));
export type WebhookUpdate = z.infer<typeof WebhookUpdate>;

export const WebhookDeleted = z
  .object({ webhookId: id('webhook'), deletedAt: timestamp })
  .check(z.meta({ id: 'WebhookDeleted' }));
export type WebhookDeleted = z.infer<typeof WebhookDeleted>;

export const WebhookTest = z
  .object({
    isDelivered: z.boolean().check(z.describe('Whether it answered 2xx in time.')),
    statusCode,
    error,
    durationMs,
    answer,
  })
  .check(z.meta({ id: 'WebhookTest' }));
export type WebhookTest = z.infer<typeof WebhookTest>;

export const WebhookRecover = z
  .strictObject({ since: instant.check(z.describe('Events that happened from then on are sent again.')) })
  .check(z.meta({ id: 'WebhookRecover' }));
export type WebhookRecover = z.infer<typeof WebhookRecover>;

const sequence = z.int().check(z.minimum(0), z.meta({ format: 'int64' }), z.describe('Of the event.'));

export const WebhookRecovery = z
  .object({
    webhookId: id('webhook'),
    fromSequence: sequence.check(
      z.describe('Events of its types from this `sequence` on are sent. There may be none yet.'),
    ),
  })
  .check(z.meta({ id: 'WebhookRecovery' }));
export type WebhookRecovery = z.infer<typeof WebhookRecovery>;

export const deliveryStatuses = ['succeeded', 'waiting', 'given_up'] as const;
const status = z
  .enum(deliveryStatuses)
  .check(z.describe('`waiting`: for its next attempt; `given_up`: its last attempt failed.'));

export const WebhookDelivery = z
  .object({
    sequence,
    type,
    status,
    attempts: count.check(z.maximum(mostAttempts), z.describe('How many were made; ten at most.')),
    startedAt: z.nullable(timestamp).check(z.describe('When the last attempt began.')),
    durationMs: z.nullable(durationMs),
    statusCode,
    error,
    nextAttemptAt: z.nullable(timestamp),
    answer,
  })
  .check(z.meta({ id: 'WebhookDelivery' }));
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const { cursor, limit } = listQuery;
export const WebhookDeliveryQuery = z.object({
  status: z.optional(status).check(z.describe('Only those of this status.')),
  cursor,
  limit,
});
export type WebhookDeliveryQuery = z.infer<typeof WebhookDeliveryQuery>;

export const WebhookDeliveryList = z
  .object({
    items: z.array(WebhookDelivery).check(z.maxLength(100)),
    hasMore: z
      .boolean()
      .check(
        z.describe(
          'More may match. `items` may be short or empty then: an answer looks at 1,000 deliveries.',
        ),
      ),
    nextCursor: z.nullable(textUpTo(1500)),
  })
  .check(z.meta({ id: 'WebhookDeliveryList' }));
export type WebhookDeliveryList = z.infer<typeof WebhookDeliveryList>;
