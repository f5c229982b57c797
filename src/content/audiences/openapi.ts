import { answerOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { effectiveMetadata, fullMetadata } from '../pages/metadata.ts';
import { pageExample } from '../pages/openapi.ts';
import { versionExample } from '../versions/openapi.ts';
import {
  type Audience,
  AudienceInFull,
  AudienceList,
  AudienceSearchList,
  PersonAudienceList,
  Preview,
} from './schemas.ts';

const override = { title: 'Pricing for Northwind', robots: ['noindex' as const] };
const fieldOverrides = { hero: 'Prices for a fleet of 40' };
const audienceExample: Audience = {
  audienceId: versionExample.audienceId,
  pageId: pageExample.pageId,
  personId: 'person_01kafz8q6tf7n9t3cwh2k5v4xe',
  personRouteKey: 'grace-hopper',
  computedName: 'Grace Hopper',
  customName: null,
  effectiveName: 'Grace Hopper',
  isNewPageAgent: true,
  status: 'draft',
  actionFormIdOverride: null,
  actionFormInstructionsOverride: null,
  actionUrlOverride: 'https://northwind.example/book',
  supplementaryContext: versionExample.supplementaryContext,
  archivedAt: null,
  createdAt: '2026-11-21T09:30:00.000Z',
  latestVersion: versionExample,
  publishedVersion: null,
  effectiveMetadata: effectiveMetadata(pageExample, override),
  metadataOverride: fullMetadata(override),
  effectiveFields: fieldOverrides,
  fieldOverrides,
};
const answer = answerOf(AudienceInFull, 'The audience.', {
  ...audienceExample,
  liveContent: null,
  nextContent: {
    title: pageExample.title,
    url: pageExample.url,
    metadata: audienceExample.effectiveMetadata,
    actionFormId: null,
    actionFormInstructions: null,
    actionUrl: audienceExample.actionUrlOverride,
    supplementaryContext: audienceExample.supplementaryContext,
    fields: fieldOverrides,
  },
});
const action = { example: {}, answer, tagged: 'write' } as const;

export const audienceOperations = operationsOf('Audiences', {
  'GET /v0/pages/{page_id}/audiences': {
    id: 'listAudiences',
    specified: true,
    summary: 'List the audiences of a page, newest first',
    description: 'Archived ones are in it.',
    answer: pageOf(AudienceList, 'A page of audiences.', audienceExample),
  },
  'GET /v0/audiences': {
    id: 'searchAudiences',
    summary: 'Find audiences of all pages by a part of their name',
    description:
      'Their own name, or the name of their person. Audiences with neither are not found. The one whose name was given last is first; archived ones are in it.',
    answer: pageOf(AudienceSearchList, 'A page of audiences.', audienceExample),
  },
  'GET /v0/persons/{person_id}/audiences': {
    id: 'listPersonAudiences',
    summary: 'List the audiences that were made for a person, by page, the newest first',
    description: 'Of all pages, each of which has one at most. Archived ones are in it.',
    answer: pageOf(PersonAudienceList, 'A page of audiences.', audienceExample),
  },
  'POST /v0/pages/{page_id}/audiences': {
    id: 'createAudience',
    summary: 'Create an audience, for a person or not',
    example: { customName: 'Northwind', supplementaryContext: 'Asked for volume prices in May.' },
    answer: { ...answer, status: 201 },
    tagged: 'made',
    errors: ['person_not_found', 'audience_conflict', 'fields_mismatch'],
  },
  'GET /v0/pages/{page_id}/audiences/{audience_id}': {
    id: 'getAudience',
    specified: true,
    summary: 'Read an audience',
    answer,
    tagged: 'read',
  },
  'GET /v0/audiences/{audience_id}': {
    id: 'getAudienceById',
    summary: 'Read an audience whose page is not known',
    description:
      'The answer is the same as below its page. All other operations take the path with the page.',
    answer,
    tagged: 'read',
  },
  'PATCH /v0/pages/{page_id}/audiences/{audience_id}': {
    ...action,
    id: 'updateAudience',
    specified: true,
    summary: 'Change an audience',
    description:
      'Words (context, metadata, action) change the draft. If the latest version is not a draft, other words open the ' +
      'next one, which is the `latestVersion` of the answer. Nothing is live before that version is published.',
    example: { customName: 'Northwind', metadataOverride: override, fieldOverrides },
    errors: ['fields_mismatch'],
  },
  'POST /v0/pages/{page_id}/audiences/{audience_id}/archive': {
    ...action,
    id: 'archiveAudience',
    summary: 'Archive an audience',
    description: 'Cancels its versions in flight; visitors get the page from now on.',
  },
  'POST /v0/pages/{page_id}/audiences/{audience_id}/restore': {
    ...action,
    id: 'restoreAudience',
    specified: true,
    summary: 'Take an audience out of the archive',
  },
  'POST /v0/pages/{page_id}/audiences/{audience_id}/preview': {
    id: 'createPreview',
    summary: 'Make a token with which a website shows the next words',
    description:
      'For an hour. Your website passes the token on as `preview` of `GET /v0/page_links/resolve`. It writes nothing.',
    example: {},
    answer: answerOf(Preview, 'The token.', {
      token: '01kafz8q6tf7n9t3cwh2k5v4xe.1795600800000.Yk0yTq1Jb4mZ8cV5nX2aL7dR9eW3uH6gP0sF1iK4oBA',
      expiresAt: '2026-11-25T10:00:00.000Z',
    }),
    errors: ['audience_archived'],
  },
});
