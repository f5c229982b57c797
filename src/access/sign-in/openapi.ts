import { createdOf, type OperationDocs } from '../../http/openapi/document.ts';
import { SignedIn } from './schemas.ts';

export const signInOperations: OperationDocs = {
  'POST /v0/sign_in': {
    id: 'signIn',
    tag: 'API keys',
    summary: 'Get a key for the console',
    description:
      'Needs no key. It exchanges the code of a sign-in link, which is valid once, for a key of 12 hours. When the answer is lost, make a new link. The code of a share link gives the key of the link, each time, until the link ends or is revoked. Without a code, it gives a key to a user of Cloudflare Access.',
    example: { code: `ffs_main_${'0'.repeat(38)}` },
    answer: createdOf(SignedIn, 'The key. That of a sign-in is shown this once.', {
      apiKeyId: 'api_key_01kafz8q6tf7n9t3cwh2k5v4xe',
      name: 'Console, signed in by link',
      scopes: ['read', 'write', 'admin'],
      createdAt: '2026-11-21T09:30:00.000Z',
      expiresAt: '2026-11-21T21:30:00.000Z',
      revokedAt: null,
      lastUsedAt: null,
      key: `ff_main_${'0'.repeat(38)}`,
    }),
    security: [{}, { cloudflareAccess: [] }],
    errors: ['invalid_sign_in', 'cross_site_request', 'rate_limited', 'sign_in_unavailable'],
  },
};
