import { env } from 'cloudflare:workers';
import type { Event, EventList } from '../../../src/outbound/events/schemas.ts';
import { type EventType, eventTypes } from '../../../src/vocabulary/events.ts';
import { type Problem, send } from './client.ts';
import { ok } from './replies.ts';

/** Makes the feed keep these types: all by default. */
export const listen = (types: readonly EventType[] = eventTypes) =>
  ok(send('PATCH', '/v0/event_settings', { types }));

export const read = (query = '') => send<EventList & Problem>('GET', `/v0/events?${query}`);

/** The number of the newest event. */
export const newest = async (): Promise<number> =>
  (await env.DB.prepare('select max(sequence) as n from events').first<number>('n')) ?? 0;

/** The events of some work, in order. */
export async function eventsOf(work: () => Promise<unknown>): Promise<Event[]> {
  const before = await newest();
  await work();
  const { events } = await ok(read(`after=${before}&limit=100`));
  return events;
}

/** The types of the events of some work, with the fields that they name. */
export const told = async (work: () => Promise<unknown>): Promise<string[]> =>
  (await eventsOf(work)).map(({ type, changes }) => [type, ...(changes ?? [])].join(' '));
