import * as z from 'zod/mini';
import { given } from '../../http/identifier-schemas.ts';
import { listOf, listQuery } from '../../http/list-query.ts';
import { id, idInput } from '../../http/schemas.ts';
import { AccountLog, logCreatedFields, logFilters, logInput } from '../logs/schemas.ts';

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

export const AccountLogCreated = z
  .object({
    accountId: id('account'),
    accountLogId: id('account_log'),
    createdAccount: z.boolean(),
    ...logCreatedFields,
  })
  .check(z.meta({ id: 'AccountLogCreated' }));
export type AccountLogCreated = z.infer<typeof AccountLogCreated>;

export const AccountLogListQuery = z.object({ ...listQuery, ...logFilters });
export const AccountLogList = listOf(AccountLog, 'AccountLogList');
export type AccountLogList = z.infer<typeof AccountLogList>;
