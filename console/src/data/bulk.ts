import { ifMatch, isProblem } from '@footfall/client';
import { number, plural } from '../lib/format.ts';
import { type Failure, type Job, jobs } from '../lib/jobs.ts';
import { describeProblem, isEndOfKey } from '../lib/problem.ts';
import { announce, doLater } from '../lib/toasts.ts';
import type { Match } from './api.ts';
import { atMost } from './at-most.ts';
import { hide, unhide } from './deleting.ts';
import { refetch } from './query.ts';
import { endOfSession, session, storedKey } from './session.ts';

/** So many requests of a job are under way at a time. */
const together = 4;

/** A record with which something is done, and what the request needs of it. */
export interface WorkItem<T> {
  id: string;
  name: string;
  value: T;
}

export interface Work<T> {
  /** "Archiving". */
  doing: string;
  /** "12 audiences were archived". */
  done: (count: number) => string;
  items: readonly WorkItem<T>[];
  /** Does it with one. It may be called again after it failed. With `isLast`, it must not wait for another answer. */
  send: (value: T, isLast: boolean) => Promise<unknown>;
  /** It was said to be done already: when the page is left, the rest is sent at once. */
  isUrgent?: boolean;
  /** Takes it back for those with which it was done. */
  undo?: (items: readonly WorkItem<T>[]) => void;
  /** Called with the ids of those with which it could not be done. */
  onFailed?: (ids: string[]) => void;
}

/** Something is not done, for a reason of our own: its message says it. */
export class NotDone extends Error {}

/** A record as it was listed, with which something is to be done. */
export interface Seen<T> {
  seen: T;
  /** Its ETag; undefined until it was read, and again once it was changed. */
  match?: Match | undefined;
}

/**
 * Reads a record for its ETag, and notes what it is now. Throws NotDone if it is not what was listed. `verb` is what was
 * to be done with it.
 */
export async function readAsSeen<T>(
  attempt: Seen<T>,
  read: () => Promise<{ data: T; response: Response }>,
  isSame: (now: T, seen: T) => boolean,
  verb: string,
): Promise<Match> {
  const { seen } = attempt;
  const { data, response } = await read();
  attempt.seen = data;
  if (!isSame(data, seen))
    throw new NotDone(`It changed after it was listed. Review it, or try again to ${verb} it as it is now.`);
  return ifMatch(response);
}

/** What fails for one fails for all that follow. */
const isForAll = (error: unknown): boolean =>
  isEndOfKey(error) || isProblem(error, 'network_failed', 'insufficient_scope');

function failureOf({ id, name }: WorkItem<unknown>, error: unknown, isTried: boolean): Failure {
  const { title, detail = '', requestId } = describeProblem(error);
  const words = error instanceof NotDone ? error.message : `${title}. ${detail}`.trim();
  return { id, name, words: isTried ? words : `Not tried. ${words}`, requestId };
}

const change = (id: number, next: Partial<Job>): void =>
  jobs.set(jobs.get().map((job) => (job.id === id ? { ...job, ...next } : job)));

/** Takes the account of a job from the screen. */
export const closeJob = (id: number): void => jobs.set(jobs.get().filter((job) => job.id !== id));

const isAnyRunning = () => jobs.get().some(({ isRunning }) => isRunning);
addEventListener('beforeunload', (event) => isAnyRunning() && event.preventDefault());
// Who signs in next must not read the names. A key that has ended takes nothing away: its reader comes back.
session.subscribe(() => {
  if (!session.get() && endOfSession.get() === undefined) jobs.set([]);
});

let count = 0;

/**
 * Does something with many records, a few at a time, and keeps the account of it: what was done, and what failed. It goes
 * on when the screen is left. What is tried again is only what failed. With `isLast`, all is sent at once.
 */
export function startWork<T>(work: Work<T>, isLast = false): void {
  count += 1;
  const id = count;
  const { doing, done, undo, onFailed } = work;
  const ready: WorkItem<T>[] = [];

  const attempt = async (items: readonly WorkItem<T>[]) => {
    const key = storedKey();
    const failed: { item: WorkItem<T>; failure: Failure }[] = [];
    let settled = 0;
    let end: unknown;
    const tell = (more: Partial<Job> = {}) =>
      change(id, { total: items.length, settled, failed: failed.map(({ failure }) => failure), ...more });
    tell({ isRunning: true, undo: undefined });
    announce(`${doing} ${number(items.length)} …`);
    const act = async (item: WorkItem<T>) => {
      const isTried = end === undefined;
      try {
        if (!isTried) throw end;
        if (storedKey() !== key) throw new NotDone('You signed out in the meantime.');
        await work.send(item.value, isLast);
        ready.push(item);
      } catch (error) {
        failed.push({ item, failure: failureOf(item, error, isTried) });
        if (isForAll(error)) end ??= error;
      }
      settled += 1;
      tell();
    };
    await atMost(isLast ? items.length : together, items, act, work.isUrgent);
    const text = ready.length > 0 ? done(ready.length) : 'Nothing was done';
    tell({
      isRunning: false,
      done: text,
      undo: undo && ready.length > 0 ? takeBack : undefined,
      retry: () => attempt(failed.map(({ item }) => item)),
    });
    onFailed?.(failed.map(({ item }) => item.id));
    refetch();
    announce(failed.length > 0 ? `${text}. ${plural(failed.length, 'failure')}` : text);
  };
  const takeBack = () => {
    closeJob(id);
    undo?.(ready);
  };

  // What was done before without a failure was seen.
  const kept = jobs.get().filter(({ isRunning, failed }) => isRunning || failed.length > 0);
  const total = work.items.length;
  jobs.set([
    ...kept,
    { id, doing, total, settled: 0, isRunning: true, done: '', failed: [], retry: () => {} },
  ]);
  attempt(work.items);
}

/**
 * Takes records from the screen at once, and deletes them after some seconds in which it can be undone. Those that could
 * not be deleted are shown again.
 */
export function deleteAllLater<T>(work: Omit<Work<T>, 'doing' | 'onFailed' | 'undo'>): void {
  const ids = work.items.map(({ id }) => id);
  hide(...ids);
  doLater(
    work.done(ids.length),
    (isLast) =>
      startWork(
        { ...work, doing: 'Deleting', isUrgent: true, onFailed: (failed) => unhide(...failed) },
        isLast,
      ),
    () => unhide(...ids),
  );
}
