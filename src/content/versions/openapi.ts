import { answerOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { contentOf } from '../audiences/content.ts';
import { AudienceVersion, AudienceVersionList } from '../audiences/schemas.ts';
import { PublishList, VersionContent } from './schemas.ts';

/** What a visitor of an audience sees. */
export const contentExample = contentOf({
  page: { title: 'Pricing', url: 'https://northwind.example/pricing', metadata: {} },
  metadataOverride: { title: 'Pricing for Northwind' },
  actionFormId: null,
  actionFormInstructions: null,
  actionUrl: 'https://northwind.example/book',
  supplementaryContext: 'They compare us with Globex.',
});
export const versionExample: AudienceVersion = {
  versionId: 'version_01kafz8q6tf7n9t3cwh2k5v4xe',
  audienceId: 'audience_01kafz8q6tf7n9t3cwh2k5v4xe',
  versionNumber: 1,
  status: 'draft',
  isNewPageAgent: true,
  supplementaryContext: 'Asked for volume prices in May.',
  createdAt: '2026-11-21T09:30:00.000Z',
  becameDraftAt: '2026-11-21T09:30:00.000Z',
  queuedAt: null,
  queueDurationMs: null,
  publishAt: null,
  requestedBy: null,
  publishedAt: null,
  cancelledAt: null,
  obsoleteAt: null,
  archivedAt: null,
  cancelReason: null,
  allowedActions: ['publish', 'cancel'],
};
const queued: AudienceVersion = {
  ...versionExample,
  status: 'queued',
  queuedAt: '2026-11-21T09:45:00.000Z',
  requestedBy: 'ada@acme.example',
  allowedActions: ['cancel'],
};
const cancelled: AudienceVersion = {
  ...versionExample,
  status: 'cancelled',
  cancelledAt: '2026-11-21T09:45:00.000Z',
  allowedActions: ['publish'],
};
const answer = (example: AudienceVersion) => answerOf(AudienceVersion, 'The version.', example);
const action = { example: {}, tagged: 'write', errors: ['invalid_transition'] } as const;

export const versionOperations = operationsOf('Audience versions', {
  'GET /v0/pages/{page_id}/publishes': {
    id: 'listPublishes',
    summary: 'List what was published of a page, latest first',
    description: 'Versions of all its audiences, also those that are archived.',
    answer: pageOf(PublishList, 'A page of publishes.', {
      audienceId: versionExample.audienceId,
      audienceName: 'Northwind',
      versionId: versionExample.versionId,
      versionNumber: 1,
      publishedAt: '2026-11-21T09:45:00.000Z',
    }),
  },
  'GET /v0/pages/{page_id}/audiences/{audience_id}/versions': {
    id: 'listAudienceVersions',
    summary: 'List the versions of an audience, newest first',
    answer: pageOf(AudienceVersionList, 'A page of versions.', versionExample),
  },
  'POST /v0/pages/{page_id}/audiences/{audience_id}/versions': {
    id: 'openAudienceVersion',
    summary: 'Open the next draft',
    description: 'A copy of the latest version; answers with the draft when one is open already.',
    example: {},
    answer: answer(versionExample),
    tagged: 'write',
  },
  'GET /v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}': {
    id: 'getAudienceVersion',
    summary: 'Read a version',
    answer: answer(versionExample),
    tagged: 'read',
  },
  'GET /v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/content': {
    id: 'getAudienceVersionContent',
    summary: 'Read what visitors see of a version',
    description:
      'The snapshot of a version that was published, also once it is archived. Of one that waits in the queue, what its snapshot will be. Of any other, what publishing it would give now.',
    answer: answerOf(VersionContent, 'The content.', {
      versionId: versionExample.versionId,
      versionNumber: versionExample.versionNumber,
      source: 'snapshot',
      content: contentExample,
    }),
  },
  'POST /v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/ready': {
    ...action,
    id: 'readyAudienceVersion',
    summary: 'Make a draft of a pending version',
    answer: answer(versionExample),
  },
  'POST /v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/publish': {
    ...action,
    id: 'publishAudienceVersion',
    specified: true,
    summary: 'Publish a version',
    description:
      'Freezes the content and queues it; a worker makes it live and archives the version before. ' +
      'A known `operationKey` answers its version again.',
    example: { operationKey: 'launch-7' },
    answer: answer(queued),
    errors: [...action.errors, 'experiment_running', 'operation_key_mismatch'],
  },
  'POST /v0/pages/{page_id}/audiences/{audience_id}/versions/{version_id}/cancel': {
    ...action,
    id: 'cancelAudienceVersion',
    specified: true,
    summary: 'Cancel a version that is not live',
    answer: answer(cancelled),
    errors: [...action.errors, 'experiment_running'],
  },
});
