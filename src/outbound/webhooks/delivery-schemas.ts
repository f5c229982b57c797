import * as z from 'zod/mini';
import { listQuery, pageFields } from '../../http/list-query.ts';
import { count, textUpTo, timestamp } from '../../http/schemas.ts';
import { eventType, sequence } from '../events/schemas.ts';
import { faults } from './attempt.ts';
import { deliveryStatuses, mostAttempts } from './schedule.ts';

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

const status = z
  .enum(deliveryStatuses)
  .check(z.describe('`waiting`: for its next attempt; `given_up`: its last attempt failed.'));

export const WebhookDelivery = z
  .object({
    sequence: sequence.check(z.describe('Of the event.')),
    type: eventType,
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

export const WebhookDeliveryQuery = z.object({
  status: z.optional(status).check(z.describe('Only deliveries with this status.')),
  ...listQuery,
});
export type WebhookDeliveryQuery = z.infer<typeof WebhookDeliveryQuery>;

export const WebhookDeliveryList = z
  .object({
    ...pageFields(WebhookDelivery),
    hasMore: z
      .boolean()
      .check(
        z.describe(
          'More may match. `items` may be short or empty then, if `status` is `succeeded` or `given_up`: an answer looks at 1,000 deliveries.',
        ),
      ),
  })
  .check(z.meta({ id: 'WebhookDeliveryList' }));
export type WebhookDeliveryList = z.infer<typeof WebhookDeliveryList>;
