import { type SQL, sql } from 'drizzle-orm';
import type { Bindings } from '../config/bindings.ts';
import { databaseOf } from '../config/workspaces.ts';
import { FootfallError } from '../lib/errors.ts';
import { type Actor, attributed, isWrite, newestIn } from './actor.ts';
import type { KeyedRequest } from './keyed-request.ts';
import { type Notes, notesOf } from './notes.ts';
import { withRetry } from './retry.ts';
import type { Bound } from './statement.ts';
import { wakerOf } from './wake.ts';

/** The cost of a request in D1: round trips, rows read and written, and milliseconds of waiting. */
export class Meter {
  trips = 0;
  statements = 0;
  rowsRead = 0;
  rowsWritten = 0;
  milliseconds = 0;

  add(metas: D1Meta[], milliseconds: number): void {
    this.trips += 1;
    this.statements += metas.length;
    this.milliseconds += milliseconds;
    for (const meta of metas) {
      this.rowsRead += meta.rows_read;
      this.rowsWritten += meta.rows_written;
    }
  }

  /** The value of a Server-Timing header field (W3C Server Timing); `dur` is in milliseconds. */
  toServerTiming(): string {
    return `d1;dur=${this.milliseconds};desc="trips=${this.trips} read=${this.rowsRead} written=${this.rowsWritten}"`;
  }
}

/** What must hold in the transaction of every batch of a request. Otherwise nothing is written, and `refuse` throws. */
export interface Guard {
  /** Made by `failUnless`. In a retry, the batch may be committed already, and may itself have ended what must hold. */
  condition: (isRetry: boolean) => Bound;
  refusal: () => FootfallError;
}

const unmet = 'the guard of this batch';

/** A statement that fails unless the condition holds, and its transaction with it. The error names its JSON path. */
export const failUnless = (condition: SQL): SQL<object> =>
  sql<object>`select json_extract('{}', iif(${condition}, '$', ${sql.raw(`'${unmet}'`)}))`;

/** Whether D1 refused a batch because the condition of its guard did not hold. */
const isUnmet = (error: unknown): boolean => error instanceof Error && error.message.includes(unmet);

/** A statement of a batch, or undefined if the request does not need it: it has no rows. */
export type Optional = Bound | undefined;
/** The rows of each statement of a batch, in order. */
export type RowsOf<S> = {
  -readonly [K in keyof S]: NonNullable<S[K]> extends Bound<infer Row> ? Row[] : never;
};
type Row = Record<string, unknown>;

/** The most statements that answer a request: D1 takes 1,000 in one invocation, and some check the request. */
export const mostStatements = 900;

/**
 * How long a batch may take, with its retries, in milliseconds. D1 has been seen to hang for 60 to 80 seconds before it
 * says so (https://github.com/ColeMurray/background-agents/issues/561). A minute has time for three of a task.
 */
export const deadlines = { read: 5000, write: 10_000, task: 15_000 };

/** The rows of a statement, converted from what D1 returns. */
function decoded({ decoders }: Bound, rows: Row[]): Row[] {
  for (const [name, decode] of decoders)
    for (const row of rows) if (row[name] !== null) row[name] = decode(row[name]);
  return rows;
}

/** A D1 session that measures its cost. */
export class Database {
  readonly #session: D1DatabaseSession;
  readonly #meter: Meter;
  readonly #deadline: number | undefined;
  /** What this isolate notes of the database. */
  readonly notes: Notes;
  /** Who writes, for the events of what is written. Undefined where nothing is written that emits events. */
  actor: Actor | undefined;
  /** What to call after a batch that wrote while webhooks listen, with the newest event. */
  wake: ((newest: number) => Promise<void> | undefined | void) | undefined;
  /** What must hold in every batch, if anything must. */
  guard: Guard | undefined;
  /** The request with an `Idempotency-Key` that is carried out, or repeated. */
  keyed: KeyedRequest | undefined;

  constructor(binding: D1Database, constraint: string, meter: Meter, deadline?: number) {
    this.#session = binding.withSession(constraint);
    this.notes = notesOf(binding);
    this.#meter = meter;
    this.#deadline = deadline;
  }

  /** Does work whose events are of a campaign. */
  async ofCampaign<T>(campaignId: string, work: () => Promise<T>): Promise<T> {
    const { actor } = this;
    this.actor = actor && { ...actor, campaignId };
    try {
      return await work();
    } finally {
      this.actor = actor;
    }
  }

  /** The state of the database that the session has read. A later request that sends it reads at least this state. */
  bookmark(): string | null {
    return this.#session.getBookmark();
  }

  /** Runs statements in one transaction and round trip, and returns the rows of each. Throws as `withRetry` does. */
  batch<const S extends readonly Optional[]>(statements: S): Promise<RowsOf<S>> {
    return this.#batch(statements, this.actor);
  }

  /** As `batch`, for writes that emit no event, or note themselves who wrote. */
  batchUntold<const S extends readonly Optional[]>(statements: S): Promise<RowsOf<S>> {
    return this.#batch(statements, undefined);
  }

  async #batch<const S extends readonly Optional[]>(
    statements: S,
    actor: Actor | undefined,
  ): Promise<RowsOf<S>> {
    const needed = statements.filter((statement) => statement !== undefined);
    const keyed = this.keyed?.around(needed) ?? needed;
    const writes = keyed.some(isWrite);
    const isTold = actor && writes;
    const deadline = this.#deadline ?? (writes ? deadlines.write : deadlines.read);
    const sent = isTold ? attributed(keyed, actor) : keyed;
    const results = await this.#run(sent, deadline).catch((error) => {
      throw this.keyed?.errorOf(error) ?? error;
    });
    const found = sent.map((statement, index) => ({ statement, rows: results[index]?.results ?? [] }));
    const rowsOf = (wanted: Bound): Row[] => {
      const index = found.findIndex(({ statement }) => statement === wanted);
      return index < 0 ? [] : found.splice(index, 1).flatMap(({ rows }) => rows);
    };
    const newest = isTold ? newestIn(results.at(-1)?.results) : undefined;
    if (newest !== undefined) await this.wake?.(newest);
    return statements.map((statement) =>
      statement === undefined ? [] : decoded(statement, rowsOf(statement)),
    ) as RowsOf<S>;
  }

  /** Only the call of D1 is tried again: an error of anything else is none of D1's. */
  #run(statements: readonly Bound[], deadline: number): Promise<D1Result<Row>[]> {
    const { guard } = this;
    const prepare = ({ text, params }: Bound) => this.#session.prepare(text).bind(...params);
    let isRetry = false;
    return withRetry(async () => {
      const prepared = statements.map((one) => prepare((isRetry && one.again?.()) || one));
      const sent = guard ? [prepare(guard.condition(isRetry)), ...prepared] : prepared;
      isRetry = true;
      const start = Date.now();
      let results: D1Result<Row>[] = [];
      try {
        results = await this.#session.batch<Row>(sent);
        return guard ? results.slice(1) : results;
      } finally {
        const metas = results.map(({ meta }) => meta);
        this.#meter.add(metas, Date.now() - start);
        this.notes.take(metas);
      }
    }, deadline).catch((error) => {
      throw guard && isUnmet(error) ? guard.refusal() : error;
    });
  }
}

/**
 * Opens a D1 session. `constraint` is the bookmark of an earlier answer, `first-primary` (reads see every write) or
 * `first-unconstrained` (reads may come from the nearest replica). `deadline`: of each batch, in milliseconds; by
 * default the deadline of a read or a write of a request.
 */
export const openDatabase = (
  binding: D1Database,
  constraint: string,
  meter: Meter,
  deadline?: number,
): Database => new Database(binding, constraint, meter, deadline);

/** Notes an error of a task for the operators of a workspace, unless it is that D1 does not answer: then nothing is written. */
export function noteError(env: Bindings, workspace: unknown, place: string, error: unknown): void {
  const binding = typeof workspace === 'string' ? databaseOf(env, workspace) : undefined;
  const isAway = error instanceof FootfallError && error.code.startsWith('database_');
  if (binding && !isAway) notesOf(binding).takeError(place, error);
}

/** Writes what this isolate has noted of a workspace, if it is time. */
export async function writeNotes(env: Bindings, workspace: unknown): Promise<void> {
  const binding = typeof workspace === 'string' ? databaseOf(env, workspace) : undefined;
  if (binding) await notesOf(binding).write(Date.now());
}

/** The database of a workspace, for a task that no request waits for. Throws when there is no such workspace. */
export function openWorkspace(
  env: Bindings,
  workspace: string,
  type: Actor['type'] = 'service',
  deadline = deadlines.task,
): Database {
  const binding = databaseOf(env, workspace);
  if (!binding) throw new Error(`The workspace ${workspace} has no database in this deployment.`);
  const db = openDatabase(binding, 'first-primary', new Meter(), deadline);
  db.actor = { type };
  db.wake = wakerOf(env, workspace);
  return db;
}
