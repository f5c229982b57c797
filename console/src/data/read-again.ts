import { isProblem } from '@footfall/client';
import { refetch } from './query.ts';

/**
 * Awaits a change of a record as it was read. If somebody else changed it meanwhile, it is loaded
 * again, so that a second attempt changes what is seen.
 */
export async function orReadAgain<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (isProblem(error, 'precondition_failed')) refetch();
    throw error;
  }
}
