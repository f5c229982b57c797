import { type ErrorCode, FootfallError } from '../lib/errors.ts';

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
