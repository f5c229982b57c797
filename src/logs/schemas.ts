import { idempotencyKey, kebab, payload, timestamp } from '../http/schemas.ts';

/** The fields that every write of a log takes. */
export const logInput = {
  source: kebab.meta({ example: 'website-form' }),
  type: kebab.default('webhook').meta({ example: 'form-submitted' }),
  payload,
  idempotencyKey: idempotencyKey.optional(),
};

/** The fields that every log has in answers, besides its ids. */
export const logFields = {
  source: kebab,
  type: kebab,
  payload,
  idempotencyKey: idempotencyKey.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp.nullable(),
  deletedAt: timestamp.nullable(),
};

/** The fields in the answer to a write, besides its ids and whether the owner was created. */
export const logCreatedFields = { createdAt: timestamp, source: kebab, type: kebab };

/** Filters of a timeline. */
export const logFilters = { source: kebab.optional(), type: kebab.optional() };
