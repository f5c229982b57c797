import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookError, type WebhookOptions } from '#footfall/client';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const now = Date.now();
const id = 'event_01m84a7d7bfk1rp4wxed5bmj3j';
const body = '{"type":"person.created","name":"Zoë"}';

/** The header fields of an attempt, as the library of the standard signs it. */
const signed = (by: string, text = body, at = now) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at / 1000)),
  'webhook-signature': new Webhook(by).sign(id, new Date(at), text),
});

/** Why a delivery is refused, or undefined when it is not. */
async function reasonOf(
  delivery: Parameters<typeof verifyWebhook>[0],
  secrets: string | string[] = secret,
  options: WebhookOptions = { now },
): Promise<string | undefined> {
  try {
    await verifyWebhook(delivery, secrets, options);
    return undefined;
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    expect(error.message).not.toContain(secret.slice(6));
    return error.reason;
  }
}

const isOfStandard = (by: string, text: string, headers: Record<string, string>) => {
  try {
    new Webhook(by).verify(text, headers);
    return true;
  } catch {
    return false;
  }
};

const anySecret = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);
const anyJson = fc.json({ stringUnit: 'binary' });

describe('what the library of the standard signs', () => {
  test('any event is verified with any secret, and is what was sent', async () => {
    await fc.assert(
      fc.asyncProperty(anyJson, anySecret, async (text, secret) => {
        const event = await verifyWebhook({ headers: signed(secret, text), body: text }, secret, { now });
        expect(event).toEqual(JSON.parse(text));
      }),
    );
  });

  const headers = signed(secret);
  const bytes = Buffer.from(body);
  /** The bytes within those of something else, as in the pool of Node's buffers. */
  const within = new Uint8Array(Buffer.concat([Buffer.from('...'), bytes, Buffer.from('...')]).buffer);
  const start = Buffer.from(within).indexOf(bytes);

  test.each([
    ['a Request', new Request('https://receiver.example/', { method: 'POST', headers, body })],
    ['Headers and a text', { headers: new Headers(headers), body }],
    [
      'Headers of another library',
      { headers: { get: (name: string) => new Headers(headers).get(name) }, body },
    ],
    ['an object of header fields, and a Buffer', { headers, body: bytes }],
    ['an ArrayBuffer', { headers, body: new Uint8Array(bytes).buffer }],
    ['a part of a buffer', { headers, body: within.subarray(start, start + bytes.length) }],
    [
      'lists of values',
      { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])), body },
    ],
    [
      'names in capitals',
      {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
        ),
        body,
      },
    ],
  ])('arrives as %s', async (_what, delivery) => {
    expect(await verifyWebhook(delivery as Parameters<typeof verifyWebhook>[0], secret, { now })).toEqual(
      JSON.parse(body),
    );
  });

  test('by the clock, when no time is given', async () => {
    expect(await reasonOf({ headers: signed(secret, body, Date.now()), body }, secret, {})).toBeUndefined();
  });
});

describe('while a secret is replaced', () => {
  const both = {
    ...signed(secret),
    'webhook-signature': `${new Webhook(secret).sign(id, new Date(now), body)} ${new Webhook(other).sign(id, new Date(now), body)}`,
  };
  const third = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

  test.each([
    ['the newer of the two signatures', both, secret, undefined],
    ['the older of the two signatures', both, other, undefined],
    ['neither of the two signatures', both, third, 'no_match'],
    ['a receiver with both secrets', signed(other), [secret, other], undefined],
    ['a receiver with two others', signed(third), [secret, other], 'no_match'],
  ])('%s', async (_what, headers, secrets, reason) => {
    expect(await reasonOf({ headers, body }, secrets)).toBe(reason);
  });

  test('signatures of other versions are passed over', async () => {
    const own = signed(secret)['webhook-signature'];
    const among = (signatures: string) =>
      reasonOf({ headers: { ...both, 'webhook-signature': signatures }, body });
    expect(await among(`v1a,${Buffer.alloc(64).toString('base64')} v2,x ${own}`)).toBeUndefined();
    expect(await among(own.replace('v1,', 'v1a,'))).toBe('no_match');
    expect(await among(own.replace('v1,', 'v2,'))).toBe('no_match');
  });

  test('only the first eight signatures are read', async () => {
    const own = signed(secret)['webhook-signature'];
    const wrong = `v1,${Buffer.alloc(32).toString('base64')}`;
    const behind = (count: number) =>
      reasonOf({
        headers: { ...both, 'webhook-signature': [...Array(count).fill(wrong), own].join(' ') },
        body,
      });
    expect([await behind(7), await behind(8)]).toEqual([undefined, 'no_match']);
  });
});

describe('refuses', () => {
  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'a delivery without %s',
    async (name) => {
      for (const value of [undefined, '', []])
        expect(await reasonOf({ headers: { ...signed(secret), [name]: value }, body })).toBe(
          'header_missing',
        );
      const headers = new Headers(signed(secret));
      headers.delete(name);
      expect(await reasonOf({ headers, body })).toBe('header_missing');
    },
  );

  test.each(['now', '-1', '1e9', '1700000000.5', '0x65', ' 1', '9'.repeat(13), new Date(now).toISOString()])(
    'the timestamp %s',
    async (timestamp) => {
      const headers = { ...signed(secret), 'webhook-timestamp': timestamp };
      expect(await reasonOf({ headers, body })).toBe('timestamp_malformed');
    },
  );

  const at = Math.floor(now / 1000) * 1000;
  test.each([
    [0, {}, undefined],
    [-300, {}, undefined],
    [-301, {}, 'too_old'],
    [300, {}, undefined],
    [301, {}, 'too_new'],
    [-10, { toleranceSeconds: 10 }, undefined],
    [-11, { toleranceSeconds: 10 }, 'too_old'],
    [-1, { toleranceSeconds: 0 }, 'too_old'],
    [1, { toleranceSeconds: 0 }, 'too_new'],
    [-1_000_000, { toleranceSeconds: Number.POSITIVE_INFINITY }, undefined],
    [0, { toleranceSeconds: Number.NaN }, 'too_old'],
  ])('or takes an attempt %i seconds from now with %j: %s', async (seconds, options, reason) => {
    const headers = signed(secret, body, at + seconds * 1000);
    expect(await reasonOf({ headers, body }, secret, { now: at + 999, ...options })).toBe(reason);
  });

  test.each([
    ['nothing', ''],
    ['no prefix', secret.slice(6)],
    ['the prefix alone', 'whsec_'],
    ['another prefix', secret.replace('whsec_', 'whpk_')],
    ['23 bytes', `whsec_${Buffer.alloc(23).toString('base64')}`],
    ['65 bytes', `whsec_${Buffer.alloc(65).toString('base64')}`],
    ['a line feed at its end', `${secret}\n`],
    ['no padding', secret.replace('=', '')],
    ['base64url', `whsec_${Buffer.alloc(32, 255).toString('base64url')}`],
    ['what is no text', null as unknown as string],
  ])('a secret of %s, whatever came', async (_what, malformed) => {
    for (const secrets of [malformed, [malformed], [secret, malformed]])
      expect(await reasonOf({ headers: {}, body }, secrets)).toBe('secret_malformed');
  });

  test('an empty list of secrets', async () => {
    expect(await reasonOf({ headers: signed(secret), body }, [])).toBe('secret_malformed');
  });

  test.each(['', 'ok', '{"type":'])('a signed body that is not JSON: %j', async (text) => {
    expect(await reasonOf({ headers: signed(secret, text), body: text })).toBe('body_malformed');
  });

  test('a body that was parsed, with an error that says so', async () => {
    const parsed = { headers: signed(secret), body: JSON.parse(body) };
    await expect(verifyWebhook(parsed, secret, { now })).rejects.toThrow(
      new TypeError('The body must be the text or the bytes that came, not what was parsed of them'),
    );
  });
});

describe('what was changed on the way', () => {
  test('a body with any byte changed, added or taken is refused', async () => {
    const change = fc.record({
      text: anyJson,
      at: fc.nat(),
      byte: fc.nat(255),
      how: fc.constantFrom('change', 'add', 'take'),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ text, at, byte, how }) => {
        const bytes = [...Buffer.from(text)];
        bytes.splice(at % bytes.length, how === 'add' ? 0 : 1, ...(how === 'take' ? [] : [byte]));
        fc.pre(!Buffer.from(text).equals(Uint8Array.from(bytes)));
        const delivery = { headers: signed(secret, text), body: Uint8Array.from(bytes) };
        expect(await reasonOf(delivery)).toBe('no_match');
      }),
    );
  });

  test('a changed id, time or signature is refused, as the library of the standard does', async () => {
    const change = fc.record({
      name: fc.constantFrom(
        'webhook-id' as const,
        'webhook-timestamp' as const,
        'webhook-signature' as const,
      ),
      at: fc.nat(),
      character: fc.constantFrom(...'0123456789abcXYZ+/=,.-_ v'),
      taken: fc.nat(1),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ name, at, character, taken }) => {
        const headers = signed(secret);
        const characters = [...headers[name]];
        characters.splice(at % characters.length, taken, character);
        const changed = { ...headers, [name]: characters.join('') };
        fc.pre(changed[name] !== headers[name]);
        // A space at the end, say, changes nothing: then both must take it. Ours may be stricter, never the other way.
        const isTaken = (await reasonOf({ headers: changed, body })) === undefined;
        if (isTaken) expect(isOfStandard(secret, body, changed)).toBe(true);
        if (name !== 'webhook-signature') expect(isTaken).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('a signature that is written in another way is refused, as the library of the standard does', async () => {
    const headers = signed(secret);
    const signature = headers['webhook-signature'];
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    // Base64 of 32 bytes ends in a character, of which two bits say nothing, and "=".
    const next = alphabet[alphabet.indexOf(signature.at(-2) ?? '') + 1];
    const changed = { ...headers, 'webhook-signature': `${signature.slice(0, -2)}${next}=` };
    const raw = (text: string) => Buffer.from(text.slice('v1,'.length), 'base64');
    expect(raw(changed['webhook-signature'])).toEqual(raw(signature));
    expect(await reasonOf({ headers: changed, body })).toBe('no_match');
    expect(isOfStandard(secret, body, changed)).toBe(false);
  });

  test('a delivery with another secret is refused', async () => {
    await fc.assert(
      fc.asyncProperty(anyJson, anySecret, anySecret, async (text, one, two) => {
        fc.pre(one !== two);
        expect(await reasonOf({ headers: signed(one, text), body: text }, two)).toBe('no_match');
      }),
    );
  });
});
