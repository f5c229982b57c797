import { listWebhooks, updateWebhook, type Webhook, type WebhookUpdate } from '@footfall/client';
import { ask } from '../../data/api.ts';
import { type QueryState, useQuery } from '../../data/query.ts';
import type { Match } from '../../data/use-conditional-edit.ts';

/** A webhook as it was read, and the state that a change of it is made to. */
export interface ReadWebhook {
  webhook: Webhook;
  match: Match;
}

/** All webhooks: a workspace has 20 at most. */
export const useWebhooks = (): QueryState<Webhook[]> =>
  useQuery(['webhooks'], async (signal) => {
    const { items } = await ask(listWebhooks, { query: { limit: 100 }, signal });
    return items;
  });

/** Changes a webhook, if it is as it was read. */
export const changeWebhook = (id: string, body: WebhookUpdate, match: Match) =>
  ask(updateWebhook, { path: { webhook_id: id }, body, headers: match });
