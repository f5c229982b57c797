import * as z from 'zod/mini';
import { mostWrites, writesOf } from '../../http/batch.ts';
import { described, object, strictObject } from '../../http/described.ts';
import { given } from '../../http/identifier-schemas.ts';
import { Problem } from '../../http/problem-schema.ts';
import { id } from '../../http/schemas.ts';
import { conflicts } from '../../lib/conflicts.ts';

export const AccountWrite = z
  .strictObject({
    domain: given.domain,
    name: described(
      given.companyName,
      'Without one, a new account is named after its domain. A text that stands for nothing (`none`, `N/A`, `-`) is none.',
    ),
  })
  .check(
    z.refine(({ domain }) => domain !== undefined, {
      error: 'must have a domain',
      params: { code: 'required' },
      when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    }),
    z.meta({ id: 'AccountWrite' }),
  );
export type AccountWrite = z.infer<typeof AccountWrite> & { domain: string };

const onConflict = described(
  z._default(z.enum(conflicts), 'fill'),
  'What an account gets that is known already: `fill` a name if it has only that of its domain, `update` another name, `skip` nothing.',
);
const dryRun = described(
  z._default(z.boolean(), false),
  'Writes nothing, and answers what would become of each account. One that would be created has no `accountId`.',
);
export const AccountBatch = strictObject('AccountBatch', {
  accounts: writesOf(AccountWrite),
  onConflict,
  dryRun,
});

/** A batch whose accounts may be anything: each has an outcome of its own. */
export const LooseAccountBatch = z.strictObject({ accounts: writesOf(z.unknown()), onConflict, dryRun });

export const AccountBatchResult = object('AccountBatchResult', {
  results: z
    .array(
      z.object({
        status: z.union([z.literal(200), z.literal(201), z.literal(400)]),
        outcome: described(
          z.nullable(z.enum(['created', 'updated', 'unchanged'])),
          'Of a domain that is twice in the list, the first has the outcome, and the others are `unchanged`.',
        ),
        accountId: z.nullable(id('account')),
        problem: z.nullable(Problem),
      }),
    )
    .check(z.maxLength(mostWrites)),
});
export type AccountBatchResult = z.infer<typeof AccountBatchResult>;
