import { env } from 'cloudflare:workers';
import type { Sent } from './bindings.ts';
import { type Scheduler, Violation } from './scheduler.ts';

// What a client may ask, and what the model says of it. A model changes when D1 commits, so commits are its order of
// events. It shares no code with src/.

/** A request, and what the model expects of it. */
export interface Operation {
  method: string;
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** Which key sends it: the one with all scopes by default. */
  key?: 'public' | 'all';
  /** Applies the request to the model, when D1 first commits a batch of it. Returns the expected status. */
  commit: (sent: Sent[], results: D1Result[]) => Promise<number | undefined> | number | undefined;
  /** Takes the body of a successful answer. Returns whether the client asks at once for more. */
  answered?: (body: unknown) => boolean;
  /** A status that is right although the model expected another: others may have changed things before a retry. */
  allows?: (status: number) => boolean;
}

/** A part of the model: what clients may do to it, and how it is compared with the service at the end. */
export abstract class Actor {
  readonly scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
  }

  /** A request that a client sends now, or undefined if there is nothing to do. */
  abstract next(): Operation | undefined;
  /** Compares the model with the service, after all messages have arrived. `ask` sends a request, and says whether there is more. */
  abstract compare(ask: (operation: Operation) => Promise<boolean>): Promise<void>;
}

/** A request that deletes or revokes something. */
export const deletion = (path: string, apply: () => void): Operation => ({
  method: 'DELETE',
  path,
  commit: () => {
    apply();
    return 200;
  },
});

/** The id of the first record that the model does not know. `from` is a table, and perhaps a condition of its rows. */
export async function madeId(
  column: string,
  from: string,
  known: readonly { id: string }[],
  order = column,
): Promise<string> {
  const ids = JSON.stringify(known.map(({ id }) => id));
  const select = `select ${column} as id from (select * from ${from}) where ${column} not in (select value from json_each(?)) order by ${order}`;
  return (await env.DB.prepare(select).bind(ids).first<string>('id')) ?? '';
}

export const byId = <T extends { id: string }>(of: readonly T[]): T[] =>
  of.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** SQL has 1 in place of true. */
const asInSql = (_: string, value: unknown) => (typeof value === 'boolean' ? Number(value) : value);

/** Throws if the service has something else than the model. */
export function agree(what: string, found: unknown, expected: unknown): void {
  const [a, b] = [found, expected].map((value) => JSON.stringify(value, asInSql, 1));
  if (a !== b) throw new Violation(`${what} are ${a}; the model has ${b}`);
}

/** Throws if a query finds something else than the model has. */
export const agreeRows = async (what: string, select: string, expected: unknown) =>
  agree(what, (await env.DB.prepare(select).all()).results, expected);

let keys = 0;

/**
 * Requests that create something, each with an `Idempotency-Key`: sent again at any time, one must create nothing more.
 */
export class Repeats {
  readonly #sent: Operation[] = [];

  /** A request that creates something, which may be sent again from now on. */
  first(operation: Operation): Operation {
    let isDone = false;
    const repeated: Operation = {
      ...operation,
      headers: { 'idempotency-key': `key ${++keys}` },
      // Another API key has keys of its own.
      key: 'all',
      commit: async (sent, results) => {
        if (isDone) throw new Violation(`${operation.method} ${operation.path} was carried out twice.`);
        const status = await operation.commit(sent, results);
        isDone = status === 201;
        return status;
      },
      // What it made may be gone.
      allows: (status) => (isDone && status === 404) || operation.allows?.(status) === true,
    };
    this.#sent.push(repeated);
    return repeated;
  }

  /** One of the last requests, once more. The key of it is chosen by a scheduler. */
  again(pick: <T>(of: readonly T[]) => T | undefined): Operation | undefined {
    return pick(this.#sent.slice(-3));
  }
}
