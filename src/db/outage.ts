import { type ErrorCode, FootfallError } from '../lib/errors.ts';
import { Database, type Meter, type Optional, type RowsOf } from './client.ts';

const codes = new Set<ErrorCode>(['database_unavailable', 'database_not_migrated', 'workspace_restoring']);

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

interface Waiting {
  /** How long, in milliseconds, a batch may take. */
  patience: number;
  /** The same, until the database has answered for the first time in this isolate. */
  firstPatience?: number;
  /** Whether a request that waits asks a database that was away again; otherwise `takesProbe` says who does. */
  asksAgain: boolean;
}

/** How long, in milliseconds, an isolate leaves a database alone that did not answer. */
const pause = 5000;

/** A circuit breaker for requests that go on without D1: few of them wait for a database that is away. */
class Breaker {
  readonly #waiting: Waiting;
  /** When a database that is away is asked again. */
  readonly #awayUntil = new WeakMap<D1Database, number>();
  readonly #answered = new WeakSet<D1Database>();

  constructor(waiting: Waiting) {
    this.#waiting = waiting;
  }

  patienceWith(binding: D1Database): number {
    const { patience, firstPatience = patience } = this.#waiting;
    return this.#answered.has(binding) ? patience : firstPatience;
  }

  /** Whether a database is away and nobody has asked it again since the pause. The first to know asks for all. */
  takesProbe(binding: D1Database): boolean {
    const until = this.#awayUntil.get(binding);
    if (until === undefined) return false;
    const now = Date.now();
    // A clock may be set back.
    if (now < until && until - now <= pause) return false;
    this.#awayUntil.set(binding, now + pause);
    return true;
  }

  /** Whether a database is to be left alone. */
  leavesAlone = (binding: D1Database): boolean =>
    this.#awayUntil.has(binding) && !(this.#waiting.asksAgain && this.takesProbe(binding));

  /** Does what asks a database, and takes note of whether it answers. */
  async noting<T>(binding: D1Database, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.#awayUntil.delete(binding);
      this.#answered.add(binding);
      return result;
    } catch (error) {
      if (isOutage(error)) this.#awayUntil.set(binding, Date.now() + pause);
      throw error;
    }
  }
}

/** Visits wait in a queue: the visitor does not see it. */
export const visitBreaker = new Breaker({ patience: 2000, asksAgain: true });
/** Deliveries wait in the same queue, and their senders for five seconds at least. */
export const intakeBreaker = new Breaker({ patience: 3000, asksAgain: true });
/** Words are on the way to a visitor who waits for the page. An isolate and a database that have just started are slower. */
export const wordsBreaker = new Breaker({ patience: 400, firstPatience: 2000, asksAgain: false });

/** A database whose `batch` throws `database_unavailable` at once while it is away. */
class ImpatientDatabase extends Database {
  readonly #binding: D1Database;
  readonly #breaker: Breaker;

  constructor(binding: D1Database, constraint: string, meter: Meter, breaker: Breaker) {
    super(binding, constraint, meter, breaker.patienceWith(binding));
    this.#binding = binding;
    this.#breaker = breaker;
  }

  override async batch<const S extends readonly Optional[]>(statements: S): Promise<RowsOf<S>> {
    if (this.#breaker.leavesAlone(this.#binding))
      throw new FootfallError('database_unavailable', 'The database did not answer a moment ago.');
    return this.#breaker.noting(this.#binding, () => super.batch(statements));
  }
}

/** As `openDatabase`, for requests that go on without D1: few of them wait for a database that is away. */
export const openImpatiently = (
  binding: D1Database,
  constraint: string,
  meter: Meter,
  breaker: Breaker,
): Database => new ImpatientDatabase(binding, constraint, meter, breaker);
