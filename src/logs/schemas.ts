import * as z from 'zod/mini';
import { idempotencyKey, kebab, payload, timestamp } from '../http/schemas.ts';

/** The fields that every write of a log takes. */
export const logInput = {
  source: kebab.check(z.meta({ example: 'website-form' })),
  type: z._default(kebab, 'webhook').check(z.meta({ example: 'form-submitted' })),
  payload,
  idempotencyKey: z.optional(idempotencyKey),
};

/** The fields that every log has in answers, besides its ids. */
export const logFields = {
  source: kebab,
  type: kebab,
  payload,
  idempotencyKey: z.nullable(idempotencyKey),
  createdAt: timestamp,
  updatedAt: z.nullable(timestamp),
  deletedAt: z.nullable(timestamp),
};

/** The fields in the answer to a write, besides its ids and whether the owner was created. */
export const logCreatedFields = { createdAt: timestamp, source: kebab, type: kebab };

/** Filters of a timeline. */
export const logFilters = { source: z.optional(kebab), type: z.optional(kebab) };
