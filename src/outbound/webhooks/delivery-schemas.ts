import * as z from 'zod/mini';
import { described, object } from '../../http/described.ts';
import { listQuery, pageFields } from '../../http/list-query.ts';
import { count, textUpTo, timestamp } from '../../http/schemas.ts';
import { eventType, sequence } from '../events/schemas.ts';
import { faults } from './attempt.ts';
import { deliveryStatuses, mostAttempts } from './schedule.ts';

const statusCode = described(
  z.nullable(z.int().check(z.minimum(100), z.maximum(999), z.meta({ format: 'int32' }))),
  'Of the answer. Null if there was none.',
);
const durationMs = z.int().check(z.minimum(0), z.meta({ format: 'int64' }));
const error = described(
  z.nullable(z.enum(faults)),
  '`timeout`: no answer in 20 seconds; `connection`: it cannot be reached; `redirect`: it answered with another address; `refused_address`: the address is not one that events are sent to. Null if the status says it.',
);
const answer = described(
  z.nullable(textUpTo(1024)),
  'The first KiB of what it answered, of the latest attempts that failed. An erasure of any person removes all of them.',
);

export const WebhookTest = object('WebhookTest', {
  isDelivered: described(z.boolean(), 'Whether it answered 2xx in time.'),
  statusCode,
  error,
  durationMs,
  answer,
});
export type WebhookTest = z.infer<typeof WebhookTest>;

const status = described(
  z.enum(deliveryStatuses),
  '`waiting`: for its next attempt; `given_up`: its last attempt failed.',
);

export const WebhookDelivery = object('WebhookDelivery', {
  sequence: described(sequence, 'Of the event.'),
  type: eventType,
  status,
  attempts: count.check(z.maximum(mostAttempts), z.describe('How many were made; ten at most.')),
  startedAt: described(z.nullable(timestamp), 'When the last attempt began.'),
  durationMs: z.nullable(durationMs),
  statusCode,
  error,
  nextAttemptAt: z.nullable(timestamp),
  answer,
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryQuery = z.object({
  status: described(z.optional(status), 'Only deliveries with this status.'),
  ...listQuery,
});
export type WebhookDeliveryQuery = z.infer<typeof WebhookDeliveryQuery>;

export const WebhookDeliveryList = object('WebhookDeliveryList', {
  ...pageFields(WebhookDelivery),
  hasMore: described(
    z.boolean(),
    'More may match. `items` may be short or empty then, if `status` is `succeeded` or `given_up`: an answer looks at 1,000 deliveries.',
  ),
});
export type WebhookDeliveryList = z.infer<typeof WebhookDeliveryList>;
