import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';
import type { Bindings } from '../env.ts';
import type { Meter } from './meter.ts';
import { withRetry } from './retry.ts';

/** Drizzle over one metered D1 session. Use `batch`: one round trip, one transaction. */
export type Database = DrizzleD1Database;

export interface OpenDatabase {
  db: Database;
  /** Where the session has read to; a later request that sends it reads at least this state. */
  bookmark: () => string | null;
}

/** Statements wrapped for the meter, by their wrapper. */
const inner = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

class MeteredStatement {
  readonly #session: MeteredSession;
  readonly #statement: D1PreparedStatement;

  constructor(session: MeteredSession, statement: D1PreparedStatement) {
    this.#session = session;
    this.#statement = statement;
    inner.set(this as unknown as D1PreparedStatement, statement);
  }

  bind(...values: unknown[]): MeteredStatement {
    return new MeteredStatement(this.#session, this.#statement.bind(...values));
  }

  async all(): Promise<D1Result> {
    const [result] = await this.#session.batch([this as unknown as D1PreparedStatement]);
    if (!result) throw new Error('D1 gave no result for a statement');
    return result;
  }

  run(): Promise<D1Result> {
    return this.all();
  }

  /** Rows as arrays. From objects, for D1's own raw() tells no rows read: name every column apart. */
  async raw(): Promise<unknown[][]> {
    const { results } = await this.all();
    return (results as Record<string, unknown>[]).map((row) => Object.values(row));
  }
}

class MeteredSession {
  readonly #session: D1DatabaseSession;
  readonly #meter: Meter;

  constructor(session: D1DatabaseSession, meter: Meter) {
    this.#session = session;
    this.#meter = meter;
  }

  prepare(query: string): MeteredStatement {
    return new MeteredStatement(this, this.#session.prepare(query));
  }

  batch(statements: D1PreparedStatement[]): Promise<D1Result[]> {
    const plain = statements.map((statement) => inner.get(statement) ?? statement);
    return withRetry(async () => {
      const start = Date.now();
      let results: D1Result[] = [];
      try {
        results = await this.#session.batch(plain);
        return results;
      } finally {
        this.#meter.add(
          results.map((result) => result.meta),
          Date.now() - start,
        );
      }
    });
  }
}

/**
 * Opens a D1 session. `constraint` is a bookmark of an earlier answer, `first-primary` (reads see every
 * write) or `first-unconstrained` (reads may come from the nearest replica).
 */
export function openDatabase(binding: D1Database, constraint: string, meter: Meter): OpenDatabase {
  const session = binding.withSession(constraint);
  // drizzle asks for a D1Database and calls prepare and batch only, which a session has as well.
  const client = new MeteredSession(session, meter) as unknown as D1Database;
  return { db: drizzle(client), bookmark: () => session.getBookmark() };
}

/** The names of the workspaces that this deployment has. */
export const workspacesOf = (env: Bindings): string[] =>
  Object.keys(env).flatMap((name) =>
    name === 'DB' ? 'main' : (/^DB_(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? []),
  );

/** The binding of a workspace, or undefined when this deployment has none of that name. */
export const databaseOf = (env: Bindings, workspace: string): D1Database | undefined =>
  workspace === 'main' ? env.DB : env[`DB_${workspace.toUpperCase()}`];
