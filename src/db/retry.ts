import { type ErrorCode, FootfallError } from '../lib/errors.ts';

// D1's errors after which it is unknown whether a write happened. A retry is safe, because all our statements are
// idempotent: ids come from the request, and an insert ignores an existing row.
const lost = /network connection lost|storage caused object to be reset|reset because its code was updated/i;
// SQLite's errors while another process has locked the file. The transaction was refused, and a retry may succeed.
const busy = /SQLITE_BUSY|SQLITE_LOCKED|database (?:table )?is locked/i;
// D1's errors when it is overloaded or cannot be reached. An immediate retry would add to the load.
const unavailable = /overloaded|queued for too long|too many requests|timed? ?out|exceeded|internal error/i;
// SQLite's errors when the disk or the memory is full or fails. The transaction was refused.
const exhausted =
  /SQLITE_(?:FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL)|database or disk is full|disk I\/O error/i;
// SQLite's errors when the database is older or newer than the code.
const notMigrated = /no such (?:table|column)|has no column named/i;

const attempts = 3;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const failure = (code: ErrorCode, detail: string, cause: unknown) =>
  Object.assign(new FootfallError(code, detail), { cause });

/**
 * Runs idempotent work, and runs it again after an error that may pass. Throws `database_unavailable` when D1 cannot
 * answer, `database_not_migrated` when the database lacks a table or column of a statement.
 */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      const passing = lost.test(message) || busy.test(message);
      if (passing && attempt < attempts) {
        await pause(2 ** attempt * 25 * (1 + Math.random()));
      } else if (passing || unavailable.test(message) || exhausted.test(message)) {
        throw failure('database_unavailable', 'The database does not answer now; try again.', error);
      } else if (notMigrated.test(message)) {
        throw failure(
          'database_not_migrated',
          'The migrations of this version have not been applied.',
          error,
        );
      } else {
        throw error;
      }
    }
  }
}
