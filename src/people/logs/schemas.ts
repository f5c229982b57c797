import * as z from 'zod/mini';
import { described, object } from '../../http/described.ts';
import { id, idempotencyKey, kebab, payload, timestamp } from '../../http/schemas.ts';

/** The fields that every log has in answers, besides its ids. */
const logFields = {
  source: kebab,
  type: kebab,
  payload,
  idempotencyKey: z.nullable(idempotencyKey),
  createdAt: timestamp,
  occurredAt: described(
    z.nullable(timestamp),
    'When it happened, if the request said so; `createdAt` is when it was received. An addition.',
  ),
  updatedAt: z.nullable(timestamp),
  deletedAt: z.nullable(timestamp),
};

export const PersonLog = object('PersonLog', {
  personId: id('person'),
  personLogId: id('person_log'),
  ...logFields,
});
export type PersonLog = z.infer<typeof PersonLog>;

export const PersonLogDeleted = object('PersonLogDeleted', {
  personId: id('person'),
  personLogId: id('person_log'),
  deleted: z.literal(true),
});

export const AccountLog = object('AccountLog', {
  accountId: id('account'),
  accountLogId: id('account_log'),
  ...logFields,
});
export type AccountLog = z.infer<typeof AccountLog>;

export const AccountLogDeleted = object('AccountLogDeleted', {
  accountId: id('account'),
  accountLogId: id('account_log'),
  deleted: z.literal(true),
});

/** Filters of a timeline. */
export const logFilters = { source: z.optional(kebab), type: z.optional(kebab) };
