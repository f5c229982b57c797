import * as z from 'zod/mini';
import { keyExample } from '../../access/api-keys/openapi.ts';
import { answerOf, createdOf, deletionOf, operationsOf, pageOf } from '../../http/openapi/document.ts';
import { WebhookDelivery, WebhookDeliveryList, WebhookTest } from './delivery-schemas.ts';
import {
  Webhook,
  WebhookCreated,
  WebhookDeleted,
  WebhookList,
  WebhookRecovery,
  WebhookRotated,
} from './schemas.ts';

const example: Webhook = {
  webhookId: 'webhook_01kafz8q6tf7n9t3cwh2k5v4xe',
  url: 'https://hooks.northwind.example/footfall',
  types: ['audience_version.published', 'form.submitted'],
  format: 'json',
  isOrdered: false,
  isEnabled: true,
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  author: 'zoe@northwind.example',
  createdAt: '2026-11-26T09:30:00.000Z',
  updatedAt: '2026-11-26T09:30:00.000Z',
  updatedBy: keyExample,
};
const { webhookId, url, types } = example;
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const delivery: WebhookDelivery = {
  sequence: 4711,
  type: 'form.submitted',
  status: 'waiting',
  attempts: 1,
  startedAt: '2026-11-26T09:31:00.000Z',
  durationMs: 84,
  statusCode: 503,
  error: null,
  nextAttemptAt: '2026-11-26T09:31:05.084Z',
  answer: 'Service Unavailable',
};
const sequence = z
  .string()
  .check(z.maxLength(255), z.meta({ example: '4711', description: 'The `sequence` of the event.' }));
const answer = answerOf(Webhook, 'The webhook.', example);

export const webhookOperations = operationsOf('Webhooks', {
  'GET /v0/webhooks': {
    id: 'listWebhooks',
    summary: 'List webhooks, newest first',
    description:
      'Without their secrets. An address may be a secret itself: so every operation of webhooks needs `admin`.',
    answer: pageOf(WebhookList, 'A page of webhooks.', example),
  },
  'POST /v0/webhooks': {
    id: 'createWebhook',
    summary: 'Send events to an address, from now on',
    description:
      'As Standard Webhooks describes it. The secret is in this answer only. A workspace has at most 20 webhooks.',
    example: { url, types },
    answer: createdOf(WebhookCreated, 'The webhook, with its secret.', { ...example, secret }),
    tagged: 'made',
    errors: ['webhooks_full'],
  },
  'GET /v0/webhooks/{webhook_id}': {
    id: 'getWebhook',
    summary: 'Read a webhook',
    answer,
    tagged: 'read',
  },
  'PATCH /v0/webhooks/{webhook_id}': {
    id: 'updateWebhook',
    summary: 'Change where a webhook leads or what it sends, or switch it off or on',
    description: 'A run that sends already may use the previous address for another minute.',
    example: { types: ['form.submitted'] },
    answer: { ...answer, example: { ...example, types: ['form.submitted'] } },
    tagged: 'write',
  },
  'DELETE /v0/webhooks/{webhook_id}': {
    id: 'deleteWebhook',
    summary: 'Delete a webhook, with its secrets and its deliveries',
    ...deletionOf('webhook', WebhookDeleted, { webhookId, deletedAt: '2026-11-26T10:00:00.000Z' }),
  },
  'POST /v0/webhooks/{webhook_id}/rotate': {
    id: 'rotateWebhookSecret',
    summary: 'Give a webhook a new secret, while the previous one stays valid',
    description:
      'For `overlapSeconds`, 24 hours by default, each event has a signature of both. A second rotation meanwhile ends the oldest of the three at once.',
    example: { overlapSeconds: 86_400 },
    answer: answerOf(WebhookRotated, 'The new secret.', {
      webhookId,
      secret,
      previousValidUntil: '2026-11-27T10:00:00.000Z',
    }),
  },
  'POST /v0/webhooks/{webhook_id}/test': {
    id: 'testWebhook',
    summary: 'Send an event that never happened, and see the answer',
    description:
      'Of the type `webhook.test`, with `sequence` 0, once, also if the webhook is switched off. A channel gets “Footfall can reach this channel.” It changes nothing.',
    answer: answerOf(WebhookTest, 'What the receiver answered.', {
      isDelivered: true,
      statusCode: 204,
      error: null,
      durationMs: 84,
      answer: null,
    }),
    errors: ['webhook_secret_missing'],
  },
  'POST /v0/webhooks/{webhook_id}/recover': {
    id: 'recoverWebhook',
    summary: 'Send the events since a time again',
    description:
      'Those of its types that are still kept, also if they were delivered: with the same `webhook-id` as before.',
    example: { since: '2026-11-25T00:00:00.000Z' },
    answer: answerOf(WebhookRecovery, 'From which event on.', { webhookId, fromSequence: 4700 }),
    errors: ['webhook_disabled'],
  },
  'GET /v0/webhooks/{webhook_id}/deliveries': {
    id: 'listWebhookDeliveries',
    summary: 'List what became of the events that a webhook has sent, newest first',
    description: 'For as long as the events are kept. With `status=waiting`, the next attempt comes first.',
    answer: answerOf(WebhookDeliveryList, 'A page of deliveries.', {
      items: [delivery],
      hasMore: false,
      nextCursor: null,
    }),
  },
  'POST /v0/webhooks/{webhook_id}/deliveries/{delivery}/resend': {
    id: 'resendWebhookDelivery',
    summary: 'Send an event again, with the whole schedule before it',
    parameters: z.object({ delivery: sequence }),
    answer: answerOf(WebhookDelivery, 'The delivery, which waits to be sent.', {
      ...delivery,
      attempts: 0,
      nextAttemptAt: '2026-11-26T10:00:00.000Z',
    }),
    errors: ['webhook_disabled'],
  },
});
