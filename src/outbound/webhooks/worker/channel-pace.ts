import { BoundedMap } from '../../../lib/bounded-map.ts';

/** How far apart the messages of a channel begin, in milliseconds: Slack takes about one a second, Teams four. */
const pace = 1000;

/** When the last message to an address began. Several webhooks may lead to one channel. */
const last = new BoundedMap<string, number>(1000);

/** Waits until a channel takes another message, a second at most. Other isolates have the 429 of the channel. */
export async function waitForChannel(url: string): Promise<void> {
  const wait = (last.get(url) ?? 0) + pace - Date.now();
  // Not for a clock that was set back.
  if (wait > 0 && wait <= pace) await scheduler.wait(wait);
  last.set(url, Date.now());
}
