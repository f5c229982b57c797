import { type ErrorCode, FootfallError } from '../lib/errors.ts';
import { within } from '../lib/within.ts';
import { faultOf } from './d1-errors.ts';

const attempts = 3;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const failure = (code: ErrorCode, detail: string, cause: unknown) =>
  Object.assign(new FootfallError(code, detail), { cause });

const away = (cause: unknown) =>
  failure('database_unavailable', 'The database does not answer now; try again.', cause);

/** Runs work, and runs it again after an error that may pass, unless it is late then. */
async function untilDone<T>(work: () => Promise<T>, isLate: () => boolean): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const fault = faultOf(error instanceof Error ? error.message : String(error));
      if (fault === 'ours') throw error;
      if (fault === 'schema')
        throw failure(
          'database_not_migrated',
          'The migrations of this version have not been applied.',
          error,
        );
      if (fault === 'restoring')
        throw failure(
          'workspace_restoring',
          'The workspace is being filled from a backup; try again later.',
          error,
        );
      if (fault === 'away' || attempt >= attempts) throw away(error);
      await pause(2 ** attempt * 25 * (1 + Math.random()));
      if (isLate()) throw away(error);
    }
  }
}

/**
 * Runs idempotent work of D1, again after an error that may pass, for `deadline` milliseconds in all. Throws
 * `database_unavailable` when D1 cannot answer, `database_not_migrated` when the database lacks a table or column of a
 * statement. After an error, and past the deadline, it is unknown whether a write happens: D1 goes on with what it has
 * been sent, whoever waits for it, for 30 seconds at most (https://developers.cloudflare.com/d1/platform/limits/). To
 * repeat it is safe, because all our statements are idempotent: ids come from the request, and an insert ignores an
 * existing row.
 */
export async function withRetry<T>(work: () => Promise<T>, deadline: number): Promise<T> {
  let isLate = false;
  return within(
    deadline,
    () => untilDone(work, () => isLate),
    () => {
      isLate = true;
      return away(new Error(`D1 has not answered in ${deadline} ms.`));
    },
  );
}
