import { listWebhooks, updateWebhook, type Webhook, type WebhookUpdate } from '@footfall/client';
import { ask, type Match, useItems } from '../../data/api.ts';
import type { QueryState } from '../../data/query.ts';

/** All webhooks: a workspace has 20 at most. */
export const useWebhooks = (): QueryState<Webhook[]> => useItems('webhooks', listWebhooks);

/** Changes a webhook, if it is as it was read. */
export const changeWebhook = (id: string, body: WebhookUpdate, match: Match) =>
  ask(updateWebhook, { path: { webhook_id: id }, body, headers: match });
