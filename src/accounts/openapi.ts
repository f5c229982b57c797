import * as z from 'zod';
import type { Operations } from '../http/openapi.ts';
import { idParameter } from '../http/schemas.ts';
import { Account, AccountList, AccountListQuery, AccountUpdate } from './schemas.ts';

export const accountExample: Account = {
  accountId: 'account_01kafz8q6tf7n9t3cwh2k5v4xe',
  domain: 'northwind.example',
  name: 'Northwind Trading',
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
  latestActivityAt: '2026-11-21T09:30:00.000Z',
  linkedPersonsCount: 9,
};
export const accountPath = z.object({ account_id: idParameter('account') });
const tag = 'Accounts';
const answer = {
  status: 200,
  schema: Account,
  example: accountExample,
  description: 'The account.',
} as const;

export const accountOperations: Operations = {
  'GET /v0/accounts': {
    id: 'listAccounts',
    tag,
    summary: 'List accounts, newest first',
    scope: 'read',
    query: AccountListQuery,
    answer: {
      status: 200,
      schema: AccountList,
      example: { items: [accountExample], hasMore: false, nextCursor: null, totalCount: 1 },
      description: 'A page of accounts.',
    },
  },
  'GET /v0/accounts/{account_id}': {
    id: 'getAccount',
    tag,
    summary: 'Read an account',
    addition: true,
    scope: 'read',
    path: accountPath,
    answer,
    tagged: 'read',
    errors: ['account_not_found'],
  },
  'PATCH /v0/accounts/{account_id}': {
    id: 'updateAccount',
    tag,
    summary: 'Rename an account',
    addition: true,
    scope: 'write',
    path: accountPath,
    body: { schema: AccountUpdate, example: { name: 'Northwind Trading' } },
    answer,
    tagged: 'write',
    errors: ['account_not_found'],
  },
};
