import type { Database } from '../../../db/client.ts';
import { BoundedMap } from '../../../lib/bounded-map.ts';
import { newId } from '../../../lib/ids.ts';
import { type Attempt, attempt } from '../attempt.ts';
import { failingSinceAfter, nextAttemptAt, restAfter, switchedOffBy } from '../schedule.ts';
import { validSecrets } from '../store/secrets.ts';
import { bodiesOf } from './bodies.ts';
import { keep, type Result, type Round } from './keep.ts';
import { type Due, isOfOneCampaign, isUnordered, roundSize, type Taken, take, wideRound } from './take.ts';

/** What a run does at most. */
interface Run {
  attempts: number;
  /** Each looks at 1,000 events. */
  rounds: number;
  /** How many attempts are made at once to a receiver that was promised no order. A Worker has six connections. */
  atOnce: number;
}

/** D1 takes 1,000 statements in one invocation of a Worker: a round has seven, or 16 with all kinds of names. */
const longestRun: Run = { attempts: 1000, rounds: 50, atOnce: 5 };
/**
 * Within this time the attempts of a run are expected to end, in milliseconds: a Worker may go on for 30 seconds after its
 * message is acknowledged, and one attempt of 20 seconds more must fit into the lease.
 */
const longestMs = 28_000;

/** What a run needs to know of the deployment. */
export interface Sender {
  workspace: string;
  /** Whether a receiver may be on this machine. */
  isLocal: boolean;
}

/** What a run leaves. */
export interface Rest {
  /** There is more to send now. */
  hasMore: boolean;
  /** When there is something to send otherwise: an attempt again, or what a rest holds up. */
  nextAttemptAt: number | undefined;
}

/** The row of a delivery after an attempt. */
function resultOf({ event, attempts }: Due, made: Attempt, endedAt: number): Result {
  const { outcome, statusCode, error, startedAt, durationMs, retryAfter, answer } = made;
  const isDelivered = outcome === 'delivered';
  const next = isDelivered ? undefined : nextAttemptAt(attempts + 1, endedAt, retryAfter);
  return {
    sequence: event.sequence,
    attempts: attempts + 1,
    startedAt,
    durationMs,
    statusCode,
    error,
    answer,
    status: isDelivered ? 'succeeded' : next === undefined ? 'given_up' : 'waiting',
    nextAttemptAt: next ?? null,
  };
}

/** What a run remembers from one round to the next. */
interface Progress {
  startedAt: number;
  attempts: number;
  /** How many attempts have failed since the last success. */
  failures: number;
  /** How long the slowest attempt took, in milliseconds. */
  slowest: number;
}

/** Whether another attempt would end too late, if it takes as long as the slowest one. */
const isLate = ({ startedAt, slowest }: Progress) =>
  // A clock that was set back must not keep the run going.
  Math.abs(Date.now() - startedAt) + slowest >= longestMs;

/** What a round has sent. */
interface Sent extends Omit<Round, 'cursor' | 'isLast'> {
  /** In strict order, nothing goes on until an event that waits has succeeded. */
  isBlocked: boolean;
  /** The invocation may send no more requests. */
  isSpent: boolean;
}

/**
 * What may be sent now of what is left, together if the format allows it: in strict order, nothing behind an event that
 * waits. Suspect events go by themselves, `together` of them, so that one keeps no other from arriving.
 */
function sendable(left: readonly Due[], isOrdered: boolean, now: number, together: number): Due[] {
  const isFirstSuspect = left[0]?.isSuspect === true;
  const end = left.findIndex(({ at, isSuspect }) => (isOrdered && at > now) || isSuspect !== isFirstSuspect);
  const some = end === -1 ? left : left.slice(0, end);
  return some.slice(0, isFirstSuspect ? together : some.length);
}

/** How many attempts a webhook may have at once: one more after each success, and one after a failure. */
const widths = new BoundedMap<string, number>(1000);

/**
 * Sends what is due, and begins in its order. Every attempt that has begun ends, so the results are those of the first
 * events.
 */
async function send(
  db: Database,
  taken: Taken,
  { workspace, isLocal }: Sender,
  most: Run,
  progress: Progress,
): Promise<Sent> {
  const { webhookId, url, format, isOrdered, due } = taken;
  const mostAtOnce = isUnordered(taken) ? most.atOnce : 1;
  const results: Result[] = [];
  const sent: Sent = {
    results,
    failingSince: taken.failingSince,
    switchedOff: undefined,
    restsUntil: undefined,
    isBlocked: false,
    isSpent: false,
  };
  let begun = 0;
  // One alone, then twice as many after each success.
  let together = 1;
  let bodyOf: Awaited<ReturnType<typeof bodiesOf>> | undefined;

  const note = (place: number, items: readonly [Due, ...Due[]], made: Attempt) => {
    const endedAt = Date.now();
    const isDelivered = made.outcome === 'delivered';
    widths.set(webhookId, isDelivered ? Math.min(mostAtOnce, (widths.get(webhookId) ?? 1) + 1) : 1);
    together = isDelivered ? together * 2 : 1;
    // Of several suspects that fail after a success, it is not known which one is the cause.
    if (!isDelivered && items[0].isSuspect && items.length > 1) begun = place;
    else for (const [index, item] of items.entries()) results[place + index] = resultOf(item, made, endedAt);
    sent.failingSince = failingSinceAfter(sent.failingSince, made.outcome, endedAt);
    if (sent.switchedOff !== 'gone')
      sent.switchedOff = switchedOffBy(made.outcome, sent.failingSince, endedAt);
    sent.isBlocked = isOrdered && results.at(-1)?.status === 'waiting';
    progress.failures = isDelivered ? 0 : progress.failures + 1;
    progress.slowest = Math.max(progress.slowest, made.durationMs);
    const rest = restAfter(made, progress.failures);
    if (rest !== undefined) sent.restsUntil = Math.max(sent.restsUntil ?? 0, endedAt + rest);
  };
  const make = async (place: number, items: readonly [Due, ...Due[]], body: string) => {
    if (format !== 'json') await waitForChannel(url);
    const secrets = validSecrets(taken, Date.now());
    // In each attempt the same id.
    const id = `evt_${workspace}_${items[0].event.sequence}`;
    const made = await attempt({ url, secrets, isLocal }, id, body);
    if (made) note(place, items, made);
    else sent.isSpent = true;
  };
  let fault: Error | undefined;
  const mayBegin = () =>
    begun < due.length &&
    progress.attempts < most.attempts &&
    sent.switchedOff === undefined &&
    sent.restsUntil === undefined &&
    !sent.isBlocked &&
    !sent.isSpent &&
    !fault &&
    !isLate(progress);

  const running = new Set<Promise<void>>();
  for (;;) {
    while (running.size < Math.min(mostAtOnce, widths.get(webhookId) ?? 1) && mayBegin()) {
      const [first, ...others] = sendable(due.slice(begun), isOrdered, Date.now(), together);
      sent.isBlocked ||= first === undefined;
      if (first === undefined) break;
      bodyOf ??= await bodiesOf(db, taken);
      const { body, count } = bodyOf([first.event, ...others.map(({ event }) => event)]);
      const making = make(begun, [first, ...others.slice(0, count - 1)], body)
        .catch((error: Error) => {
          fault = error;
        })
        .finally(() => running.delete(making));
      running.add(making);
      begun += count;
      progress.attempts += 1;
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  if (fault) throw fault;
  // Of an attempt that the plan refused there is no result, and what is behind it comes again.
  const whole = Array.from(results, (result) => result !== undefined);
  if (whole.includes(false)) results.length = whole.indexOf(false);
  return sent;
}

/** The event up to which all are sent, or wait. */
function cursorAfter({ due, cursor, until }: Taken, { results }: Sent): number {
  const stoppedAt = results.length;
  const firstLeft = due.slice(stoppedAt).find(({ isNew }) => isNew);
  if (firstLeft === undefined) return Math.max(cursor, until);
  return due.slice(0, stoppedAt).findLast(({ isNew }) => isNew)?.event.sequence ?? cursor;
}

/**
 * Sends the events that a webhook waits for; one that fails gets a schedule of its own. Only one run has a webhook at a
 * time. What is not kept, because the Worker or D1 stopped, is sent again. Undefined if there was nothing to take.
 */
export async function deliver(
  db: Database,
  webhookId: string,
  sender: Sender,
  most: Run = longestRun,
): Promise<Rest | undefined> {
  const lease = { webhookId, leaseId: newId('write') };
  const progress: Progress = { startedAt: Date.now(), attempts: 0, failures: 0, slowest: 0 };
  let next: number | undefined;
  let size = roundSize;
  for (let round = 1; ; round++) {
    const taken = await take(db, lease, size);
    if (!taken) return undefined;
    size = isUnordered(taken) || isOfOneCampaign(taken) ? wideRound : roundSize;
    const sent = await send(db, taken, sender, most, progress);
    for (const { nextAttemptAt } of sent.results)
      next = Math.min(next ?? Infinity, nextAttemptAt ?? Infinity);
    const hasMore = !sent.isBlocked && (taken.hasMore || sent.results.length < taken.due.length);
    const { results, failingSince, switchedOff, restsUntil, isBlocked, isSpent } = sent;
    const isOver = !hasMore || switchedOff !== undefined || restsUntil !== undefined || isSpent;
    const isLast = isOver || round >= most.rounds || progress.attempts >= most.attempts || isLate(progress);
    const cursor = cursorAfter(taken, sent);
    const kept = await keep(db, lease, { cursor, failingSince, switchedOff, results, isLast, restsUntil });
    if (!kept || switchedOff !== undefined) return undefined;
    // What came meanwhile has woken the sender, but this run had the webhook.
    const isLeft = hasMore || (!isBlocked && kept.newest > cursor);
    if (restsUntil !== undefined)
      return { hasMore: false, nextAttemptAt: isLeft ? restsUntil : Math.max(restsUntil, next ?? 0) };
    if (isLast) return { hasMore: isLeft, nextAttemptAt: next };
  }
}

/** How far apart the messages of a channel begin, in milliseconds: Slack takes about one a second, Teams four. */
const pace = 1000;

/** When the last message to an address began. Several webhooks may lead to one channel. */
const last = new BoundedMap<string, number>(1000);

/** Waits until a channel takes another message, a second at most. Other isolates have the 429 of the channel. */
async function waitForChannel(url: string): Promise<void> {
  const wait = (last.get(url) ?? 0) + pace - Date.now();
  // Not for a clock that was set back.
  if (wait > 0 && wait <= pace) await scheduler.wait(wait);
  last.set(url, Date.now());
}
