import {
  deleteWebhook,
  getWebhook,
  ifMatch,
  listWebhooks,
  updateWebhook,
  type Webhook,
  type WebhookUpdate,
} from '@footfall/client';
import { ask, askResponse } from '../../data/api.ts';
import { type QueryState, useQuery } from '../../data/query.ts';
import type { Match } from '../../data/use-conditional-edit.ts';

/** A webhook as it was read, and the state that a change of it is made to. */
export interface ReadWebhook {
  webhook: Webhook;
  match: Match;
}

/** All webhooks: a workspace has 20 at most. */
export const useWebhooks = (isWanted = true): QueryState<Webhook[]> =>
  useQuery(isWanted ? ['webhooks'] : undefined, async (signal) => {
    const { items } = await ask(listWebhooks, { query: { limit: 100 }, signal });
    return items;
  });

/** Reads a webhook with its state. */
export const readWebhook = (id: string, signal?: AbortSignal) =>
  askResponse(getWebhook, { path: { webhook_id: id }, ...(signal && { signal }) });

/** One webhook. */
export const useWebhook = (id: string): QueryState<ReadWebhook> =>
  useQuery(['webhook', id], async (signal) => {
    const { data, response } = await readWebhook(id, signal);
    return { webhook: data, match: ifMatch(response) };
  });

/** Changes a webhook, if it is as it was read. */
export const changeWebhook = (id: string, body: WebhookUpdate, match: Match) =>
  ask(updateWebhook, { path: { webhook_id: id }, body, headers: match });

/** Deletes a webhook, if it is as it was read. */
export const removeWebhook = ({ webhook, match }: ReadWebhook) =>
  ask(deleteWebhook, { path: { webhook_id: webhook.webhookId }, headers: match });
