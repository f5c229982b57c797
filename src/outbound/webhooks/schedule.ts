import { dayMs, hourMs, minuteMs } from '../../lib/durations.ts';
import type { Attempt } from './attempt.ts';

/**
 * How long each attempt waits after the end of the one before, in milliseconds: the example of Standard Webhooks. The
 * first is made at once. The last is 75 h 35 min 5 s after the first, and the time that the attempts take.
 */
const delays = [
  0,
  5000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** How many attempts a delivery has. */
export const mostAttempts: number = delays.length;

/** How many answers to failed attempts are kept of a webhook. */
export const answerPlaces = 20;

/** How long a receiver may take to answer, in milliseconds. */
export const longestAnswer = 20_000;

/** The shortest and the longest wait, in milliseconds, that `Retry-After` may ask for. */
const waits = { shortest: 1000, longest: dayMs };

/** How long a webhook may only fail before it is switched off, in milliseconds from the first failure on. */
export const longestFailing: number = 5 * dayMs;

/** What became of an attempt. After `gone` nothing is sent to the address any more. */
export type Outcome = 'delivered' | 'failed' | 'gone';

/** What became of an attempt, by its status; undefined when nothing answered. Redirects are not followed. */
export function outcomeOf(status: number | undefined): Outcome {
  if (status === undefined) return 'failed';
  if (status >= 200 && status <= 299) return 'delivered';
  return status === 410 ? 'gone' : 'failed';
}

/** An IMF-fixdate (RFC 9110, 5.6.7). `Date.parse` alone takes nearly any text that ends in GMT. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/v;

/** The milliseconds since 1970 of a date in a header field. NaN for anything else. */
const dateIn = (text: string | null) =>
  text !== null && httpDate.test(text) ? Date.parse(text) : Number.NaN;

/**
 * How long `Retry-After` asks to wait, in milliseconds, between 1 second and 24 hours; undefined when it does not. A
 * date is compared with the `Date` of the same answer, because the receiver's clock may be wrong, or else with `now`.
 */
export function retryAfterIn(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const sentAt = dateIn(headers.get('date'));
  const asked = /^\d+$/v.test(text)
    ? Number(text) * 1000
    : dateIn(text) - (Number.isNaN(sentAt) ? now : sentAt);
  if (Number.isNaN(asked)) return undefined;
  return Math.min(Math.max(asked, waits.shortest), waits.longest);
}

/**
 * When a delivery that has failed is attempted again, in milliseconds since 1970, or undefined after its last attempt.
 * `attempts` counts those that were made. A longer `retryAfter` replaces the delay of the schedule. A shorter one does
 * not: with `Retry-After: 1` ten attempts would be over within seconds.
 */
export function nextAttemptAt(attempts: number, endedAt: number, retryAfter?: number): number | undefined {
  const delay = delays[attempts];
  return delay === undefined ? undefined : endedAt + Math.max(delay, retryAfter ?? 0);
}

/** After how many failures in a row a run sends nothing more: the receiver is not well, not the events. */
const mostFailures = 5;

/**
 * How long a receiver gets nothing after an attempt, in milliseconds; undefined if the next event may go on. `failures`
 * counts those in a row, with this attempt. One that says it is too busy rests as long as it asks, at least a second. One
 * that does not answer in time would take 20 seconds for each event.
 */
export function restAfter(
  { statusCode, error, retryAfter }: Pick<Attempt, 'statusCode' | 'error' | 'retryAfter'>,
  failures: number,
): number | undefined {
  const isBusy = statusCode === 429 || (statusCode === 503 && retryAfter !== undefined);
  if (isBusy) return retryAfter ?? minuteMs;
  return error === 'timeout' || failures >= mostFailures ? minuteMs : undefined;
}

/** Since when a webhook has only failed, after one more attempt; null if that was a success. */
export function failingSinceAfter(before: number | null, outcome: Outcome, endedAt: number): number | null {
  return outcome === 'delivered' ? null : (before ?? endedAt);
}

/** Why a webhook is switched off. */
export const reasonsOff = ['gone', 'failing', 'request'] as const;
/** Why a run switches it off. */
export type SwitchedOff = Exclude<(typeof reasonsOff)[number], 'request'>;

/** What becomes of a delivery. */
export const deliveryStatuses = ['succeeded', 'waiting', 'given_up'] as const;

/** Why a webhook is to be switched off after an attempt, if it is. `failingSince` has that attempt. */
export function switchedOffBy(
  outcome: Outcome,
  failingSince: number | null,
  endedAt: number,
): SwitchedOff | undefined {
  if (outcome === 'gone') return 'gone';
  return failingSince !== null && endedAt - failingSince >= longestFailing ? 'failing' : undefined;
}
