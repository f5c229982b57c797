import * as z from 'zod/mini';
import { domain } from '../../http/identifier-schemas.ts';
import { listOf, listQuery, notWithQuery, searchText } from '../../http/list-query.ts';
import { count, id, latestVisitAt, name, textUpTo, timestamp } from '../../http/schemas.ts';

export const Account = z
  .object({
    accountId: id('account'),
    domain: textUpTo(320),
    name: textUpTo(320),
    createdAt: timestamp,
    updatedAt: timestamp,
    latestActivityAt: timestamp,
    latestVisitAt: latestVisitAt('a person of the account'),
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

const sorts = ['createdAt', 'latestActivityAt', 'latestVisitAt', 'linkedPersonsCount'] as const;

export const AccountListQuery = z
  .object({
    ...listQuery,
    query: searchText.check(
      z.describe('Every word must occur in name or domain. Not with another filter or `sort`. An addition.'),
    ),
    sort: z
      ._default(z.enum(sorts), 'createdAt')
      .check(z.describe('Descending; accounts without a visit last. An addition.')),
    domain: z.optional(domain).check(z.describe('Only the account of this domain. An addition.')),
    includeEmptyOnly: z
      ._default(z.enum(['true', '1', 'false', '0']), 'false')
      .check(z.describe('`true` or `1` lists only accounts without a linked person.')),
  })
  .check(notWithQuery({ sort: ['createdAt'], domain: [undefined], includeEmptyOnly: ['false', '0'] }));

export type AccountListQuery = z.infer<typeof AccountListQuery>;

export const AccountList = listOf(Account, 'AccountList');
export type AccountList = z.infer<typeof AccountList>;
