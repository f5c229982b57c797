import { webhooksWithWork } from '../../../../src/outbound/webhooks/worker/consume.ts';
import { openTestDatabase, send } from '../../support/client.ts';
import { ok } from '../../support/replies.ts';
import { day, minute, pass, second } from '../../support/times.ts';
import {
  answer,
  deliveriesOf,
  happen,
  newWebhook,
  pathOf,
  prepareReceiver,
  run,
} from '../../support/webhooks.ts';

const receiver = prepareReceiver();
const withWork = () => webhooksWithWork(openTestDatabase(), Date.now());

test.each([
  [429, { 'retry-after': '30' }, 30 * second],
  [503, { 'retry-after': '30' }, 30 * second],
  [429, { 'retry-after': `${7 * 24 * 3600}` }, day],
  [429, {}, minute],
])('a receiver that answers %i with %o gets nothing for %i ms', async (code, headers, rest) => {
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

test('one that was switched off at the beginning of a rest begins at once when it is switched on', async () => {
  const webhook = await newWebhook();
  await happen();
  receiver.answer = () => answer(429, { 'retry-after': `${24 * 3600}` });
  await run(webhook);
  pass(5 * day);
  await happen();
  expect(await run(webhook)).toBeUndefined();
  await ok(send('PATCH', pathOf(webhook), { isEnabled: true }));
  receiver.answer = () => answer(200);
  const [number] = await happen();
  await run(webhook);
  expect(receiver.sequences().at(-1)).toBe(number);
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
