import type { Database } from '../../../db/client.ts';
import { BoundedMap } from '../../../lib/bounded-map.ts';
import { minuteMs } from '../../../lib/durations.ts';
import { newId } from '../../../lib/ids.ts';
import { type Attempt, attempt } from '../attempt.ts';
import { failingSinceAfter, nextAttemptAt, restAfter, switchedOffBy } from '../schedule.ts';
import { validSecrets } from '../store/secrets.ts';
import { bodiesOf } from './bodies.ts';
import { keep, type Result, type Round } from './keep.ts';
import { type Due, type Taken, take } from './take.ts';

/** What a run does at most. */
interface Run {
  attempts: number;
  /** Each looks at 1,000 events. */
  rounds: number;
  /** How long it begins new rounds, in milliseconds. */
  ms: number;
}

/** D1 takes 1,000 statements in one invocation of a Worker: a round has seven, or 16 with all kinds of names. */
const longestRun: Run = { attempts: 50, rounds: 50, ms: minuteMs };
/** After this time a round keeps what it has, in milliseconds: an attempt more must fit into the lease. */
const longestRound = 20_000;

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

/** What a round has sent. */
interface Sent extends Omit<Round, 'cursor' | 'isLast'> {
  /** How many attempts: a channel gets several events in one. */
  attempts: number;
  /** How many attempts have failed since the last success of the run. */
  failures: number;
  /** In strict order, nothing goes on until an event that waits has succeeded. */
  isBlocked: boolean;
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

/** Sends what is due, in order. `most`: how many attempts. `failures`: in a row, of the rounds before. */
async function send(
  db: Database,
  taken: Taken,
  { workspace, isLocal }: Sender,
  most: number,
  failures: number,
): Promise<Sent> {
  const { url, format, isOrdered, due } = taken;
  const startedAt = Date.now();
  const sent: Sent = {
    results: [],
    attempts: 0,
    failingSince: taken.failingSince,
    switchedOff: undefined,
    restsUntil: undefined,
    failures,
    isBlocked: false,
  };
  // One alone, then twice as many after each success.
  let together = 1;
  let bodyOf: Awaited<ReturnType<typeof bodiesOf>> | undefined;
  while (sent.results.length < due.length && sent.attempts < most) {
    // A clock that was set back must not keep the round going.
    if (Math.abs(Date.now() - startedAt) >= longestRound) break;
    const [first, ...others] = sendable(due.slice(sent.results.length), isOrdered, Date.now(), together);
    sent.isBlocked ||= first === undefined;
    if (sent.isBlocked || first === undefined) break;
    bodyOf ??= await bodiesOf(db, taken);
    const { body, count } = bodyOf([first.event, ...others.map(({ event }) => event)]);
    if (format !== 'json') await waitForChannel(url);
    const secrets = validSecrets(taken, Date.now());
    // In each attempt the same id.
    const id = `evt_${workspace}_${first.event.sequence}`;
    const made = await attempt({ url, secrets, isLocal }, id, body);
    const endedAt = Date.now();
    const isDelivered = made.outcome === 'delivered';
    // Of several suspects that fail after a success, it is not known which one is the cause.
    const isSplit = !isDelivered && first.isSuspect && count > 1;
    together = isDelivered ? together * 2 : 1;
    const results = isSplit
      ? []
      : [first, ...others].slice(0, count).map((item) => resultOf(item, made, endedAt));
    sent.results.push(...results);
    sent.attempts += 1;
    sent.failingSince = failingSinceAfter(sent.failingSince, made.outcome, endedAt);
    sent.switchedOff = switchedOffBy(made.outcome, sent.failingSince, endedAt);
    sent.isBlocked = isOrdered && results.some(({ status }) => status === 'waiting');
    sent.failures = isDelivered ? 0 : sent.failures + 1;
    const rest = restAfter(made, sent.failures);
    sent.restsUntil = rest && endedAt + rest;
    if (sent.switchedOff !== undefined || rest !== undefined) break;
  }
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
 * Sends the events that a webhook waits for, in their order; one that fails gets a schedule of its own. Only one run has
 * a webhook at a time. What is not kept, because the Worker or D1 stopped, is sent again. Undefined if there was nothing
 * to take.
 */
export async function deliver(
  db: Database,
  webhookId: string,
  sender: Sender,
  most: Run = longestRun,
): Promise<Rest | undefined> {
  const lease = { webhookId, leaseId: newId('write') };
  const startedAt = Date.now();
  let attempts = 0;
  let failures = 0;
  let next: number | undefined;
  for (let round = 1; ; round++) {
    const taken = await take(db, lease);
    if (!taken) return undefined;
    const sent = await send(db, taken, sender, most.attempts - attempts, failures);
    attempts += sent.attempts;
    failures = sent.failures;
    for (const { nextAttemptAt } of sent.results)
      next = Math.min(next ?? Infinity, nextAttemptAt ?? Infinity);
    const hasMore = !sent.isBlocked && (taken.hasMore || sent.results.length < taken.due.length);
    const { results, failingSince, switchedOff, restsUntil, isBlocked } = sent;
    const isOver = !hasMore || switchedOff !== undefined || restsUntil !== undefined;
    const isLate = round >= most.rounds || Math.abs(Date.now() - startedAt) >= most.ms;
    const isLast = isOver || isLate || attempts >= most.attempts;
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
