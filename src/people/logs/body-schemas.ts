import * as z from 'zod/mini';
import { mostWrites, writesOf } from '../../http/batch.ts';
import { described, object, strictObject } from '../../http/described.ts';
import { given } from '../../http/identifier-schemas.ts';
import { listOf, listQuery } from '../../http/list-query.ts';
import { Problem } from '../../http/problem-schema.ts';
import { id, idempotencyKey, idInput, instant, kebab, name, payload, timestamp } from '../../http/schemas.ts';
import { clockTolerance } from '../../lib/durations.ts';
import { AccountLog, logFilters, PersonLog } from './schemas.ts';

/** When something happened: in the past, or a little ahead, because the sender's clock may differ from ours. */
const pastInstant = instant.check(
  z.refine((value) => Date.parse(value) >= 0, 'must be 1970 or later'),
  z.refine(
    (value) => Date.parse(value) <= Date.now() + clockTolerance,
    'must be at most 5 minutes ahead of now',
  ),
);

/** The fields that every write of a log takes. */
const logInput = {
  source: kebab.check(z.meta({ example: 'website-form' })),
  type: z._default(kebab, 'webhook').check(z.meta({ example: 'form-submitted' })),
  payload,
  idempotencyKey: z.optional(idempotencyKey),
  occurredAt: described(
    z.optional(pastInstant),
    'When it happened, for a log of something earlier: 1970 or later, at most 5 minutes ahead of the clock of the ' +
      'service. An addition.',
  ),
};

/** The fields in the answer to a write, besides its ids and whether the owner was created. */
const logCreatedFields = { createdAt: timestamp, source: kebab, type: kebab };

export const PersonLogCreate = strictObject('PersonLogCreate', {
  ...logInput,
  personId: z.optional(idInput()),
  email: given.email,
  phoneNumber: given.phoneNumber,
  linkedinProfileUrl: given.linkedinProfileUrl,
  name: z.optional(name),
});
export type PersonLogCreate = z.infer<typeof PersonLogCreate>;

export const PersonLogCreated = object('PersonLogCreated', {
  personId: id('person'),
  personLogId: id('person_log'),
  createdPerson: z.boolean(),
  ...logCreatedFields,
});
export type PersonLogCreated = z.infer<typeof PersonLogCreated>;

export const PersonLogBatch = strictObject('PersonLogBatch', { writes: writesOf(PersonLogCreate) });

export const PersonLogBatchResult = object('PersonLogBatchResult', {
  results: z
    .array(
      z.object({
        status: z.union([z.literal(201), z.literal(400), z.literal(404), z.literal(422)]),
        replayed: z.boolean(),
        personLog: z.nullable(PersonLogCreated),
        problem: z.nullable(Problem),
      }),
    )
    .check(z.maxLength(mostWrites)),
});
export type PersonLogBatchResult = z.infer<typeof PersonLogBatchResult>;

export const LogListQuery = z.object({ ...listQuery, ...logFilters });
export type LogListQuery = z.infer<typeof LogListQuery>;
export const PersonLogList = listOf(PersonLog, 'PersonLogList');
export type PersonLogList = z.infer<typeof PersonLogList>;

export const AccountLogCreate = z
  .strictObject({ ...logInput, accountId: z.optional(idInput()), domain: given.domain })
  .check(
    z.refine(({ accountId, domain }) => (accountId === undefined) !== (domain === undefined), {
      error: 'must name the account by either accountId or domain',
      params: { code: 'required' },
      // Runs even if there are other violations, as long as the value is an object.
      when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    }),
    z.meta({ id: 'AccountLogCreate' }),
  );
export type AccountLogCreate = z.infer<typeof AccountLogCreate>;

export const AccountLogCreated = object('AccountLogCreated', {
  accountId: id('account'),
  accountLogId: id('account_log'),
  createdAccount: z.boolean(),
  ...logCreatedFields,
});
export type AccountLogCreated = z.infer<typeof AccountLogCreated>;

export const AccountLogList = listOf(AccountLog, 'AccountLogList');
export type AccountLogList = z.infer<typeof AccountLogList>;
