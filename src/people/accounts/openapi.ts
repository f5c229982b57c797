import { answerOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { AccountBatchResult } from './batch-schemas.ts';
import { Account, AccountList } from './schemas.ts';

export const accountExample: Account = {
  accountId: 'account_01kafz8q6tf7n9t3cwh2k5v4xe',
  domain: 'northwind.example',
  name: 'Northwind Trading',
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
  latestActivityAt: '2026-11-21T09:30:00.000Z',
  latestVisitAt: '2026-11-21T09:12:41.318Z',
  linkedPersonsCount: 9,
};
const answer = answerOf(Account, 'The account.', accountExample);

export const accountOperations = operationsOf('Accounts', {
  'GET /v0/accounts': {
    id: 'listAccounts',
    specified: true,
    summary: 'List or search accounts',
    description:
      'Newest first, unless `sort` says otherwise. In a `query`, case and accents do not matter. A word of one or two characters is looked for at the start of the words of a name, and of the domain.',
    answer: pageOf(AccountList, 'A page of accounts.', accountExample),
  },
  'POST /v0/accounts/batch': {
    id: 'writeAccounts',
    summary: 'Find or create 1 to 100 accounts',
    description:
      'By their domains, in one transaction. A write that breaks a rule (400) has its problem in `results` and stops no other. The same list sent again changes nothing.',
    example: { accounts: [{ domain: 'northwind.example', name: 'Northwind Trading' }] },
    answer: answerOf(AccountBatchResult, 'The outcome of each write, in order.', {
      results: [{ status: 201, outcome: 'created', accountId: accountExample.accountId, problem: null }],
    }),
  },
  'GET /v0/accounts/{account_id}': {
    id: 'getAccount',
    summary: 'Read an account',
    answer,
    tagged: 'read',
  },
  'PATCH /v0/accounts/{account_id}': {
    id: 'updateAccount',
    summary: 'Rename an account',
    example: { name: 'Northwind Trading' },
    answer,
    tagged: 'write',
  },
});
