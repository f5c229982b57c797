import { pick } from 'es-toolkit/object';
import { answerOf, createdOf, operationsOf } from '../../http/openapi/document.ts';
import { PersonBatchResult } from './body-schemas.ts';
import { Person, PersonErased, PersonFound, PersonList } from './schemas.ts';

export const personExample: Person = {
  personId: 'person_01kafz8q6tf7n9t3cwh2k5v4xe',
  name: 'Zoë Marchetti',
  email: 'zoe.marchetti@northwind.example',
  domain: null,
  slug: 'zoe-marchetti',
  phoneNumber: '+15550100123',
  linkedinProfileUrl: 'https://www.linkedin.com/in/zoe-marchetti',
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
  latestVisitAt: '2026-11-21T09:12:41.318Z',
};

export const personOperations = operationsOf('Persons', {
  'POST /v0/persons': {
    id: 'createPerson',
    specified: true,
    summary: 'Create a person',
    description: 'A person of a company domain links to its account, which is created if it is new.',
    example: { name: 'Zoë Marchetti', email: 'zoe.marchetti@northwind.example' },
    answer: createdOf(Person, 'The person.', personExample),
    tagged: 'made',
    errors: ['person_conflict'],
  },
  'POST /v0/persons/batch': {
    id: 'writePersons',
    summary: 'Find or create 1 to 100 persons',
    description:
      'In order and in one transaction. A person is found by the first of `email`, `phoneNumber` and `linkedinProfileUrl` ' +
      'that is known, as logs are; otherwise they are created. A write that breaks a rule (400), would give a person ' +
      'what another one has (409, with `update`) or whose key belongs to another write (422) has its problem in ' +
      '`results` and stops no other.',
    example: {
      persons: [
        {
          ...pick(personExample, ['name', 'email']),
          companyName: 'Northwind Traders',
          idempotencyKey: 'crm-contact-118',
        },
      ],
      onConflict: 'update',
    },
    answer: answerOf(PersonBatchResult, 'The outcome of each write, in order.', {
      results: [
        {
          status: 201,
          outcome: 'created',
          personId: personExample.personId,
          ignored: [],
          replayed: false,
          problem: null,
        },
      ],
    }),
  },
  'GET /v0/persons': {
    id: 'findPerson',
    summary: 'Find a person by an identifier',
    description: 'By exactly one of them, in any spelling that requests take.',
    answer: answerOf(PersonFound, 'The person, or null.', { person: personExample }),
  },
  'GET /v0/persons/search': {
    id: 'searchPersons',
    specified: true,
    summary: 'List or search persons',
    description:
      'Newest first, unless `sort` says otherwise. Case and accents do not matter. A word of one or two characters is looked for at the start of words, and anywhere in Han, Hangul, Kana and Thai.',
    answer: answerOf(PersonList, 'A page of persons.', {
      items: [personExample],
      hasMore: false,
      nextCursor: 'MS5xZ2VudC4x',
      totalCount: 1,
    }),
  },
  'GET /v0/persons/{person_id}': {
    id: 'getPerson',
    summary: 'Read a person',
    answer: answerOf(Person, 'The person.', personExample),
    tagged: 'read',
  },
  'PATCH /v0/persons/{person_id}': {
    id: 'updatePerson',
    specified: true,
    summary: 'Change a person',
    description: 'Null clears a field. The slug stays when the name changes.',
    example: { phoneNumber: '+15550100123' },
    answer: answerOf(Person, 'The person as changed.', personExample),
    tagged: 'write',
    errors: ['person_conflict'],
  },
  'DELETE /v0/persons/{person_id}': {
    id: 'erasePerson',
    summary: 'Erase a person',
    description:
      'Removes the person, its logs, its search index entries and its counts together, and what sessions say of it. A form that was received before and is still on its way is not written any more.',
    answer: answerOf(PersonErased, 'What was erased.', {
      personId: personExample.personId,
      erased: true,
      erasedLogsCount: 12,
    }),
    tagged: 'erase',
  },
});
