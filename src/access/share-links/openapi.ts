import { answerOf, createdOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { type ShareLink, ShareLinkCreated, ShareLinkList, ShareLinkRevoked } from './schemas.ts';

const example: ShareLink = {
  shareLinkId: 'share_link_01kafz8q6tf7n9t3cwh2k5v4xe',
  name: 'November for the board',
  path: '/?range=30d&zone=Europe%2FBerlin',
  createdBy: {
    apiKeyId: 'api_key_01kafz8q6tf7n9t3cwh2k5v4xe',
    name: 'Console, ada@acme.example',
    hasEnded: true,
  },
  createdAt: '2026-11-21T09:30:00.000Z',
  expiresAt: '2026-12-21T09:30:00.000Z',
  lastUsedAt: null,
};

export const shareLinkOperations = operationsOf('API keys', {
  'GET /v0/share_links': {
    id: 'listShareLinks',
    summary: 'List the share links that work, newest first',
    answer: pageOf(
      ShareLinkList,
      'A page of share links, without those that have ended or were revoked.',
      example,
    ),
  },
  'POST /v0/share_links': {
    id: 'createShareLink',
    summary: 'Make a link that opens a view of the console',
    description:
      'Whoever has the link can read everything of this workspace until it ends or is revoked, with a key that has only the scope `read`. A link of 30 days outlives a key of 12 hours that makes it. A workspace has at most 100 links that work.',
    example: { name: 'November for the board', path: '/?range=30d&zone=Europe%2FBerlin', lifetime: '30d' },
    answer: createdOf(ShareLinkCreated, 'The link; its code is shown this once.', {
      ...example,
      code: `ffshare_main_${'0'.repeat(38)}`,
    }),
    errors: ['share_links_full'],
  },
  'DELETE /v0/share_links/{share_link_id}': {
    id: 'revokeShareLink',
    summary: 'Revoke a share link',
    description:
      'Nobody can open it any more. Its key may pass for 60 s more where it was used in the last minute. A second call changes nothing.',
    answer: answerOf(ShareLinkRevoked, 'Which link is revoked, and since when.', {
      shareLinkId: example.shareLinkId,
      revokedAt: '2026-11-21T10:00:00.000Z',
    }),
  },
});
