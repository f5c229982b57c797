import * as z from 'zod/mini';
import { listOf, listQuery } from '../http/list-query.ts';
import { count, domain, id, name, textUpTo, timestamp } from '../http/schemas.ts';

export const Account = z
  .object({
    accountId: id('account'),
    domain: textUpTo(320),
    name: textUpTo(320),
    createdAt: timestamp,
    updatedAt: timestamp,
    latestActivityAt: timestamp,
    linkedPersonsCount: count,
  })
  .check(z.meta({ id: 'Account' }));
export type Account = z.infer<typeof Account>;

export const AccountUpdate = z
  .strictObject({
    name: z.optional(name),
  })
  .check(z.meta({ id: 'AccountUpdate' }));
export type AccountUpdate = z.infer<typeof AccountUpdate>;

export const AccountListQuery = z.object({
  ...listQuery,
  domain: z.optional(domain).check(z.describe('Only the account of this domain. An addition.')),
  includeEmptyOnly: z
    ._default(z.enum(['true', '1', 'false', '0']), 'false')
    .check(z.describe('`true` or `1` lists only accounts without a linked person.')),
});

export const AccountList = listOf(Account, 'AccountList');
