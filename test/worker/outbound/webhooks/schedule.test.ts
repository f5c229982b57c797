import {
  failingSinceAfter,
  mostAttempts,
  nextAttemptAt,
  type Outcome,
  outcomeOf,
  retryAfterIn,
  switchedOffBy,
} from '../../../../src/outbound/webhooks/schedule.ts';
import { day, hour, minute, second } from '../../support/times.ts';

const start = Date.parse('2026-11-25T12:00:00.000Z');

describe('outcomeOf', () => {
  test.each([
    [200, 'delivered'],
    [299, 'delivered'],
    [undefined, 'failed'],
    [100, 'failed'],
    [199, 'failed'],
    [300, 'failed'],
    [409, 'failed'],
    [411, 'failed'],
    [599, 'failed'],
    [410, 'gone'],
  ])('%s: %s', (status, outcome) => expect(outcomeOf(status)).toBe(outcome));
});

describe('nextAttemptAt', () => {
  test('ten attempts, with the times of Standard Webhooks', () => {
    const times: number[] = [];
    for (let at = nextAttemptAt(0, start); at !== undefined; at = nextAttemptAt(times.length, at))
      times.push(at);
    expect(times).toHaveLength(mostAttempts);
    const sinceStart = times.map((at) => {
      const hours = Math.floor((at - start) / hour);
      return `${String(hours).padStart(2, '0')}:${new Date(at - start).toISOString().slice(14, 19)}`;
    });
    expect(sinceStart).toEqual([
      '00:00:00',
      '00:00:05',
      '00:05:05',
      '00:35:05',
      '02:35:05',
      '07:35:05',
      '17:35:05',
      '31:35:05',
      '51:35:05',
      '75:35:05',
    ]);
  });

  test.each([
    ['nothing was attempted', 0, undefined, start],
    ['the first has failed', 1, undefined, start + 5 * second],
    ['the ninth has failed', 9, undefined, start + day],
    ['the last has failed', 10, undefined, undefined],
    ['more than the last have failed', 11, undefined, undefined],
    ['Retry-After is longer than the schedule', 1, 2 * minute, start + 2 * minute],
    ['Retry-After is shorter than the schedule', 9, 2 * minute, start + day],
    ['Retry-After comes with the last', 10, 2 * minute, undefined],
  ])('%s', (_what, attempts, retryAfter, at) => {
    expect(nextAttemptAt(attempts, start, retryAfter)).toBe(at);
  });
});

describe('retryAfterIn', () => {
  const date = 'Wed, 25 Nov 2026 12:00:00 GMT';
  test.each([
    // Seconds, between 1 and 24 hours.
    ['1', undefined, second],
    ['0', undefined, second],
    ['86401', undefined, day],
    ['9'.repeat(400), undefined, day],
    ['0120', undefined, 2 * minute],
    // A date, by the clock of the answer, or ours if that names none.
    ['Wed, 25 Nov 2026 12:02:00 GMT', date, 2 * minute],
    ['Wed, 25 Nov 2026 12:02:00 GMT', undefined, 2 * minute],
    ['Wed, 25 Nov 2026 12:02:00 GMT', 'now', 2 * minute],
    ['Fri, 01 Jan 1999 00:02:00 GMT', 'Fri, 01 Jan 1999 00:00:00 GMT', 2 * minute],
    ['Wed, 25 Nov 2026 11:00:00 GMT', date, second],
    ['Fri, 31 Dec 2100 00:00:00 GMT', date, day],
    // Neither.
    ['soon', undefined, undefined],
    ['-1', undefined, undefined],
    ['1.5', undefined, undefined],
    ['1e3', undefined, undefined],
    ['2026-11-25T12:02:00Z', undefined, undefined],
    ['x 1 GMT', undefined, undefined],
    ['Wed, 99 Nov 2026 12:02:00 GMT', undefined, undefined],
    ['Wednesday, 25-Nov-26 12:02:00 GMT', undefined, undefined],
  ])('%j in an answer of %j: %s ms', (text, date, wait) => {
    const headers = new Headers({ 'retry-after': text, ...(date === undefined ? {} : { date }) });
    expect(retryAfterIn(headers, start)).toBe(wait);
  });

  test('an answer without it', () => expect(retryAfterIn(new Headers(), start)).toBeUndefined());
});

describe('a webhook is switched off', () => {
  /** Sends attempts to a webhook, and says which of them switches it off and why. */
  function sent(attempts: { at: number; outcome: Outcome }[]) {
    let failingSince: number | null = null;
    for (const [index, { at, outcome }] of attempts.entries()) {
      failingSince = failingSinceAfter(failingSince, outcome, at);
      const reason = switchedOffBy(outcome, failingSince, at);
      if (reason !== undefined) return { index, reason };
    }
    return undefined;
  }
  const of = (...attempts: [days: number, outcome: Outcome][]) =>
    sent(attempts.map(([days, outcome]) => ({ at: start + days * day, outcome })));

  test.each([
    ['by a 410 at once', of([0, 'gone']), { index: 0, reason: 'gone' }],
    ['by a 410 after successes', of([0, 'delivered'], [0, 'gone']), { index: 1, reason: 'gone' }],
    ['not by one failure', of([0, 'failed']), undefined],
    ['not by failures of less than five days', of([0, 'failed'], [4.999, 'failed']), undefined],
    [
      'by failures of five days',
      of([0, 'failed'], [2, 'failed'], [5, 'failed']),
      { index: 2, reason: 'failing' },
    ],
    [
      'not when one came through',
      of([0, 'failed'], [3, 'delivered'], [5, 'failed'], [7.9, 'failed']),
      undefined,
    ],
    [
      'by five days after that',
      of([0, 'delivered'], [3, 'failed'], [8, 'failed']),
      { index: 2, reason: 'failing' },
    ],
    ['not by a success after five days', of([0, 'failed'], [6, 'delivered']), undefined],
    ['not by silence', of([0, 'delivered'], [30, 'failed'], [31, 'delivered']), undefined],
  ])('%s', (_what, off, expected) => expect(off).toEqual(expected));
});
