import { env } from 'cloudflare:workers';
import { type Database, Meter, openDatabase } from '../../../src/db/client.ts';
import { minuteMs } from '../../../src/lib/durations.ts';
import { openTestDatabase } from './client.ts';

/** When a batch fails: before D1 runs it, or after its commit and before the answer arrives. */
export type Moment = 'before' | 'after';

interface Fault {
  /** The message of the error: by default that the connection was lost. */
  message?: string;
  /** The error that a batch throws; by default one with the message. */
  error?: Error;
  moment: Moment;
  /** How many batches fail. */
  times?: number;
  /** Batches with fewer statements do not fail. */
  size?: number;
  /** What other clients do before the retry. */
  meanwhile?: () => Promise<unknown>;
  /** How many batches of this size succeed first. */
  skip?: number;
}

/** The real database, but some batches of its sessions fail. */
export function faultyDatabase({
  message = lost,
  error = new Error(message),
  moment,
  times = 1,
  size = 2,
  skip = 0,
  meanwhile,
}: Fault): D1Database {
  let seen = 0;
  const faultySession = (session: D1DatabaseSession) =>
    new Proxy(session, {
      get(target, name) {
        if (name !== 'batch') {
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (statements: D1PreparedStatement[]) => {
          if (statements.length >= size) seen += 1;
          const fails = statements.length >= size && seen > skip && seen <= skip + times;
          if (fails && moment === 'before') {
            await meanwhile?.();
            throw error;
          }
          const results = await target.batch(statements);
          if (fails) {
            await meanwhile?.();
            throw error;
          }
          return results;
        };
      },
    });
  return new Proxy(env.DB, {
    get: (target, name) =>
      name === 'withSession'
        ? (constraint: string) => faultySession(target.withSession(constraint))
        : Reflect.get(target, name),
  });
}

/** Options with a database that loses its answer to a batch. `meanwhile`: what others do before the retry. */
export const losing = (fault: Partial<Fault> = {}) => ({
  bindings: { DB: faultyDatabase({ moment: 'after', ...fault }) },
});

interface Hang {
  binding?: D1Database;
  /** How many batches answer first. */
  skip?: number;
  /** Whether D1 runs what it does not answer. */
  runs?: boolean;
}

/** A real database that hangs: it does not answer any more. `asked` counts the batches that it leaves without an answer. */
export function hangingDatabase({ binding = env.DB, skip = 0, runs = false }: Hang = {}) {
  const state = { asked: 0, ran: Promise.resolve<unknown>(undefined) };
  let left = skip;
  const database = databaseAround((send) => {
    left -= 1;
    if (left >= 0) return send();
    state.asked += 1;
    if (runs) state.ran = send();
    return new Promise(() => {});
  }, binding);
  return { state, database };
}

export const lost = 'D1_ERROR: Network connection lost.';

/**
 * Runs work whose effect is visible only in D1. Does not print what the worker logs of failures that the test causes.
 */
export const silent = async <T>(work: () => Promise<T>) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    return { result: await work(), logged: log.mock.calls.map(([line]) => String(line)) };
  } finally {
    log.mockRestore();
  }
};

/**
 * The real database, but the first batch of three or more statements (`size`) after `skip` others fails: of a write of
 * blocks, the batch that writes.
 */
export const failing = (moment: Moment, meanwhile?: () => Promise<unknown>, skip = 1, size = 3) =>
  openDatabase(
    faultyDatabase({ moment, size, skip, ...(meanwhile ? { meanwhile } : {}) }),
    'first-primary',
    new Meter(),
  );

/** A database that does something after some of its batches. */
export function interrupted(work: (batches: number) => Promise<unknown>) {
  const real = openTestDatabase();
  const state = { batches: 0 };
  const batch = async (statements: Parameters<Database['batch']>[0]) => {
    const rows = await real.batch(statements);
    state.batches += 1;
    await work(state.batches);
    return rows;
  };
  return { database: { batch, bookmark: () => null } as unknown as Database, state };
}

/** Takes the time into the test's hands, after what needs the real one. */
export const holdTime = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });

/** The real database, with something around each of its batches: `around` sends it, or does not. */
export const databaseAround = (
  around: <T>(send: () => Promise<T>) => Promise<T>,
  binding = env.DB,
): D1Database =>
  ({
    withSession: (constraint: string) => {
      const session = binding.withSession(constraint);
      return {
        getBookmark: () => session.getBookmark(),
        prepare: (text: string) => session.prepare(text),
        batch: (statements: D1PreparedStatement[]) => around(() => session.batch(statements)),
      };
    },
  }) as unknown as D1Database;

/** The real database. Others do something once, after so many of its batches. */
export function meanwhileDatabase(after: number, meanwhile: () => Promise<unknown>): D1Database {
  let batches = 0;
  return databaseAround(async (send) => {
    const results = await send();
    if (++batches === after) await meanwhile();
    return results;
  });
}

/** How long work takes in the test's time, in milliseconds, and what comes of it. */
export async function timed<T>(work: Promise<T>, step = 100): Promise<{ ms: number; result: T }> {
  const start = Date.now();
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  // A real turn lets D1 answer what it does answer.
  while (!isOver && Date.now() - start < 10 * minuteMs) {
    await vi.advanceTimersByTimeAsync(step);
    for (let turn = 0; turn < 5; turn++) await env.DB.prepare('select 1').run();
  }
  return { ms: Date.now() - start, result: await over };
}
