import * as z from 'zod';
import { listOf, listQuery } from '../http/list-query.ts';
import { count, id, name, timestamp } from '../http/schemas.ts';

export const Account = z
  .object({
    accountId: id('account'),
    domain: z.string().max(320),
    name: z.string().max(320),
    createdAt: timestamp,
    updatedAt: timestamp,
    latestActivityAt: timestamp,
    linkedPersonsCount: count,
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof Account>;

export const AccountUpdate = z
  .strictObject({
    name: name.optional(),
  })
  .meta({ id: 'AccountUpdate' });
export type AccountUpdate = z.infer<typeof AccountUpdate>;

export const AccountListQuery = z.object({
  ...listQuery,
  includeEmptyOnly: z.enum(['true', '1', 'false', '0']).default('false').meta({
    description: '`true` or `1` lists only accounts without a linked person.',
  }),
});

export const AccountList = listOf(Account, 'AccountList');
