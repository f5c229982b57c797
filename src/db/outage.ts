import { type ErrorCode, FootfallError } from '../lib/errors.ts';
import { Database, type Meter, type Optional, type RowsOf } from './client.ts';

const codes = new Set<ErrorCode>(['database_unavailable', 'database_not_migrated']);

/** Whether D1 has this error for every request now. It is no failure of what waits: that goes on until D1 is back. */
export const isOutage = (error: unknown): boolean => error instanceof FootfallError && codes.has(error.code);

/** Whether an error is that D1 does not answer now. */
export const isAway = (error: unknown): boolean =>
  error instanceof FootfallError && error.code === 'database_unavailable';

/** After how many outages in a row a run asks a database no more. One alone may be of work that is too much for D1. */
const mostInRow = 3;

/** The outages of a run, which is a batch of messages or a minute of the cron: it does not wait for each anew. */
export class Outages {
  readonly #inRow = new Map<unknown, number>();

  /** Whether the database of a workspace is to be left alone in this run. */
  areOf = (workspace: unknown): boolean => (this.#inRow.get(workspace) ?? 0) >= mostInRow;

  /** Whether the database of a workspace did not answer when it was last asked. */
  isLastOf = (workspace: unknown): boolean => Boolean(this.#inRow.get(workspace));

  /** Takes note of how work in a workspace has ended: with an error, or well. */
  note(workspace: unknown, error?: unknown): void {
    this.#inRow.set(workspace, isOutage(error) ? (this.#inRow.get(workspace) ?? 0) + 1 : 0);
  }
}

/** How long, in milliseconds, a batch may take. */
const patience = 2000;
/** How long, in milliseconds, an isolate leaves a database alone that did not answer. */
const pause = 5000;
/** Until when a database is left alone. */
const awayUntil = new WeakMap<D1Database, number>();

/** Whether a database is to be left alone. After the pause the first that asks is told no, and tries for all. */
function isLeftAlone(binding: D1Database): boolean {
  const until = awayUntil.get(binding);
  if (until === undefined) return false;
  const now = Date.now();
  awayUntil.set(binding, now + pause);
  // A clock may be set back.
  if (now >= until || until - now > pause) return false;
  awayUntil.set(binding, until);
  return true;
}

/** A database whose `batch` throws `database_unavailable` at once while it is away. */
class ImpatientDatabase extends Database {
  readonly #binding: D1Database;

  constructor(binding: D1Database, constraint: string, meter: Meter) {
    super(binding.withSession(constraint), meter, patience);
    this.#binding = binding;
  }

  override async batch<const S extends readonly Optional[]>(statements: S): Promise<RowsOf<S>> {
    if (isLeftAlone(this.#binding))
      throw new FootfallError('database_unavailable', 'The database did not answer a moment ago.');
    try {
      const rows = await super.batch(statements);
      awayUntil.delete(this.#binding);
      return rows;
    } catch (error) {
      if (isOutage(error)) awayUntil.set(this.#binding, Date.now() + pause);
      throw error;
    }
  }
}

/** As `openDatabase`, for requests that go on without D1: few of them wait for a database that is away. */
export const openImpatiently = (binding: D1Database, constraint: string, meter: Meter): Database =>
  new ImpatientDatabase(binding, constraint, meter);
