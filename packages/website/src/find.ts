import { ask, type Fetch, type Found } from './ask.ts';
import { mostFailures, mostKept, oldest, pause } from './limits.ts';

/** The answers by question, the least recently used first. */
const kept = new Map<string, Found>();
/** The questions that are under way. */
const flights = new Map<string, Promise<Found>>();
const said = new Set<string>();
let pausedUntil = 0;
/** How many visitors have waited in vain since the last answer. */
let failures = 0;

/** Says on the console what is wrong, and again only after an outage. */
export function say(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the website's server shows what is wrong
  if (!said.has(message)) console.error(`Footfall: ${message}`);
  said.add(message);
}

function keep(question: string, found: Found): Found {
  kept.delete(question);
  kept.set(question, found);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value as string);
  return found;
}

/** What was answered, not longer ago than it may be. */
function recall(question: string): Found | undefined {
  const found = kept.get(question);
  if (found && found.born + oldest > Date.now()) return keep(question, found);
  return;
}

const old = (found: Found | undefined) => found && { ...found, isOld: true };

/**
 * The answer to a question, of now or kept. Undefined if Footfall does not answer within `deadline` milliseconds, and
 * nothing is kept. Never rejects.
 */
export async function find(
  url: URL,
  key: string,
  fetch: Fetch,
  deadline: number,
): Promise<Found | undefined> {
  const question = `${key} ${url}`;
  const known = recall(question);
  const now = Date.now();
  if (known && now < known.freshUntil) return known;
  // In an outage nobody waits, and no question is left open beside thousands of others.
  if ((known || failures > mostFailures) && now < pausedUntil) return old(known);
  const send = async () => {
    const found = await ask(url, key, fetch);
    if (found.freshUntil) keep(question, found);
    if (failures > mostFailures) said.clear();
    failures = 0;
    return found;
  };
  const flight = flights.get(question) ?? send();
  flights.set(question, flight);
  // Each visitor has a timer: in Workers, a request to Footfall ends with the visitor's who has caused it.
  const signal = AbortSignal.timeout(deadline);
  const late = new Promise<never>((_, reject) => {
    signal.onabort = reject;
  });
  try {
    return await Promise.race([flight, late]);
  } catch (error) {
    // Without an answer there is no status, and in time no message.
    const { status, message = 'timed out' } = error as { status: number; message?: string };
    say(message);
    if (status === 401 || status === 403) kept.clear();
    // Another refusal says nothing of other questions.
    else if (!(status < 500)) {
      failures++;
      pausedUntil = Date.now() + pause;
    }
    return old(recall(question));
  } finally {
    flights.delete(question);
  }
}
