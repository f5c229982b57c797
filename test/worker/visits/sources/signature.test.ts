import { type ProviderId, providerIds, providerOf } from '../../../../src/visits/sources/providers.ts';
import { isSigned } from '../../../../src/visits/sources/signature.ts';
import { secretOf, signers } from '../../support/sources.ts';

const url = 'https://footfall.test/v0/intake/x';
const utf8 = new TextEncoder();
const now = Date.UTC(2026, 10, 28);

type Fields = Record<string, string>;
const takes = (provider: ProviderId, body: string, fields: Fields, at = now, secret = secretOf(provider)) =>
  isSigned(
    providerOf(provider).signature,
    { method: 'POST', url, bytes: utf8.encode(body), header: (name) => fields[name] },
    [secret],
    at,
  );

test('takes the vectors that the documentation of Standard Webhooks and GitHub publishes', () => {
  const fields = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  for (const start of ['webhook', 'svix']) {
    const headers = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [`${start}-${name}`, value]),
    );
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect(takes('standard-webhooks', '{"test": 2432232314}', headers, 1_614_265_330_000, secret)).toBe(true);
  }
  const hub = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  const of = { 'x-hub-signature-256': hub };
  expect(takes('github', 'Hello, World!', of, now, "It's a Secret to Everybody")).toBe(true);
});

/** The header of each provider that has the signature, and how long a signed time is valid, in seconds. */
const headers: Record<ProviderId, [signature: string, window: number | undefined]> = {
  stripe: ['stripe-signature', 300],
  'standard-webhooks': ['webhook-signature', 300],
  github: ['x-hub-signature-256', undefined],
  shopify: ['x-shopify-hmac-sha256', undefined],
  typeform: ['typeform-signature', undefined],
  'cal-com': ['x-cal-signature-256', undefined],
  calendly: ['calendly-webhook-signature', 180],
  hubspot: ['x-hubspot-signature-v3', 300],
};

describe.each(providerIds)('%s', (provider) => {
  const [name, window] = headers[provider];
  const body = '{"id":"evt_1","é":"ü"}';
  const at = (seconds = 0, of = body) => signers[provider](of, { seconds: now / 1000 + seconds, url });
  const genuine = at();
  const value = genuine[name] ?? '';
  const changed = (text: string): Fields => ({ ...genuine, [name]: text });

  test('is taken over exactly these bytes', () => {
    expect(takes(provider, body, genuine)).toBe(true);
    for (const other of [
      `${body} `,
      ` ${body}`,
      body.replace('1', '2'),
      body.replace('é', 'e\u0301'),
      '',
      '{}',
    ])
      expect(takes(provider, other, genuine), other).toBe(false);
    expect(takes(provider, body, genuine, now, `${secretOf(provider).slice(0, -4)}AAAA`)).toBe(false);
  });

  test('is refused when it is forged, cut off, of another encoding, empty, doubled or missing', () => {
    const start = value.length - 10;
    const forged = [
      ...Array.from({ length: 10 }, (_, n) => {
        const other = value[start + n - 1] === '0' ? '1' : '0';
        return value.slice(0, start + n - 1) + other + value.slice(start + n);
      }),
      ...[1, 2, 10, 30].map((n) => value.slice(0, -n)),
      ...['', ' ', ',', '=', 'v1', 'v1,', 'v1=', 't=', 'sha256=', 'sha1=', 'undefined', 'null', '0'],
      ...[`${value}0`, `${value}=`, `${value}, ${value}`, value.toUpperCase(), value.replace(/\w+$/, '')],
      ...[btoa(value), encodeURIComponent(`${value}%`), value.split('').reverse().join('')],
      ...['\u0000', '💩', 'a'.repeat(10_000), `v1,${'A'.repeat(43)}=`, `t=1,v1=${'0'.repeat(64)}`],
    ].filter((text) => text !== value);
    expect(forged.length).toBeGreaterThanOrEqual(30);
    for (const text of forged) expect(takes(provider, body, changed(text)), text.slice(0, 100)).toBe(false);
    const { [name]: _, ...without } = genuine;
    expect(takes(provider, body, without)).toBe(false);
    expect(takes(provider, body, {})).toBe(false);
  });

  test.runIf(window)('is refused when it is old or early, or its time is another', () => {
    const seconds = window ?? 0;
    for (const within of [-seconds, 0, seconds]) expect(takes(provider, body, at(within))).toBe(true);
    for (const without of [-seconds - 1, seconds + 1, -86_400, 86_400 * 365])
      expect(takes(provider, body, at(without)), String(without)).toBe(false);
    const other = Object.entries(genuine).map(([field, text]) => [
      field,
      text.replace(/^(?:t=)?\d{10}/, (time) => time.replace(/\d$/, (digit) => String(9 - Number(digit)))),
    ]);
    expect(takes(provider, body, Object.fromEntries(other))).toBe(false);
  });
});
