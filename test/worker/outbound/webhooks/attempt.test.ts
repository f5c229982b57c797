import { env } from 'cloudflare:workers';
import { minute, pass } from '../../support/times.ts';
import {
  deliveriesOf,
  happen,
  newWebhook,
  prepareReceiver,
  run,
  answer as status,
} from '../../support/webhooks.ts';

const receiver = prepareReceiver();

/** A test that takes more than a second: npm run test:fast leaves it out. */
const patientTest = test.skipIf(import.meta.env.MODE === 'fast');

describe('an attempt that fails', () => {
  const long = 'x'.repeat(3000);
  test.each([
    [
      'a redirect',
      () => Response.redirect('https://elsewhere.example/'),
      { statusCode: 302, error: 'redirect', answer: null },
    ],
    [
      'a 404',
      () => new Response(long, { status: 404 }),
      { statusCode: 404, error: null, answer: long.slice(0, 1024) },
    ],
    [
      'no connection',
      () => Promise.reject(new TypeError('Network connection lost.')),
      { statusCode: null, error: 'connection', answer: null },
    ],
    [
      'no answer in time',
      () => Promise.reject(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      { statusCode: null, error: 'timeout', answer: null },
    ],
  ])('by %s', async (_what, answer, expected) => {
    receiver.answer = answer as () => Response;
    const webhook = await newWebhook();
    await happen();
    await run(webhook);
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'waiting', attempts: 1, ...expected }]);
  });

  test('a receiver that does not answer in time rests for a minute', async () => {
    const webhook = await newWebhook();
    await happen(3);
    receiver.answer = () => Promise.reject(new DOMException('too late', 'TimeoutError'));
    expect(await run(webhook)).toEqual({ hasMore: false, nextAttemptAt: Date.now() + minute });
    expect(await run(webhook)).toBeUndefined();
    expect(receiver.received).toHaveLength(1);
    pass(minute);
    receiver.answer = () => status(200);
    await run(webhook);
    expect(receiver.received).toHaveLength(4);
  });

  patientTest('an answer that never ends has what came within two seconds', async () => {
    const pending = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('busy')),
    });
    receiver.answer = () => new Response(pending, { status: 500 });
    const webhook = await newWebhook();
    await happen();
    const begun = performance.now();
    await run(webhook);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await deliveriesOf(webhook)).toMatchObject([{ statusCode: 500, error: null, answer: 'busy' }]);
  });

  test('an address that the rules refuse by now gets nothing', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const webhook = await newWebhook();
    await env.DB.prepare("update webhooks set url = 'https://10.0.0.1/'").run();
    await happen();
    await run(webhook);
    expect(receiver.received).toEqual([]);
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'waiting', error: 'refused_address' }]);
  });
});
