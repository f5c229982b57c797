import { FootfallError } from '../lib/errors.ts';

// What D1 says when a write may or may not have happened. Retrying is safe for idempotent statements, which
// all of ours are: ids come from the request and an insert ignores a row that is there.
const lost = /network connection lost|storage caused object to be reset|reset because its code was updated/i;
// What D1 says when it sheds load or cannot be reached: retrying at once would make it worse.
const unavailable = /overloaded|queued for too long|too many requests|timed? ?out|exceeded|internal error/i;

const attempts = 3;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Runs idempotent work again when D1 lost it; throws `database_unavailable` when D1 cannot answer. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      if (lost.test(message) && attempt < attempts) {
        await pause(2 ** attempt * 25 * (1 + Math.random()));
      } else if (lost.test(message) || unavailable.test(message)) {
        throw Object.assign(
          new FootfallError('database_unavailable', 'The database does not answer now; try again.'),
          { cause: error },
        );
      } else {
        throw error;
      }
    }
  }
}
