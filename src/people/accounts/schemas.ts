import * as z from 'zod/mini';
import { domain } from '../../http/identifier-schemas.ts';
import { listOf, listQuery, notWithQuery, searchText } from '../../http/list-query.ts';
import {
  broken,
  count,
  id,
  latestVisitAt,
  name,
  onlyValid,
  textUpTo,
  timestamp,
} from '../../http/schemas.ts';

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
export type AccountSort = (typeof sorts)[number];

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
  .check(
    z.superRefine(
      ({ query, sort, domain, includeEmptyOnly }, context) => {
        if (query === undefined) return;
        const refuse = (name: string) => context.addIssue(broken([name], notWithQuery, 'not_allowed'));
        if (sort !== 'createdAt') refuse('sort');
        if (domain !== undefined) refuse('domain');
        if (includeEmptyOnly === 'true' || includeEmptyOnly === '1') refuse('includeEmptyOnly');
      },
      { when: onlyValid('query', 'sort', 'domain', 'includeEmptyOnly') },
    ),
  );

export const AccountList = listOf(Account, 'AccountList');
export type AccountList = z.infer<typeof AccountList>;
