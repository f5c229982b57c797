import { type ErrorCode, FootfallError } from '../lib/errors.ts';

// What D1 says when a write may or may not have happened. Retrying is safe for idempotent statements, which
// all of ours are: ids come from the request and an insert ignores a row that is there.
const lost = /network connection lost|storage caused object to be reset|reset because its code was updated/i;
// What SQLite says when another process has the file: the transaction was refused, and soon it may not be.
const busy = /SQLITE_BUSY|SQLITE_LOCKED|database (?:table )?is locked/i;
// What D1 says when it sheds load or cannot be reached: retrying at once would make it worse.
const unavailable = /overloaded|queued for too long|too many requests|timed? ?out|exceeded|internal error/i;
// What SQLite says when the disk or the memory is used up or does not answer: the transaction was refused.
const exhausted =
  /SQLITE_(?:FULL|IOERR|CANTOPEN|READONLY|NOMEM|PROTOCOL)|database or disk is full|disk I\/O error/i;
// What SQLite says when the database is older or newer than the code.
const notMigrated = /no such (?:table|column)|has no column named/i;

const attempts = 3;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const failure = (code: ErrorCode, detail: string, cause: unknown) =>
  Object.assign(new FootfallError(code, detail), { cause });

/**
 * Runs idempotent work again when D1 lost or refused it for now. Throws `database_unavailable` when D1 cannot
 * answer, `database_not_migrated` when the database lacks what a statement names.
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
