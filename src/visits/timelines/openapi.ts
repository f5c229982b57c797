import { answerOf, lastPage, type OperationDocs } from '../../http/openapi/document.ts';
import { accountLogExample, personLogExample } from '../../people/logs/openapi.ts';
import { sessionExample } from '../sessions/openapi.ts';
import { AccountTimeline, PersonTimeline } from './schemas.ts';

const { personId, occurredAt, createdAt } = personLogExample;
const visit = {
  kind: 'visit',
  at: sessionExample.sessionStartedAt,
  by: 'recipient',
  visit: sessionExample,
} as const;
const publish = {
  kind: 'publish',
  at: createdAt,
  publish: {
    audienceId: 'audience_01kafz8q6tf7n9t3cwh2k5v4xe',
    audienceName: 'Zoë Marchetti',
    pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xe',
    personId,
    versionId: 'version_01kafz8q6tf7n9t3cwh2k5v4xe',
    versionNumber: 3,
    publishedAt: createdAt,
  },
} as const;
const personLog = { kind: 'log', at: occurredAt ?? createdAt, log: personLogExample } as const;
const accountLog = {
  kind: 'log',
  at: accountLogExample.occurredAt ?? accountLogExample.createdAt,
  log: accountLogExample,
} as const;

const order =
  'Logs go by `occurredAt`, or else `createdAt`. `startDate` is in the range, `endDate` is not; both together span at most 400 days. With `source` or `type` it has logs only. A page may have fewer items than `limit`, although `hasMore` is true. Costs one round trip, and one or two more if there are visits.';

export const timelineOperations: OperationDocs = {
  'GET /v0/persons/{person_id}/timeline': {
    id: 'getPersonTimeline',
    tag: 'Persons',
    summary: 'Read the timeline of a person, the last first',
    description: `Logs, visits, and publishes of audiences that were made for the person. ${order}`,
    answer: answerOf(PersonTimeline, 'A page of the timeline.', {
      items: [visit, publish, personLog],
      ...lastPage,
    }),
  },
  'GET /v0/accounts/{account_id}/timeline': {
    id: 'getAccountTimeline',
    tag: 'Accounts',
    summary: 'Read the timeline of a company, the last first',
    description: `Logs of the account, logs of the persons who are linked to it now and publishes of audiences for them, and visits of the account. ${order}`,
    answer: answerOf(AccountTimeline, 'A page of the timeline.', {
      items: [visit, publish, personLog, accountLog],
      ...lastPage,
      omittedPersonsCount: 0,
    }),
  },
};
