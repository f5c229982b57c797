import {
  failingSinceAfter,
  mostAttempts,
  nextAttemptAt,
  type Outcome,
  outcomeOf,
  retryAfterIn,
  switchedOffBy,
} from '../../../../src/outbound/webhooks/schedule.ts';
import { webhooksWithWork } from '../../../../src/outbound/webhooks/worker/consume.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { day, hour, minute, pass, second } from '../../support/times.ts';
import {
  answer,
  deliveriesOf,
  happen,
  newWebhook,
  pathOf,
  prepareReceiver,
  run,
  answer as status,
} from '../../support/webhooks.ts';

const start = Date.parse('2026-11-25T12:00:00.000Z');
const receiver = prepareReceiver();
const withWork = () => webhooksWithWork(openTestDatabase(), Date.now());

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

describe('the schedule of a delivery', () => {
  test('has ten attempts at the times of Standard Webhooks, with the same id and a new timestamp', async () => {
    receiver.answer = () => status(500);
    const webhook = await newWebhook();
    const [sequence] = await happen();
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      await run(webhook);
      // A millisecond too early.
      const next = Date.parse((await deliveriesOf(webhook))[0]?.nextAttemptAt ?? '');
      if (Number.isNaN(next)) break;
      vi.setSystemTime(next - 1);
      await run(webhook);
      pass(1);
    }
    const [first] = receiver.received;
    expect(receiver.received).toHaveLength(mostAttempts);
    const waits = receiver.received.slice(1).map(({ at }, index) => at - (receiver.received[index]?.at ?? 0));
    const hours = [2, 5, 10, 14, 20, 24].map((wait) => wait * hour);
    expect(waits).toEqual([5 * second, 5 * minute, 30 * minute, ...hours]);
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([first?.id]));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    expect(await deliveriesOf(webhook)).toMatchObject([
      {
        sequence,
        status: 'given_up',
        attempts: 10,
        statusCode: 500,
        error: null,
        nextAttemptAt: null,
        answer: 'no',
      },
    ]);
    pass(day);
    await run(webhook);
    expect(receiver.received).toHaveLength(mostAttempts);
  });

  test('obeys Retry-After when it is longer', async () => {
    receiver.answer = () => status(500, { 'retry-after': '120' });
    const webhook = await newWebhook();
    await happen();
    expect(await run(webhook)).toEqual({ hasMore: false, nextAttemptAt: Date.now() + 120 * second });
  });
});

describe('a receiver that is too busy rests', () => {
  test.each([
    [429, { 'retry-after': '30' }, 30 * second],
    [503, { 'retry-after': '30' }, 30 * second],
    [429, { 'retry-after': `${7 * 24 * 3600}` }, day],
    [429, {}, minute],
  ])('one that answers %i with %o gets nothing for %i ms', async (code, headers, rest) => {
    const webhook = await newWebhook();
    const numbers = await happen(50);
    receiver.answer = () => answer(code, headers);
    const next = Date.now() + rest;
    expect(await run(webhook)).toEqual({ hasMore: false, nextAttemptAt: next });
    expect(receiver.received).toHaveLength(1);
    // Those that were not tried keep all their attempts.
    expect(await deliveriesOf(webhook)).toMatchObject([
      { sequence: numbers[0], attempts: 1, status: 'waiting' },
    ]);
    vi.setSystemTime(next - 1);
    expect([await withWork(), await run(webhook)]).toEqual([[], undefined]);
    expect(receiver.received).toHaveLength(1);
    pass(1);
    receiver.answer = () => answer(200);
    expect(await withWork()).toEqual([webhook.webhookId]);
    await run(webhook);
    expect(new Set(receiver.sequences())).toEqual(new Set(numbers));
    expect(receiver.received).toHaveLength(51);
  });

  test('a 503 that names no time holds up no other event', async () => {
    const webhook = await newWebhook();
    const [first] = await happen(3);
    receiver.answer = ({ sequence }) => answer(sequence === first ? 503 : 200);
    await run(webhook);
    expect(receiver.received).toHaveLength(3);
  });

  test('in strict order a rest keeps the order', async () => {
    const webhook = await newWebhook({ isOrdered: true });
    const numbers = await happen(3);
    receiver.answer = () => answer(429, { 'retry-after': '30' });
    await run(webhook);
    pass(30 * second);
    await run(webhook);
    pass(5 * minute);
    receiver.answer = () => answer(200);
    await run(webhook);
    expect(receiver.sequences()).toEqual([numbers[0], numbers[0], ...numbers]);
  });

  test('what comes during the attempt after which it rests is sent at the end of the rest', async () => {
    const webhook = await newWebhook();
    await happen();
    receiver.answer = async () => {
      await happen();
      return answer(429, { 'retry-after': '1' });
    };
    expect(await run(webhook)).toEqual({ hasMore: false, nextAttemptAt: Date.now() + second });
  });
});

describe('five failures in a row', () => {
  test('are the last of a run, and the receiver gets nothing for a minute', async () => {
    const webhook = await newWebhook();
    const numbers = await happen(50);
    receiver.answer = () => Promise.reject(new TypeError('Network connection lost.'));
    expect(await run(webhook)).toEqual({ hasMore: false, nextAttemptAt: Date.now() + minute });
    expect(receiver.sequences()).toEqual(numbers.slice(0, 5));
    pass(minute - 1);
    expect(await run(webhook)).toBeUndefined();
    pass(1);
    receiver.answer = () => answer(200);
    receiver.received.length = 0;
    expect(await run(webhook)).toMatchObject({ hasMore: false });
    expect(receiver.sequences()).toEqual(numbers);
  });

  test('may be of two rounds', async () => {
    const webhook = await newWebhook();
    const numbers = await happen(40);
    receiver.answer = ({ sequence }) => answer(sequence >= (numbers[18] ?? 0) ? 500 : 200);
    await run(webhook);
    expect(receiver.received).toHaveLength(23);
  });

  test('are none with a success between', async () => {
    const webhook = await newWebhook();
    const numbers = await happen(30);
    receiver.answer = ({ sequence }) => answer(sequence % 5 === 0 ? 200 : 500);
    await run(webhook);
    expect(receiver.sequences()).toEqual(numbers);
  });
});

describe('what somebody asks for does not wait for the end of a rest', () => {
  test.each([
    ['resend', (path: string, of: number) => send('POST', `${path}/deliveries/${of}/resend`)],
    ['recover', (path: string) => send('POST', `${path}/recover`, { since: '2020-01-01T00:00:00Z' })],
    ['rotate', (path: string) => send('POST', `${path}/rotate`)],
    ['url', (path: string) => send('PATCH', path, { url: 'https://hooks-new.example/' })],
    [
      'off and on',
      async (path: string) => {
        await ok(send('PATCH', path, { isEnabled: false }));
        return send('PATCH', path, { isEnabled: true });
      },
    ],
  ])('%s', async (_what, ask) => {
    const webhook = await newWebhook();
    const [first = 0] = await happen(3);
    receiver.answer = () => answer(429, { 'retry-after': '3600' });
    await run(webhook);
    expect(await run(webhook)).toBeUndefined();
    await ok(ask(pathOf(webhook), first));
    receiver.answer = () => answer(200);
    await happen();
    expect(await run(webhook)).toBeDefined();
    expect(receiver.received.length).toBeGreaterThan(1);
  });
});
