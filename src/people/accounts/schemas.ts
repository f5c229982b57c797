import * as z from 'zod/mini';
import { described, object, strictObject } from '../../http/described.ts';
import { domain } from '../../http/host-schemas.ts';
import { listOf, listQuery, notWithQuery, searchText } from '../../http/list-query.ts';
import { count, id, latestVisitAt, name, textUpTo, timestamp } from '../../http/schemas.ts';

export const Account = object('Account', {
  accountId: id('account'),
  domain: textUpTo(320),
  name: textUpTo(320),
  createdAt: timestamp,
  updatedAt: timestamp,
  latestActivityAt: timestamp,
  latestVisitAt: latestVisitAt('a person of the account'),
  linkedPersonsCount: count,
});
export type Account = z.infer<typeof Account>;

export const AccountUpdate = strictObject('AccountUpdate', {
  name: z.optional(name),
});
export type AccountUpdate = z.infer<typeof AccountUpdate>;

const sorts = ['createdAt', 'latestActivityAt', 'latestVisitAt', 'linkedPersonsCount'] as const;

export const AccountListQuery = z
  .object({
    ...listQuery,
    query: described(
      searchText,
      'Every word must occur in name or domain. Not with another filter or `sort`. An addition.',
    ),
    sort: described(
      z._default(z.enum(sorts), 'createdAt'),
      'Descending; accounts without a visit last. The order by `latestActivityAt` is up to ten minutes old. An addition.',
    ),
    domain: described(z.optional(domain), 'Only the account of this domain. An addition.'),
    includeEmptyOnly: described(
      z._default(z.enum(['true', '1', 'false', '0']), 'false'),
      '`true` or `1` lists only accounts without a linked person.',
    ),
  })
  .check(notWithQuery({ sort: ['createdAt'], domain: [undefined], includeEmptyOnly: ['false', '0'] }));

export type AccountListQuery = z.infer<typeof AccountListQuery>;

export const AccountList = listOf(Account, 'AccountList');
export type AccountList = z.infer<typeof AccountList>;
