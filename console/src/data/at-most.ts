import { isProblem, type ProblemCode } from '@footfall/client';

/**
 * Does something with each item in their order, with at most `most` at a time. When the page is left, what has not begun is
 * not done. With `isUrgent` it is then done with all at once: what is sent still arrives. Resolves when it is over with all.
 * `act` must not throw.
 */
export async function atMost<T>(
  most: number,
  items: readonly T[],
  act: (item: T) => Promise<void>,
  isUrgent = false,
): Promise<void> {
  const queue = items.values();
  const work = async () => {
    for (const item of queue) await act(item);
  };
  const hurry = () => {
    for (const item of queue) act(item);
  };
  if (isUrgent) addEventListener('pagehide', hurry);
  try {
    await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  } finally {
    removeEventListener('pagehide', hurry);
  }
}

/** What comes of each item, asked for at most `most` at a time. Throws what fails first, and then asks for no more. */
export async function allOf<T, R>(
  most: number,
  items: readonly T[],
  load: (item: T) => Promise<R>,
): Promise<R[]> {
  const found: R[] = [];
  const failures: unknown[] = [];
  await atMost(most, [...items.entries()], async ([index, item]) => {
    if (failures.length > 0) return;
    try {
      found[index] = await load(item);
    } catch (error) {
      failures.push(error);
    }
  });
  if (failures.length > 0) throw failures[0];
  return found;
}

/** So many records are asked for at once. */
const atOnce = 10;

/** Loads records by their ids, one by one. Those for which the service answers with the problem `missing` are omitted. */
export async function loadByIds<T>(
  ids: string[],
  load: (id: string) => Promise<T>,
  missing: ProblemCode,
): Promise<T[]> {
  const one = async (id: string): Promise<T[]> => {
    try {
      return [await load(id)];
    } catch (error) {
      if (isProblem(error, missing)) return [];
      throw error;
    }
  };
  return (await allOf(atOnce, ids, one)).flat();
}
