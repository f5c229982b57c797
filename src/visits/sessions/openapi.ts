import * as z from 'zod/mini';
import { answerOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { each } from '../../lib/each.ts';
import { countExamples } from '../../vocabulary/counts.ts';
import { sessionDimensions } from '../../vocabulary/dimensions.ts';
import { visitFacts } from '../../vocabulary/visit-facts.ts';
import { SessionImported } from './import-schemas.ts';
import { AudienceSession, AudienceSessionList, PersonSessionList } from './schemas.ts';

export const sessionExample: AudienceSession = {
  analyticsSessionId: '5f0c8a52-9b1e-4d67-8a3f-2c41d70e9b18',
  audienceSessionId: 'audience_session_5f0c8a52-9b1e-4d67-8a3f-2c41d70e9b18',
  audienceId: 'audience_01kafz8q6tf7n9t3cwh2k5v4xe',
  pageId: 'page_01kafz8q6tf7n9t3cwh2k5v4xe',
  pageTitle: 'Pricing for Northwind',
  pageUrl: 'https://northwind.example/pricing?utm_source=newsletter',
  computationStatus: 'completed',
  formSubmissionId: '0b9d5c1e',
  formSubmissionEmail: 'grace@northwind.example',
  formSubmissionPhone: null,
  formSubmissionIdentifier: 'grace@northwind.example',
  formSubmissionIdentifierType: 'email',
  hasConversion: false,
  hasFormSubmit: true,
  isBounce: false,
  maxScrollDepthPercentage: 87.5,
  ...countExamples,
  timeSpentSeconds: 94.2,
  sessionStartedAt: '2026-11-21T09:30:00.000Z',
  sessionEndedAt: '2026-11-21T09:32:11.000Z',
  ...each(sessionDimensions, (name) => visitFacts[name].example),
  device: 'desktop',
  personId: 'person_01kafz8q6tf7n9t3cwh2k5v4xe',
  recipientPersonId: 'person_01kafz8q6tf7n9t3cwh2k5v4xe',
  recipientAccountId: 'account_01kafz8q6tf7n9t3cwh2k5v4xe',
  computationError: null,
};

export const audienceSessionOperations = operationsOf('Sessions', {
  'GET /v0/pages/{page_id}/audience_sessions': {
    id: 'listAudienceSessions',
    specified: true,
    summary: 'List visits of a page, the last first',
    description:
      '`startDate` is in the range, `endDate` is not; both together span at most 400 days. All filters together must hold; of several values of one, any. `status=active` finds what is pending and had activity in the last five minutes. `totalCount` is exact under any filters. A page of a filtered list looks at 2,000 sessions. So it may have fewer items than `limit`, or none, although `hasMore` is true.',
    answer: pageOf(AudienceSessionList, 'A page of sessions.', sessionExample),
    errors: ['audience_not_found', 'too_many_values'],
  },
  'GET /v0/audience_sessions': {
    id: 'listWorkspaceSessions',
    tagged: 'read',
    summary: 'List visits of all pages, the last first',
    description: "As a page's `audience_sessions`, for all pages together.",
    answer: pageOf(AudienceSessionList, 'A page of sessions.', sessionExample),
    errors: ['too_many_values'],
  },
  'GET /v0/pages/{page_id}/audience_sessions/{audience_session_id}': {
    id: 'getAudienceSession',
    specified: true,
    summary: 'Read a visit',
    description: 'By its `audienceSessionId` or its `analyticsSessionId`.',
    parameters: z.object({
      audience_session_id: z
        .string()
        .check(z.maxLength(300), z.meta({ example: sessionExample.audienceSessionId })),
    }),
    answer: answerOf(AudienceSession, 'The session.', sessionExample),
  },
  'POST /v0/pages/{page_id}/audience_sessions/import': {
    id: 'importAudienceSessions',
    summary: 'Import visits from elsewhere',
    description:
      'All of them or none. One whose `analyticsSessionId` is there already stays as it is, so that a call may be sent again.',
    example: {
      sessions: [
        {
          analyticsSessionId: 'old-service-4711',
          audienceId: sessionExample.audienceId,
          sessionStartedAt: '2025-03-04T10:00:00.000Z',
          sessionEndedAt: '2025-03-04T10:02:11.000Z',
          timeSpentSeconds: 94.2,
          totalClicksCount: 3,
        },
      ],
    },
    answer: answerOf(SessionImported, 'How many were new.', { importedCount: 1, existingCount: 0 }),
    errors: ['audience_not_found', 'version_not_found', 'session_conflict'],
  },
  'GET /v0/persons/{person_id}/audience_sessions': {
    id: 'listPersonAudienceSessions',
    summary: 'List visits of a person, the last first',
    description:
      'Visits whose form the person sent, unless `by` says otherwise: `recipient` finds visits of audiences that were made for the person, and `any` finds both. These two know visits from migration 0034 on, and have an exact total.',
    answer: pageOf(PersonSessionList, 'A page of sessions.', sessionExample),
  },
  'GET /v0/accounts/{account_id}/audience_sessions': {
    id: 'listAccountAudienceSessions',
    summary: 'List visits of a company, the last first',
    description:
      'Visits of all pages, of audiences that were made for a person of the account, or whose form one sent. The person was linked to the account at the visit. Visits are known from migration 0034 on.',
    answer: pageOf(AudienceSessionList, 'A page of sessions.', sessionExample),
  },
});
