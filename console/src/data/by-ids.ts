import { isProblem, type ProblemCode } from '@footfall/client';

/** So many records are asked for at once. */
const atOnce = 10;

/** Loads records by their ids, one by one. Those for which the service answers with the problem `missing` are omitted. */
export async function loadByIds<T>(
  ids: string[],
  load: (id: string) => Promise<T>,
  missing: ProblemCode,
): Promise<T[]> {
  const found: T[] = [];
  const one = async (id: string): Promise<T[]> => {
    try {
      return [await load(id)];
    } catch (error) {
      if (isProblem(error, missing)) return [];
      throw error;
    }
  };
  for (let from = 0; from < ids.length; from += atOnce)
    found.push(...(await Promise.all(ids.slice(from, from + atOnce).map(one))).flat());
  return found;
}
