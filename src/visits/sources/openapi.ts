import { answerOf, createdOf, deletionOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { providers } from './providers.ts';
import { Source, SourceDeleted, SourceList } from './schemas.ts';

const at = '2026-11-28T09:30:00.000Z';
/** A source in examples. */
export const sourceExample: Source = {
  sourceId: 'source_01kafz8q6tf7n9t3cwh2k5v4xe',
  provider: 'stripe',
  name: 'stripe',
  url: 'https://footfall.northwind.example/v0/intake/src_main_01kafz8q6tf7n9t3cwh2k5v4xe0YlTpK',
  mapping: structuredClone(providers.stripe.mapping) as unknown as Source['mapping'],
  ownMapping: null,
  isReadyMapping: true,
  hasSecret: true,
  secretSetAt: '2026-11-26T09:31:00.000Z',
  previousSecretUntil: null,
  receivedCount: 42,
  loggedCount: 40,
  excludedCount: 0,
  keptCount: 2,
  droppedCount: 0,
  lastReceivedAt: at,
  recent: [
    {
      at,
      deliveryId: 'evt_1PqXyZ2eZvKYlo2C',
      type: 'invoice-paid',
      outcome: 'logged',
      reason: null,
      personId: 'person_01kafz8q6tf7n9t3cwh2k5v4xe',
      personLogId: 'person_log_01kafz8q6tf7n9t3cwh2k5v4xe',
    },
  ],
  author: 'zoe@northwind.example',
  createdAt: '2026-11-26T09:30:00.000Z',
  updatedAt: '2026-11-26T09:31:00.000Z',
};
const { sourceId, provider } = sourceExample;
const made: Source = {
  ...sourceExample,
  hasSecret: false,
  secretSetAt: null,
  receivedCount: 0,
  loggedCount: 0,
  keptCount: 0,
  lastReceivedAt: null,
  recent: [],
};
const answer = answerOf(Source, 'The source, without its secret.', sourceExample);

export const sourceOperations = operationsOf('Sources', {
  'GET /v0/sources': {
    id: 'listSources',
    summary: 'List sources, newest first',
    answer: pageOf(SourceList, 'A page of sources.', sourceExample),
  },
  'POST /v0/sources': {
    id: 'createSource',
    summary: 'Get an address that takes the webhooks of a service',
    description: 'It takes nothing until it has a secret. A workspace has at most 50 sources.',
    example: { provider },
    answer: createdOf(Source, 'The source, with its address.', made),
    tagged: 'made',
    errors: ['sources_full'],
  },
  'GET /v0/sources/{source_id}': {
    id: 'getSource',
    summary: 'Read a source, with the last ten deliveries',
    answer,
    tagged: 'read',
  },
  'PATCH /v0/sources/{source_id}': {
    id: 'updateSource',
    summary: 'Rename a source, or change its mapping',
    description:
      'Of `mapping`, the given fields alone; null takes one back to the ready mapping. Deliveries follow it within a minute. What is received meanwhile is no reason to refuse `If-Match`.',
    example: { name: 'stripe-eu' },
    answer: { ...answer, example: { ...sourceExample, name: 'stripe-eu' } },
    tagged: 'write',
  },
  'DELETE /v0/sources/{source_id}': {
    id: 'deleteSource',
    summary: 'Delete a source, with its secret and what it kept',
    ...deletionOf('source', SourceDeleted, { sourceId, deletedAt: at }),
    description:
      'Its logs stay. Its address takes nothing after a minute at most. A second call changes nothing and answers the same.',
  },
  'POST /v0/sources/{source_id}/secret': {
    id: 'setSourceSecret',
    summary: 'Give a source the secret that its provider signs with',
    description:
      'The secret before stays valid for `overlapSeconds`, 24 hours by default: with 0 it ends within a minute. No answer shows a secret.',
    example: { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    answer,
  },
});
