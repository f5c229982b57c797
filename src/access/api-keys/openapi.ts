import { answerOf, createdOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { ApiKey, ApiKeyCreated, ApiKeyCurrent, ApiKeyList, type KeyRef } from './schemas.ts';

/** The key in other examples. */
export const keyExample: KeyRef = {
  apiKeyId: 'api_key_01kafz8q6tf7n9t3cwh2k5v4xe',
  name: 'Console, zoe@northwind.example',
  hasEnded: false,
};
const { apiKeyId } = keyExample;
const example: ApiKey = {
  apiKeyId,
  name: 'CRM sync',
  scopes: ['read', 'write'],
  createdAt: '2026-11-21T09:30:00.000Z',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};
const created = { ...example, key: `ff_main_${'0'.repeat(38)}` };

export const apiKeyOperations = operationsOf('API keys', {
  'GET /v0/api_keys': {
    id: 'listApiKeys',
    summary: 'List API keys, newest first',
    answer: pageOf(ApiKeyList, 'A page of keys, revoked and expired ones included.', example),
  },
  'POST /v0/api_keys': {
    id: 'createApiKey',
    summary: 'Mint an API key',
    description:
      'If the key of the request ends, then the new key ends no later. Without `expiresAt` it ends at the same time.',
    example: { name: 'CRM sync', scopes: ['read', 'write'] },
    answer: createdOf(ApiKeyCreated, 'The key; shown this once.', created),
  },
  'GET /v0/api_keys/current': {
    id: 'getCurrentApiKey',
    summary: 'Say what the key of this request is and may do',
    answer: answerOf(ApiKeyCurrent, 'The key of the request.', {
      apiKeyId,
      name: example.name,
      scopes: example.scopes,
      expiresAt: null,
      limit: { requests: 3000, windowSeconds: 10 },
      workspace: 'main',
      madeBySignIn: false,
    }),
  },
  'DELETE /v0/api_keys/current': {
    id: 'revokeCurrentApiKey',
    summary: 'Revoke the key of this request',
    description:
      'A key that was found where it does not belong can be ended by whoever has found it. It may pass for 60 s more elsewhere, where it was used in the last minute.',
    answer: answerOf(ApiKey, 'The key, revoked.', { ...example, revokedAt: '2026-11-21T09:30:00.000Z' }),
  },
  'DELETE /v0/api_keys/{api_key_id}': {
    id: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'It may pass for 60 s more where it was used in the last minute.',
    answer: answerOf(ApiKey, 'The key, revoked.', { ...example, revokedAt: '2026-11-21T09:30:00.000Z' }),
  },
  'POST /v0/api_keys/{api_key_id}/rotate': {
    id: 'rotateApiKey',
    summary: 'Replace an API key',
    description:
      'Mints a key of the same name, scopes and expiry; the old one lives for `overlapSeconds` more. If the key of the request ends, then it rotates only keys that end no later.',
    example: { overlapSeconds: 86_400 },
    answer: createdOf(ApiKeyCreated, 'The new key; shown this once.', created),
  },
});
