import * as z from 'zod/mini';
import { mostWrites, writesOf } from '../../http/batch.ts';
import { described, object, strictObject } from '../../http/described.ts';
import { changed, given } from '../../http/identifier-schemas.ts';
import { Problem } from '../../http/problem-schema.ts';
import { id, idempotencyKey, name, textUpTo } from '../../http/schemas.ts';
import { conflicts } from '../../lib/conflicts.ts';
import { type Identifiers, identifiers } from './identity.ts';

export const PersonCreate = strictObject('PersonCreate', {
  name,
  email: given.email,
  domain: given.domain,
  phoneNumber: given.phoneNumber,
  linkedinProfileUrl: given.linkedinProfileUrl,
});
export type PersonCreate = z.infer<typeof PersonCreate>;

export const PersonUpdate = strictObject('PersonUpdate', {
  name: z.optional(name),
  ...changed,
});
export type PersonUpdate = z.infer<typeof PersonUpdate>;

/** Refuses a person whom nothing identifies. */
export const hasIdentifier = z.refine(
  (write) => identifiers.some((one) => (write as Identifiers)[one] !== undefined),
  {
    error: `must have an ${identifiers.join(', ').replace(/, (\w+)$/, ' or $1')}`,
    params: { code: 'required' },
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  },
);

export const PersonWrite = z
  .strictObject({
    ...PersonCreate.shape,
    name: described(z.optional(name), 'Without one, a new person is named after an identifier.'),
    companyName: described(
      given.companyName,
      'The name of the account of their domain, or of the domain of their email. A person of neither has no account, and this is ignored. So is a text that stands for nothing (`none`, `N/A`, `-`).',
    ),
    idempotencyKey: described(
      z.optional(idempotencyKey),
      'Names this write: a retry gets its outcome again and writes nothing.',
    ),
  })
  .check(hasIdentifier, z.meta({ id: 'PersonWrite' }));
export type PersonWrite = z.infer<typeof PersonWrite>;

const onConflict = described(
  z._default(z.enum(conflicts), 'fill'),
  'What a person gets who is known already: `fill` fills blanks with what nobody has, `update` replaces what differs, ' +
    '`skip` changes nothing. A name that was made from an identifier counts as a blank, and so does the name of an account ' +
    'that is its domain.',
);
const dryRun = described(
  z._default(z.boolean(), false),
  'Writes nothing, and answers what would become of each person, looked at alone: of a person who is twice in the list, both are `created`. Who would be created has no `personId`.',
);
export const PersonBatch = strictObject('PersonBatch', {
  persons: writesOf(PersonWrite),
  onConflict,
  dryRun,
});

/** A batch whose persons may be anything: each has an outcome of its own. */
export const LoosePersonBatch = z.strictObject({ persons: writesOf(z.unknown()), onConflict, dryRun });

const outcomes = ['created', 'updated', 'unchanged'] as const;
export type PersonWriteOutcome = (typeof outcomes)[number];

export const PersonBatchResult = object('PersonBatchResult', {
  results: z
    .array(
      z.object({
        status: z.union([z.literal(200), z.literal(201), z.literal(400), z.literal(409), z.literal(422)]),
        outcome: z.nullable(z.enum(outcomes)),
        personId: z.nullable(id('person')),
        ignored: described(
          z.nullable(z.array(textUpTo(50)).check(z.maxLength(10))),
          'Fields that were sent and that the person does not have now: they have another value, or somebody else has it. Null for a replay.',
        ),
        replayed: z.boolean(),
        problem: z.nullable(Problem),
      }),
    )
    .check(z.maxLength(mostWrites)),
});
export type PersonBatchResult = z.infer<typeof PersonBatchResult>;
