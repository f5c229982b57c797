import { env } from 'cloudflare:workers';
import { AsyncLocalStorage } from 'node:async_hooks';
import { ofEachTable } from '../../../src/backup/store/internal.ts';
import type { Cost } from './client.ts';

// The service prepares every statement with D1DatabaseSession.prepare, and sends every round trip with its batch. The
// tests observe both, so the service needs no code for it.

/** Statements that the service has run: their text, by shape. */
const seen = new Map<string, string>();
const taken = new Set<string>();
const total: Cost = { trips: 0, read: 0, written: 0 };
/** The cost of the task in which a statement runs. */
const task = new AsyncLocalStorage<Cost>();
let isRecording = false;

/**
 * The text of a statement without parts that differ between calls: lengths of lists, numbers, columns that are set.
 */
export const shapeOf = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\?\d+/g, '?')
    .replace(/\(values \([^)]*\)(?:, \([^)]*\))*\)/g, '(values …)')
    .replace(/ in \(\?(?:, \?)*\)/g, ' in (…)')
    .replace(/"\w+" = \?(?:, "\w+" = \?)+/g, '… = ?')
    .trim();

/** Records the statements of the service from here on. */
export function recordStatements(): void {
  if (isRecording) return;
  isRecording = true;
  const session = Object.getPrototypeOf(env.DB.withSession('first-primary')) as D1DatabaseSession;
  const { prepare, batch } = session;
  session.prepare = function heard(text) {
    const shape = shapeOf(text);
    // Each reads or writes a bounded number of rows of one table: test/worker/backup/ holds it.
    if (text.startsWith(ofEachTable)) return prepare.call(this, text);
    if (!seen.has(shape)) seen.set(shape, text);
    return prepare.call(this, text);
  };
  session.batch = async function counted<T>(statements: D1PreparedStatement[]) {
    const costs = [total, task.getStore()].filter((cost) => cost !== undefined);
    const results = (await batch.call(this, statements)) as D1Result<T>[];
    for (const cost of costs) {
      cost.trips += 1;
      for (const { meta } of results) {
        cost.read += meta.rows_read;
        cost.written += meta.rows_written;
      }
    }
    return results;
  };
}

/** The statements recorded so far, by shape. */
export const heardStatements = (): ReadonlyMap<string, string> => seen;

/** The statements recorded since the last call, by shape. */
export function newStatements(): [shape: string, text: string][] {
  const found = [...seen].filter(([shape]) => !taken.has(shape));
  for (const [shape] of found) taken.add(shape);
  return found;
}

/**
 * The cost of work in D1, for example of a queue's consumer or the cron, and its result. Nothing else may run at the
 * same time.
 */
export async function costOf<T>(work: () => Promise<T>): Promise<Cost & { result: T }> {
  const before = { ...total };
  const result = await work();
  return {
    trips: total.trips - before.trips,
    read: total.read - before.read,
    written: total.written - before.written,
    result,
  };
}

/**
 * The cost of a task that the test calls itself: a queue's consumer or the cron. What runs beside it, such as a message
 * of the real queue, does not count. A request does not count either: use `costOf`.
 */
export async function costOfTask(work: () => Promise<unknown>): Promise<Cost> {
  const cost: Cost = { trips: 0, read: 0, written: 0 };
  await task.run(cost, work);
  return cost;
}
