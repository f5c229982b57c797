import { operationsOf, pageOf } from '../../http/openapi/document.ts';
import { accountExample } from '../accounts/openapi.ts';
import { AccountLog } from '../logs/schemas.ts';
import { AccountLogCreated, AccountLogList } from './schemas.ts';

const { accountId } = accountExample;
const create = {
  domain: 'northwind.example',
  source: 'crm',
  type: 'contract-signed',
  payload: { plan: 'team', seats: 25 },
  idempotencyKey: 'contract-118',
  occurredAt: '2026-11-20T17:05:00+01:00',
};
const created: AccountLogCreated = {
  accountId,
  accountLogId: 'account_log_01kafz8q6wf7n9t3cwh2k5v4xf',
  createdAt: '2026-11-21T09:30:00.000Z',
  createdAccount: false,
  source: 'crm',
  type: 'contract-signed',
};
export const accountLogExample: AccountLog = {
  accountId,
  accountLogId: created.accountLogId,
  source: created.source,
  type: created.type,
  idempotencyKey: 'contract-118',
  createdAt: created.createdAt,
  occurredAt: '2026-11-20T16:05:00.000Z',
  updatedAt: null,
  deletedAt: null,
  payload: create.payload,
};

export const accountLogOperations = operationsOf('Account logs', {
  'POST /v0/account_logs': {
    id: 'createAccountLog',
    summary: 'Write a log of an account',
    description: 'Names the account by `accountId` or by `domain`; an account of a new domain is created.',
    example: create,
    answer: {
      status: 201,
      schema: AccountLogCreated,
      example: created,
      description: 'The log and its account.',
      replays: true,
    },
    errors: ['account_not_found', 'idempotency_mismatch'],
  },
  'GET /v0/accounts/{account_id}/logs': {
    id: 'listAccountLogs',
    summary: "List an account's logs, newest first",
    answer: pageOf(AccountLogList, accountLogExample, 'A page of the timeline.'),
    errors: ['account_not_found'],
  },
  'GET /v0/accounts/{account_id}/logs/{account_log_id}': {
    id: 'getAccountLog',
    specified: true,
    summary: 'Read a log of an account',
    answer: {
      schema: AccountLog,
      example: accountLogExample,
      description: 'The log; its payload as it was sent.',
    },
    errors: ['account_log_not_found'],
  },
});
