import { idempotencyKey, kebab, payload, timestamp } from '../http/schemas.ts';

/** The fields that every log is written with. */
export const logInput = {
  source: kebab.meta({ example: 'website-form' }),
  type: kebab.default('webhook').meta({ example: 'form-submitted' }),
  payload,
  idempotencyKey: idempotencyKey.optional(),
};

/** The fields that every log is read with, beside its ids. */
export const logFields = {
  source: kebab,
  type: kebab,
  payload,
  idempotencyKey: idempotencyKey.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp.nullable(),
  deletedAt: timestamp.nullable(),
};

/** The fields of a write's answer, beside its ids and who was created. */
export const logCreatedFields = { createdAt: timestamp, source: kebab, type: kebab };

/** Filters of a timeline. */
export const logFilters = { source: kebab.optional(), type: kebab.optional() };
