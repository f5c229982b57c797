import type { Event } from '../events/schemas.ts';

/** What is sent: the id of the event, the same in each attempt, and the body. */
export interface WebhookMessage {
  id: string;
  body: string;
}

/** The message of an event with this number. */
export const messageOf = (workspace: string, sequence: number, body: string): WebhookMessage => ({
  id: `evt_${workspace}_${sequence}`,
  body,
});

/** The body of an event, as Standard Webhooks recommends: `data` is the event as `GET /v0/events` shows it. */
export const eventBody = (event: Event): string =>
  JSON.stringify({ type: event.type, timestamp: event.createdAt, data: event });
