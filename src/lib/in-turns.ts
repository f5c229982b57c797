/** How many items take about a millisecond. */
const some = 250;

/**
 * Items, some at a time, with a turn of the event loop before each: other requests of the isolate wait for none of the
 * work on the rest.
 */
export async function* inTurns<T>(items: readonly T[]): AsyncGenerator<readonly T[], void> {
  for (let at = 0; at < items.length; at += some) {
    await scheduler.wait(0);
    yield items.slice(at, at + some);
  }
}
