/**
 * Does something with each item in their order, with at most `most` at a time. When the page is left, with all at once:
 * what is sent then still arrives. Resolves when it is over with all. `act` must not throw.
 */
export async function atMost<T>(
  most: number,
  items: readonly T[],
  act: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const work = async () => {
    for (const item of queue) await act(item);
  };
  const hurry = () => {
    for (const item of queue) act(item);
  };
  addEventListener('pagehide', hurry);
  try {
    await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  } finally {
    removeEventListener('pagehide', hurry);
  }
}
