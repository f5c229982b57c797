import { operationsOf, pageOf } from '../../http/openapi/document.ts';
import { PersonLog } from '../logs/schemas.ts';
import { personExample } from '../persons/openapi.ts';
import { PersonLogBatchResult, PersonLogCreated, PersonLogList } from './schemas.ts';

const { personId } = personExample;
const create = {
  source: 'website-form',
  type: 'form-submitted',
  email: 'zoe.marchetti@northwind.example',
  payload: { form: 'demo-request', seats: 25 },
  idempotencyKey: 'form-7f3a',
  occurredAt: '2026-11-20T17:05:00+01:00',
};
const created: PersonLogCreated = {
  personId,
  personLogId: 'person_log_01kafz8q6wf7n9t3cwh2k5v4xf',
  createdAt: '2026-11-21T09:30:00.000Z',
  createdPerson: true,
  source: 'website-form',
  type: 'form-submitted',
};
export const personLogExample: PersonLog = {
  personId,
  personLogId: created.personLogId,
  source: created.source,
  type: created.type,
  idempotencyKey: 'form-7f3a',
  createdAt: created.createdAt,
  occurredAt: '2026-11-20T16:05:00.000Z',
  updatedAt: null,
  deletedAt: null,
  payload: create.payload,
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
    example: create,
    answer: {
      status: 201,
      schema: PersonLogCreated,
      example: created,
      description: 'The log and its person.',
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
    example: { writes: [create] },
    answer: {
      schema: PersonLogBatchResult,
      example: { results: [{ status: 201, replayed: false, personLog: created, problem: null }] },
      description: 'The outcome of each write, in order.',
    },
  },
  'GET /v0/persons/{person_id}/logs': {
    id: 'listPersonLogs',
    summary: "List a person's logs, newest first",
    answer: pageOf(PersonLogList, personLogExample, 'A page of the timeline.'),
    errors: ['person_not_found'],
  },
  'GET /v0/persons/{person_id}/logs/{person_log_id}': {
    id: 'getPersonLog',
    specified: true,
    summary: 'Read a log of a person',
    answer: {
      schema: PersonLog,
      example: personLogExample,
      description: 'The log; its payload as it was sent.',
    },
    errors: ['person_log_not_found'],
  },
});
