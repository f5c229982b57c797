import { type ProviderId, providerIds, providerOf } from '../../../../src/visits/sources/providers.ts';
import { isSigned } from '../../../../src/visits/sources/signature.ts';
import { computed, published, type Vector } from '../../support/signature-vectors.ts';
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

const ofVector =
  ({ secret, body, headers: fields, at = now, url: to = url }: Vector, later = 0) =>
  (provider: ProviderId) =>
    isSigned(
      providerOf(provider).signature,
      { method: 'POST', url: to, bytes: utf8.encode(body), header: (name) => fields[name] },
      [secret],
      at + later,
    );

test.each(providerIds)('%s: takes what others have signed, and none of it with another byte', (provider) => {
  const vectors = published[provider] ?? computed[provider] ?? [];
  expect(vectors.length, `add vectors of ${provider} to test/worker/support/signature-vectors.ts`).not.toBe(
    0,
  );
  for (const vector of vectors) {
    const isTaken = (of: Partial<Vector>, later = 0) => ofVector({ ...vector, ...of }, later)(provider);
    expect(isTaken({}), vector.source).toBe(true);
    expect(isTaken({ body: `${vector.body} ` })).toBe(false);
    expect(isTaken({ secret: `${vector.secret}A` })).toBe(false);
    if (vector.url) expect(isTaken({ url: `${vector.url}/` })).toBe(false);
    if (vector.at) for (const ms of [-300_001, 300_001]) expect(isTaken({}, ms), String(ms)).toBe(false);
  }
});

test('of four senders, vectors are published; of the others, somebody else has computed them', () => {
  expect(Object.keys(published).sort()).toEqual(['github', 'hubspot', 'standard-webhooks', 'stripe']);
  expect(Object.keys(computed).sort()).toEqual(['cal-com', 'calendly', 'shopify', 'typeform']);
});

test('the header that Calendly and Stripe show without its body and key is refused', () => {
  const shown = 't=1492774577,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd';
  const at = 1_492_774_577_000;
  expect(takes('calendly', '{}', { 'calendly-webhook-signature': shown }, at)).toBe(false);
  expect(takes('stripe', '{}', { 'stripe-signature': shown }, at)).toBe(false);
});

test('a header with ten signatures is looked at, and one with more, or with 100 KB, is not', () => {
  const body = '{}';
  const genuine = signers.stripe(body, { seconds: now / 1000 })['stripe-signature'] ?? '';
  const [time = '', , right = ''] = genuine.split(',');
  const takesWith = (others: string[]) =>
    takes('stripe', body, { 'stripe-signature': [time, ...others, right].join() });
  const wrong = (n: number) => Array.from({ length: n }, () => `v1=${'0'.repeat(64)}`);
  expect([takesWith([]), takesWith(wrong(9)), takesWith(wrong(10)), takesWith(wrong(10_000))]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const long = ['v1=', 'v9=', '', '=', 't'].map((start) => `${start}${'0'.repeat(100_000)}`);
  for (const text of long) {
    takes('stripe', body, { 'stripe-signature': `${time},${text}` });
    for (const provider of providerIds)
      expect(takes(provider, body, { [headers[provider][0]]: text })).toBe(false);
  }
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
