import type { Database } from '../../db/client.ts';
import { toEvent } from '../../events/store/internal.ts';
import { bodyOf } from '../format/formats.ts';
import type { StoredEvent } from '../format/sentence.ts';
import { sentenceOf } from '../format/sentences.ts';
import { eventBody } from '../message.ts';
import { readFacts } from './facts.ts';
import type { Taken } from './take.ts';

/**
 * How the events that are due become bodies. The names in sentences are read for this round, in one round trip, and are
 * stored nowhere; `json` needs none.
 */
export async function bodiesOf(
  db: Database,
  { format, consoleOrigin, due }: Taken,
): Promise<(event: StoredEvent) => string> {
  if (format === 'json') return (event) => eventBody(toEvent(event));
  const known = await readFacts(
    db,
    due.map(({ event }) => event),
  );
  return (event) => bodyOf(format, sentenceOf(event, known.get(event) ?? {}, Date.now()), consoleOrigin);
}
