import { isProblem, type ProblemCode } from '@footfall/client';
import { allOf } from './at-most.ts';

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
