import * as z from 'zod/mini';
import { id, idempotencyKey, instant, kebab, payload, timestamp } from '../../http/schemas.ts';
import { clockTolerance } from '../../lib/clock-tolerance.ts';

/** When something happened: in the past, or a little ahead, because the sender's clock may differ from ours. */
const pastInstant = instant.check(
  z.refine((value) => Date.parse(value) >= 0, 'must be 1970 or later'),
  z.refine(
    (value) => Date.parse(value) <= Date.now() + clockTolerance,
    'must be at most 5 minutes ahead of now',
  ),
);

/** The fields that every write of a log takes. */
export const logInput = {
  source: kebab.check(z.meta({ example: 'website-form' })),
  type: z._default(kebab, 'webhook').check(z.meta({ example: 'form-submitted' })),
  payload,
  idempotencyKey: z.optional(idempotencyKey),
  occurredAt: z
    .optional(pastInstant)
    .check(
      z.describe(
        'When it happened, for a log of something earlier: 1970 or later, at most 5 minutes ahead of the clock of the ' +
          'service. An addition.',
      ),
    ),
};

/** The fields that every log has in answers, besides its ids. */
const logFields = {
  source: kebab,
  type: kebab,
  payload,
  idempotencyKey: z.nullable(idempotencyKey),
  createdAt: timestamp,
  occurredAt: z
    .nullable(timestamp)
    .check(
      z.describe(
        'When it happened, if the request said so; `createdAt` is when it was received. An addition.',
      ),
    ),
  updatedAt: z.nullable(timestamp),
  deletedAt: z.nullable(timestamp),
};

export const PersonLog = z
  .object({ personId: id('person'), personLogId: id('person_log'), ...logFields })
  .check(z.meta({ id: 'PersonLog' }));
export type PersonLog = z.infer<typeof PersonLog>;

export const AccountLog = z
  .object({ accountId: id('account'), accountLogId: id('account_log'), ...logFields })
  .check(z.meta({ id: 'AccountLog' }));
export type AccountLog = z.infer<typeof AccountLog>;

/** The fields in the answer to a write, besides its ids and whether the owner was created. */
export const logCreatedFields = { createdAt: timestamp, source: kebab, type: kebab };

/** Filters of a timeline. */
export const logFilters = { source: z.optional(kebab), type: z.optional(kebab) };
