import { listWebhooks, updateWebhook, type Webhook, type WebhookUpdate } from '@footfall/client';
import { ask } from '../../data/api.ts';
import type { QueryState } from '../../data/query.ts';
import { useItems } from '../../data/use-answer.ts';
import type { Match } from '../../data/use-conditional-edit.ts';

/** All webhooks: a workspace has 20 at most. */
export const useWebhooks = (): QueryState<Webhook[]> => useItems('webhooks', listWebhooks);

/** Changes a webhook, if it is as it was read. */
export const changeWebhook = (id: string, body: WebhookUpdate, match: Match) =>
  ask(updateWebhook, { path: { webhook_id: id }, body, headers: match });
