import { type ErrorCode, FootfallError } from '../lib/errors.ts';
import { faultOf } from './d1-errors.ts';

const attempts = 3;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const failure = (code: ErrorCode, detail: string, cause: unknown) =>
  Object.assign(new FootfallError(code, detail), { cause });

/**
 * Runs idempotent work of D1, and runs it again after an error that may pass. It is unknown then whether a write
 * happened. To repeat it is safe, because all our statements are idempotent: ids come from the request, and an insert
 * ignores an existing row. Throws `database_unavailable` when D1 cannot answer, `database_not_migrated` when the
 * database lacks a table or column of a statement.
 */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
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
      if (fault === 'away' || attempt >= attempts)
        throw failure('database_unavailable', 'The database does not answer now; try again.', error);
      await pause(2 ** attempt * 25 * (1 + Math.random()));
    }
  }
}
