import type { Database } from '../../db/client.ts';
import { minuteMs } from '../../lib/durations.ts';
import { newId } from '../../lib/ids.ts';
import { type Attempt, attempt } from '../attempt.ts';
import { messageOf } from '../message.ts';
import { failingSinceAfter, nextAttemptAt, type SwitchedOff, switchedOffBy } from '../schedule.ts';
import { validSecrets } from '../store/secrets.ts';
import { bodiesOf } from './bodies.ts';
import { keep, type Result } from './keep.ts';
import { type Due, type Taken, take } from './take.ts';

/** How many attempts a run makes at most, and how long it begins new ones, in milliseconds. */
const longestRun = { attempts: 50, ms: minuteMs };
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
  /** When the first of the attempts that have failed is made again, in milliseconds since 1970. */
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
  /** The receiver did not answer in time. More attempts would take 20 seconds each, so it rests for a minute. */
  rests: boolean;
  /** In strict order, nothing goes on until an event that waits has succeeded. */
  isBlocked: boolean;
}

/** Sends what is due, one after the other. `most`: how many attempts. */
async function send(db: Database, taken: Taken, { workspace, isLocal }: Sender, most: number): Promise<Sent> {
  const { url, isOrdered, due } = taken;
  const startedAt = Date.now();
  const sent: Sent = {
    ...{ results: [], failingSince: taken.failingSince, switchedOff: undefined },
    ...{ stoppedAt: 0, rests: false, isBlocked: false },
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
    sent.rests = made.error === 'timeout';
    if (sent.switchedOff !== undefined || sent.rests) break;
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
 * a webhook at a time. What is not kept, because the Worker or D1 stopped, is sent again. `most`: how many attempts, 50
 * by default. Undefined if there was nothing to take.
 */
export async function deliver(
  db: Database,
  webhookId: string,
  sender: Sender,
  most: number = longestRun.attempts,
): Promise<Rest | undefined> {
  const lease = { webhookId, leaseId: newId('write') };
  const startedAt = Date.now();
  let attempts = 0;
  let next: number | undefined;
  for (;;) {
    const taken = await take(db, lease);
    if (!taken) return undefined;
    const sent = await send(db, taken, sender, most - attempts);
    attempts += sent.results.length;
    for (const { nextAttemptAt } of sent.results)
      next = Math.min(next ?? Infinity, nextAttemptAt ?? Infinity);
    const hasMore = !sent.isBlocked && (taken.hasMore || sent.stoppedAt < taken.due.length);
    const isLast = !hasMore || attempts >= most || Math.abs(Date.now() - startedAt) >= longestRun.ms;
    const { results, failingSince, switchedOff, rests, isBlocked } = sent;
    const cursor = cursorAfter(taken, sent);
    const kept = await keep(db, lease, { cursor, failingSince, switchedOff, results, isLast, rests });
    if (!kept || rests || switchedOff !== undefined) return undefined;
    // What came meanwhile has rung, but this run had the webhook.
    if (isLast) return { hasMore: hasMore || (!isBlocked && kept.newest > cursor), nextAttemptAt: next };
  }
}
