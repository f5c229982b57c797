import type { Database } from '../../db/client.ts';
import { minuteMs } from '../../lib/durations.ts';
import { newId } from '../../lib/ids.ts';
import { type Attempt, attempt } from '../attempt.ts';
import { messageOf } from '../message.ts';
import { failingSinceAfter, nextAttemptAt, restAfter, type SwitchedOff, switchedOffBy } from '../schedule.ts';
import { validSecrets } from '../store/secrets.ts';
import { bodiesOf } from './bodies.ts';
import { keep, type Result } from './keep.ts';
import { type Due, type Taken, take } from './take.ts';

/** What a run does at most. */
export interface Run {
  attempts: number;
  /** Each looks at 1,000 events. */
  rounds: number;
  /** How long it begins new rounds, in milliseconds. */
  ms: number;
}

/**
 * D1 takes 1,000 statements in one invocation of a Worker. A round has seven, or 16 if it tells a channel of every kind
 * of record.
 */
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
  /** When there is something to send otherwise, in milliseconds since 1970: an attempt again, or what a rest holds up. */
  nextAttemptAt: number | undefined;
}

/** The row of a delivery after an attempt. */
function resultOf({ event, attempts }: Due, made: Attempt, endedAt: number): Result {
  const { outcome, statusCode, error, startedAt, durationMs, retryAfter, answer } = made;
  const isDelivered = outcome === 'delivered';
  const next = isDelivered ? undefined : nextAttemptAt(attempts + 1, endedAt, retryAfter);
  return {
    ...{ sequence: event.sequence, attempts: attempts + 1, startedAt, durationMs, statusCode, error, answer },
    status: isDelivered ? 'succeeded' : next === undefined ? 'given_up' : 'waiting',
    nextAttemptAt: next ?? null,
  };
}

/** What a round has sent. */
interface Sent {
  results: Result[];
  failingSince: number | null;
  switchedOff: SwitchedOff | undefined;
  /** The place in `due` where it stopped. */
  stoppedAt: number;
  /** Until when the receiver gets nothing, in milliseconds since 1970. */
  restsUntil: number | undefined;
  /** How many attempts have failed since the last success of the run. */
  failures: number;
  /** In strict order, nothing goes on until an event that waits has succeeded. */
  isBlocked: boolean;
}

/** Sends what is due, one after the other. `most`: how many attempts. `failures`: in a row, of the rounds before. */
async function send(
  db: Database,
  taken: Taken,
  { workspace, isLocal }: Sender,
  most: number,
  failures: number,
): Promise<Sent> {
  const { url, isOrdered, due } = taken;
  const startedAt = Date.now();
  const sent: Sent = {
    ...{ results: [], failingSince: taken.failingSince, switchedOff: undefined },
    ...{ stoppedAt: 0, restsUntil: undefined, failures, isBlocked: false },
  };
  let bodyOf: Awaited<ReturnType<typeof bodiesOf>> | undefined;
  for (const item of due) {
    const now = Date.now();
    // A clock that was set back must not keep the round going.
    const isLate = Math.abs(now - startedAt) >= longestRound;
    sent.isBlocked ||= isOrdered && item.at > now;
    if (sent.isBlocked || isLate || sent.results.length >= most) break;
    bodyOf ??= await bodiesOf(db, taken);
    const { id, body } = messageOf(workspace, item.event.sequence, bodyOf(item.event));
    const made = await attempt({ url, secrets: validSecrets(taken, now), isLocal }, id, body);
    const endedAt = Date.now();
    const result = resultOf(item, made, endedAt);
    sent.results.push(result);
    sent.stoppedAt += 1;
    sent.failingSince = failingSinceAfter(sent.failingSince, made.outcome, endedAt);
    sent.switchedOff = switchedOffBy(made.outcome, sent.failingSince, endedAt);
    sent.isBlocked = isOrdered && result.status === 'waiting';
    sent.failures = made.outcome === 'delivered' ? 0 : sent.failures + 1;
    const rest = restAfter(made, sent.failures);
    sent.restsUntil = rest && endedAt + rest;
    if (sent.switchedOff !== undefined || rest !== undefined) break;
  }
  return sent;
}

/** The event up to which all are sent, or wait. */
function cursorAfter({ due, cursor, until }: Taken, { stoppedAt }: Sent): number {
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
    attempts += sent.results.length;
    failures = sent.failures;
    for (const { nextAttemptAt } of sent.results)
      next = Math.min(next ?? Infinity, nextAttemptAt ?? Infinity);
    const hasMore = !sent.isBlocked && (taken.hasMore || sent.stoppedAt < taken.due.length);
    const { results, failingSince, switchedOff, restsUntil, isBlocked } = sent;
    const isOver = !hasMore || switchedOff !== undefined || restsUntil !== undefined;
    const isLate = round >= most.rounds || Math.abs(Date.now() - startedAt) >= most.ms;
    const isLast = isOver || isLate || attempts >= most.attempts;
    const cursor = cursorAfter(taken, sent);
    const kept = await keep(db, lease, { cursor, failingSince, switchedOff, results, isLast, restsUntil });
    if (!kept || switchedOff !== undefined) return undefined;
    // What came meanwhile has rung, but this run had the webhook.
    const isLeft = hasMore || (!isBlocked && kept.newest > cursor);
    if (restsUntil !== undefined)
      return { hasMore: false, nextAttemptAt: isLeft ? restsUntil : Math.max(restsUntil, next ?? 0) };
    if (isLast) return { hasMore: isLeft, nextAttemptAt: next };
  }
}
