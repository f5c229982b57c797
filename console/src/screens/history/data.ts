import {
  type Event,
  type EventSettings,
  getEventSettings,
  ifMatch,
  isProblem,
  listEvents,
  updateEventSettings,
} from '@footfall/client';
import { dayMs } from '../../../../src/lib/durations.ts';
import { ask, askResponse, type Read, useRecord } from '../../data/api.ts';
import { type ListPage, type ListState, useList } from '../../data/list.ts';
import { type QueryState, together } from '../../data/query.ts';
import { auditTypes } from './groups.ts';

const atOnce = 20;

async function eventsBefore(
  subject: string | undefined,
  before: string | undefined,
  signal: AbortSignal,
): Promise<ListPage<Event>> {
  const { events, hasMore, next } = await ask(listEvents, {
    query: {
      order: 'newest',
      limit: atOnce,
      ...(subject && { subject }),
      ...(before && { before: Number(before) }),
    },
    signal,
  });
  return { items: events, hasMore, nextCursor: String(next) };
}

/** What is saved, and the state that a change of it is made to. */
export type Kept = Read<EventSettings>;

/** Reads what is kept. */
export const readSettings = () => askResponse(getEventSettings, {});

/** Events, newest first, and what is kept of them. */
export interface Happened {
  list: ListState<Event>;
  /** Both answers. If either fails, both have failed, which is said once. */
  both: QueryState<{ events: Event[]; kept: Kept }>;
}

/** What happened to a record, or to all. It is asked for again when `changedAt` is another. */
export function useHappened(subject?: string, changedAt?: string): Happened {
  const list = useList(['events', subject, changedAt], (before, signal) =>
    eventsBefore(subject, before, signal),
  );
  const kept = useRecord('event-settings', getEventSettings, {});
  return {
    list,
    both: together(list.items && kept.data && { events: list.items, kept: kept.data }, list, kept),
  };
}

/** Since when what is kept now has been kept without a gap. What is older is removed. */
export const keptSince = ({ updatedAt, retentionDays }: EventSettings, now = Date.now()): number =>
  Math.max(Date.parse(updatedAt), now - retentionDays * dayMs);

/** Keeps all of which histories are made from now on, and what is kept already. */
export async function keepHistory(): Promise<EventSettings> {
  for (let isAgain = false; ; isAgain = true) {
    const { data, response } = await readSettings();
    const types = [...new Set([...data.types, ...auditTypes])];
    try {
      return await ask(updateEventSettings, { body: { types }, headers: ifMatch(response) });
    } catch (error) {
      if (isAgain || !isProblem(error, 'precondition_failed')) throw error;
    }
  }
}
