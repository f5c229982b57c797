import type { Database } from '../../../db/client.ts';
import type { Event } from '../../events/schemas.ts';
import { toEvent } from '../../events/store/list.ts';
import { bodyOf, howManyFit } from '../format/formats.ts';
import type { StoredEvent } from '../format/sentence.ts';
import { sentenceOf } from '../format/sentences.ts';
import { readFacts } from './facts.ts';
import { roundSize, type Taken } from './take.ts';

/** The body of an event, as Standard Webhooks recommends: `data` is the event as `GET /v0/events` shows it. */
const eventBody = (event: Event): string =>
  JSON.stringify({ type: event.type, timestamp: event.createdAt, data: event });

interface Body {
  body: string;
  count: number;
}

/**
 * How the events that are due become bodies: `json` one by one, and for a channel the first of them that fit into one
 * message, 20 at most, which says if more follow. In strict order no more may wait: `take` reads as many. The names in sentences are read for this round, in one round trip, and are
 * stored nowhere.
 */
export async function bodiesOf(
  db: Database,
  { format, consoleOrigin, due, hasMore }: Taken,
): Promise<(events: readonly [StoredEvent, ...StoredEvent[]]) => Body> {
  if (format === 'json') return ([event]) => ({ body: eventBody(toEvent(event)), count: 1 });
  const known = await readFacts(
    db,
    due.map(({ event }) => event),
  );
  return (events) => {
    const now = Date.now();
    const said = events.map((event) => sentenceOf(event, known.get(event) ?? {}, now));
    const count = howManyFit(said.slice(0, roundSize));
    const left = events.length - count;
    const many = left > 0 ? `${left}${hasMore ? ' or more' : ''}` : 'More';
    const more = left > 0 || hasMore ? [{ text: `${many} follow.` }] : [];
    return { body: bodyOf(format, [...said.slice(0, count), ...more], consoleOrigin), count };
  };
}
