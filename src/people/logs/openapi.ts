import { pick } from 'es-toolkit/object';
import { answerOf, createdOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { accountExample } from '../accounts/openapi.ts';
import { personExample } from '../persons/openapi.ts';
import {
  AccountLogCreated,
  AccountLogList,
  PersonLogBatchResult,
  PersonLogCreated,
  PersonLogList,
} from './body-schemas.ts';
import { AccountLog, AccountLogDeleted, PersonLog, PersonLogDeleted } from './schemas.ts';

const times = {
  createdAt: '2026-11-21T09:30:00.000Z',
  occurredAt: '2026-11-20T16:05:00.000Z',
  updatedAt: null,
  deletedAt: null,
};
/** `times.occurredAt`, as somebody else spells it. */
const occurredAt = '2026-11-20T17:05:00+01:00';

export const personLogExample: PersonLog = {
  personId: personExample.personId,
  personLogId: 'person_log_01kafz8q6wf7n9t3cwh2k5v4xf',
  source: 'website-form',
  type: 'form-submitted',
  idempotencyKey: 'form-7f3a',
  ...times,
  payload: { form: 'demo-request', seats: 25 },
};
const personLogCreate = {
  ...pick(personLogExample, ['source', 'type']),
  email: personExample.email,
  ...pick(personLogExample, ['payload', 'idempotencyKey']),
  occurredAt,
};
const personLogCreated: PersonLogCreated = {
  ...pick(personLogExample, ['personId', 'personLogId', 'createdAt']),
  createdPerson: true,
  ...pick(personLogExample, ['source', 'type']),
};

export const accountLogExample: AccountLog = {
  accountId: accountExample.accountId,
  accountLogId: 'account_log_01kafz8q6wf7n9t3cwh2k5v4xf',
  source: 'crm',
  type: 'contract-signed',
  idempotencyKey: 'contract-118',
  ...times,
  payload: { plan: 'team', seats: 25 },
};
const accountLogCreate = {
  domain: accountExample.domain,
  ...pick(accountLogExample, ['source', 'type', 'payload', 'idempotencyKey']),
  occurredAt,
};
const accountLogCreated: AccountLogCreated = {
  ...pick(accountLogExample, ['accountId', 'accountLogId', 'createdAt']),
  createdAccount: false,
  ...pick(accountLogExample, ['source', 'type']),
};

const deletion = {
  description:
    'The totals, the lists and the timelines no longer have it. A later request with its `idempotencyKey` answers as the ' +
    'first one did, and writes nothing.',
};

export const personLogOperations = operationsOf('Person logs', {
  'POST /v0/person_logs': {
    id: 'createPersonLog',
    specified: true,
    summary: 'Write a log of a person',
    description:
      'The person is the one with `personId`, else the first that `email`, `phoneNumber` or `linkedinProfileUrl` ' +
      'matches, else a new one. With an `idempotencyKey` a retry gets the first answer again, byte for byte, ' +
      'with `Idempotent-Replayed: true`, and writes nothing.',
    example: personLogCreate,
    answer: {
      ...createdOf(PersonLogCreated, 'The log and its person.', personLogCreated),
      replays: true,
    },
    errors: ['person_not_found', 'idempotency_mismatch'],
  },
  'POST /v0/person_logs/batch': {
    id: 'createPersonLogs',
    summary: 'Write 1 to 100 logs',
    description:
      'In order and in one transaction. A write that breaks a rule (400), whose person does not exist (404) or whose ' +
      'key belongs to another request (422) has its problem in `results` and stops no other. A 400 of the whole ' +
      'request means that its body is no batch. All problems together name 100 violations at most; ' +
      '`omittedErrors` counts the others of a write.',
    example: { writes: [personLogCreate] },
    answer: answerOf(PersonLogBatchResult, 'The outcome of each write, in order.', {
      results: [{ status: 201, replayed: false, personLog: personLogCreated, problem: null }],
    }),
  },
  'GET /v0/persons/{person_id}/logs': {
    id: 'listPersonLogs',
    summary: "List a person's logs, newest first",
    answer: pageOf(PersonLogList, 'A page of the timeline.', personLogExample),
  },
  'GET /v0/persons/{person_id}/logs/{person_log_id}': {
    id: 'getPersonLog',
    specified: true,
    summary: 'Read a log of a person',
    answer: answerOf(PersonLog, 'The log; its payload as it was sent.', personLogExample),
    looksUpLastId: true,
  },
  'DELETE /v0/persons/{person_id}/logs/{person_log_id}': {
    id: 'deletePersonLog',
    summary: 'Delete a log of a person',
    ...deletion,
    answer: answerOf(PersonLogDeleted, 'Which log is deleted.', {
      ...pick(personLogExample, ['personId', 'personLogId']),
      deleted: true,
    }),
  },
});

export const accountLogOperations = operationsOf('Account logs', {
  'POST /v0/account_logs': {
    id: 'createAccountLog',
    summary: 'Write a log of an account',
    description: 'Names the account by `accountId` or by `domain`; an account of a new domain is created.',
    example: accountLogCreate,
    answer: {
      ...createdOf(AccountLogCreated, 'The log and its account.', accountLogCreated),
      replays: true,
    },
    errors: ['account_not_found', 'idempotency_mismatch'],
  },
  'GET /v0/accounts/{account_id}/logs': {
    id: 'listAccountLogs',
    summary: "List an account's logs, newest first",
    answer: pageOf(AccountLogList, 'A page of the timeline.', accountLogExample),
  },
  'GET /v0/accounts/{account_id}/logs/{account_log_id}': {
    id: 'getAccountLog',
    specified: true,
    summary: 'Read a log of an account',
    answer: answerOf(AccountLog, 'The log; its payload as it was sent.', accountLogExample),
    looksUpLastId: true,
  },
  'DELETE /v0/accounts/{account_id}/logs/{account_log_id}': {
    id: 'deleteAccountLog',
    summary: 'Delete a log of an account',
    ...deletion,
    answer: answerOf(AccountLogDeleted, 'Which log is deleted.', {
      ...pick(accountLogExample, ['accountId', 'accountLogId']),
      deleted: true,
    }),
  },
});
