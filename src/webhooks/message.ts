import type { Event } from '../events/schemas.ts';

/** What is sent: the id of the event, the same in each attempt, and the body. */
export interface WebhookMessage {
  id: string;
  body: string;
}

/** The message of an event, as Standard Webhooks recommends: `data` is the event as `GET /v0/events` shows it. */
export const messageOf = (workspace: string, event: Event): WebhookMessage => ({
  id: `evt_${workspace}_${event.sequence}`,
  body: JSON.stringify({ type: event.type, timestamp: event.createdAt, data: event }),
});
