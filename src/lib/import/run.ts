import { batchOf, type Request } from './batch.ts';
import { type Plan, type ReadRow, readRow } from './read-row.ts';
import type { Row } from './rows.ts';
import { type Answer, type Attempts, type Send, sendAll } from './send.ts';

/** What became of rows. */
export const outcomes = ['created', 'updated', 'unchanged', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];
export type Counts = Record<Outcome, number>;

/** How far an import is: the rows that are done, and what became of them. */
export interface Progress {
  done: number;
  counts: Counts;
}
export const nothingDone: Progress = {
  done: 0,
  counts: { created: 0, updated: 0, unchanged: 0, refused: 0 },
};

/** A row that was refused. */
export interface Refused {
  row: Row;
  reasons: string[];
}

/** How an import is run. */
export interface Run extends Attempts {
  send: Send;
  onConflict: Request['onConflict'];
  isDryRun?: boolean;
  /** Where an import that was stopped goes on. */
  from?: Progress;
  /** Called after each request, before the next. What is kept of it is where the import goes on after a stop. */
  onProgress?: (progress: Progress, refused: Refused[]) => Promise<void> | void;
}

/** How many rows one request has. */
export const chunkLength = 100;

/** The rows of a list, in chunks of 100, without those that were done before. */
async function* chunksOf(list: AsyncIterable<Row[]>, done: number): AsyncGenerator<Row[]> {
  let chunk: Row[] = [];
  let seen = 0;
  for await (const rows of list)
    for (const row of rows) {
      seen += 1;
      if (seen <= done) continue;
      chunk.push(row);
      if (chunk.length < chunkLength) continue;
      yield chunk;
      chunk = [];
    }
  if (chunk.length > 0) yield chunk;
}

type Readable = Extract<ReadRow, { write: unknown }>;
const isReadable = (read: ReadRow): read is Readable => 'write' in read;

/** What an answer counts as: what was written before, and not by this import, is unchanged. */
const outcomeOf = (answer: Answer, isDryRun: boolean, mayBeSent: boolean): Outcome => {
  if ('reasons' in answer) return 'refused';
  const isOwn = !isDryRun && (mayBeSent || answer.isRetried);
  return answer.isReplay && !isOwn ? 'unchanged' : answer.outcome;
};

/**
 * Writes the rows of a list, a hundred a request, and says how far it is after each. A bad row is refused, and stops no
 * other. An import that is sent again changes nothing, and one that was stopped goes on `from` where it was. Throws what
 * stops all, such as a key that has ended, and the reason of the signal.
 */
export async function runImport(list: AsyncIterable<Row[]>, plan: Plan, run: Run): Promise<Progress> {
  const { from = nothingDone, onProgress, isDryRun = false, onConflict } = run;
  let progress = from;
  // The last request before a stop may have been carried out.
  let mayBeSent = run.from !== undefined;
  for await (const rows of chunksOf(list, from.done)) {
    run.signal?.throwIfAborted();
    const read = rows.map((row) => readRow(row, plan));
    const good = read.filter(isReadable);
    const request = await batchOf(good, plan.kind, onConflict, isDryRun);
    const answers = await sendAll(request, plan, run);
    const counts = { ...progress.counts };
    const refused: Refused[] = [];
    const next = answers.values();
    for (const one of read) {
      const answer: Answer = isReadable(one) ? (next.next().value as Answer) : { reasons: one.reasons };
      counts[outcomeOf(answer, isDryRun, mayBeSent)] += 1;
      if ('reasons' in answer) refused.push({ row: one.row, reasons: answer.reasons });
    }
    mayBeSent = false;
    progress = { done: progress.done + rows.length, counts };
    await onProgress?.(progress, refused);
  }
  return progress;
}
