import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook } from '#footfall/client';
import { createWebhookSecret, sign } from '../../../../src/outbound/webhooks/signature.ts';

const now = Date.now();
const id = 'event_01m84a7d7bfk1rp4wxed5bmj3j';
/** Any text, also with characters that are no character alone. */
const anyText = fc.string({ unit: 'binary', maxLength: 200 });
/** Any secret that the standard allows: 24 to 64 bytes. */
const anySecret = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${new Uint8Array(bytes).toBase64()}`);

describe('createWebhookSecret', () => {
  test('makes whsec_ and base64 of 32 bytes, never the same twice', () => {
    const secrets = Array.from({ length: 200 }, createWebhookSecret);
    expect(new Set(secrets).size).toBe(200);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+\/]{43}=$/v);
      expect(Uint8Array.fromBase64(secret.slice(6))).toHaveLength(32);
    }
  });
});

describe('sign', () => {
  test('signs what the standard signs', async () => {
    // The values of the tests of the standard's own libraries.
    const headers = await sign({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330_000,
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('text that is no JSON is signed as standardwebhooks signs it', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anySecret, async (body, secret) => {
        const headers = await sign({ id, timestamp: now, body, secrets: [secret] });
        expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(id, new Date(now), body));
      }),
    );
  });

  test('while a secret is replaced, each of the two verifies, and no other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), anySecret, anySecret, anySecret, async (body, newer, older, other) => {
        fc.pre(other !== newer && other !== older);
        const headers = await sign({ id, timestamp: now, body, secrets: [newer, older] });
        expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/v);
        for (const secret of [newer, older])
          expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
        expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature found');
      }),
    );
  });

  test('any body and secret is verified by the client, in a Worker', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json({ stringUnit: 'binary' }),
        anySecret,
        anySecret,
        async (body, newer, older) => {
          const headers = await sign({ id, timestamp: now, body, secrets: [newer, older] });
          const request = () => new Request('https://receiver.example/', { method: 'POST', headers, body });
          for (const secret of [newer, older])
            expect(await verifyWebhook(request(), secret, { now })).toEqual(JSON.parse(body));
        },
      ),
    );
  });

  test('the time of an attempt is in whole seconds, and never later than it was', async () => {
    const at = (timestamp: number) =>
      sign({ id, timestamp, body: '', secrets: [createWebhookSecret()] }).then(
        (headers) => headers['webhook-timestamp'],
      );
    expect(await Promise.all([at(1_700_000_000_000), at(1_700_000_000_999)])).toEqual([
      '1700000000',
      '1700000000',
    ]);
  });

  test.each([
    ['an empty', ''],
    ['one with a full stop', 'event.1'],
    ['one with a line feed', 'event_1\n'],
  ])('refuses %s id', async (_what, id) => {
    const signed = sign({ id, timestamp: now, body: '{}', secrets: [createWebhookSecret()] });
    await expect(signed).rejects.toThrow('The id of a webhook is malformed');
  });

  test.each([
    ['no prefix', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    ['no base64', 'whsec_not base64!'],
    ['nothing', ''],
  ])('refuses a secret with %s', async (_what, secret) => {
    await expect(sign({ id, timestamp: now, body: '{}', secrets: [secret] })).rejects.toThrow();
  });
});
