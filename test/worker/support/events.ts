import { env } from 'cloudflare:workers';
import type { Event, EventList } from '../../../src/outbound/events/schemas.ts';
import type { EventSettings } from '../../../src/outbound/events/settings-schemas.ts';
import { type EventType, eventTypes } from '../../../src/vocabulary/events.ts';
import { forgetKeys, type Problem, send } from './client.ts';
import { emptyDatabase } from './empty.ts';
import { ok, once } from './replies.ts';

/** Makes the feed keep these types: all by default. */
export const listen = (types: readonly EventType[] = eventTypes) =>
  ok(send('PATCH', '/v0/event_settings', { types }));

/** Changes the settings of events. */
export const patchSettings = (fields: object, tag?: string) =>
  once<EventSettings & Problem>(
    'PATCH',
    '/v0/event_settings',
    fields,
    tag ? { headers: { 'if-match': tag } } : {},
  );

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

/** On how many days it is noted that these persons and accounts came. */
export const daysOf = async (...subjects: (string | null)[]): Promise<number> =>
  (await env.DB.prepare(
    'select count(*) as n from visit_days where subject in (select value from json_each(?))',
  )
    .bind(JSON.stringify(subjects))
    .first<number>('n')) ?? 0;

/** Writes events as they would be, of these types in turn. */
export async function fill(
  count: number,
  types = ['page.created', 'session.started'],
  ageMs = 0,
): Promise<number> {
  await env.DB.prepare(
    `insert into events (type, subject, related, created_at)
     select ?1 ->> ('$[' || (key % json_array_length(?1)) || ']'), 'page_' || (key % 3), '{}', ?2
     from json_each(?3)`,
  )
    .bind(JSON.stringify(types), Date.now() - ageMs, JSON.stringify(Array(count).fill(0)))
    .run();
  return newest();
}

/** Leaves no row, as before the first write. */
export const clear = async () => {
  await emptyDatabase(env.DB);
  // They are gone, and the service remembers them for a minute only.
  forgetKeys();
};

export const sequences = (events: readonly Event[]) => events.map(({ sequence }) => sequence);
