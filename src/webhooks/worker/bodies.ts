import type { Database } from '../../db/client.ts';
import { toEvent } from '../../events/store/internal.ts';
import { bodyOf } from '../format/formats.ts';
import type { StoredEvent } from '../format/sentence.ts';
import { sentences } from '../format/sentences.ts';
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
  return (event) => {
    const said = sentences[event.type].says(event, known.get(event) ?? {}, Date.now());
    return bodyOf(format, said, consoleOrigin);
  };
}
