import { env } from 'cloudflare:workers';
import { planOf } from '../../../../src/visits/intake/plan.ts';
import { type ProviderId, providerIds, providerOf } from '../../../../src/visits/sources/providers.ts';
import { isSigned } from '../../../../src/visits/sources/signature.ts';
import { deliver, newSource, read, secretOf, sign, signers } from '../../support/sources.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const url = 'https://footfall.test/v0/intake/x';
const now = Date.UTC(2026, 11, 1);
type Fields = Record<string, string>;

/** The keys of a delivery, and their types, if the provider has signed it. */
function planned(provider: ProviderId, body: string, fields: Fields) {
  const of = providerOf(provider);
  const incoming = {
    method: 'POST',
    url,
    bytes: new TextEncoder().encode(body),
    header: (name: string) => fields[name],
  };
  if (!isSigned(of.signature, incoming, [secretOf(provider)], now)) return undefined;
  return planOf(incoming, of, of.mapping, now).map(({ deliveryId, type }) => ({ deliveryId, type }));
}
const keysOf = (...of: Parameters<typeof planned>) => planned(...of)?.map(({ deliveryId }) => deliveryId);

/** All header fields in which some provider says an id or a type. */
const unsigned = [
  ...[
    'x-github-delivery',
    'x-github-event',
    'x-github-hook-id',
    'x-shopify-webhook-id',
    'x-shopify-event-id',
  ],
  ...['x-shopify-topic', 'webhook-id', 'svix-id', 'x-request-id', 'idempotency-key', 'x-delivery-id'],
];

test.each(providerIds)(
  '%s: whoever has a signed delivery gets no other key by other header fields',
  (provider) => {
    const body = '{"id":"evt_1","event_id":"evt_1","type":"a","action":"opened"}';
    const genuine = signers[provider](body, { seconds: now / 1000, url });
    const keys = keysOf(provider, body, genuine);
    expect(keys).toHaveLength(1);
    const forged = unsigned.flatMap((name) =>
      ['', 'forged', 'ping', 'orders/forged', 'x'.repeat(5000)].map((text) => ({ ...genuine, [name]: text })),
    );
    for (const fields of forged) {
      const other = keysOf(provider, body, fields);
      if (other) expect(other).toEqual(provider === 'shopify' ? [expect.any(String)] : keys);
    }
    const { signed, type } = providerOf(provider);
    if (signed.includes('type')) expect(type).toBe(undefined);
  },
);

test('a delivery of Svix has the id that Svix has signed, whatever stands beside it', () => {
  const body = '{"data":{}}';
  const genuine = signers['standard-webhooks'](body, { seconds: now / 1000, id: 'msg_signed' });
  const svix = Object.fromEntries(
    Object.entries(genuine).map(([name, text]) => [name.replace('webhook', 'svix'), text]),
  );
  expect(keysOf('standard-webhooks', body, svix)).toEqual(['msg_signed']);
  expect(keysOf('standard-webhooks', body, { ...svix, 'webhook-id': 'msg_forged' })).toEqual(['msg_signed']);
  const both = { ...svix, ...genuine, 'svix-id': 'msg_forged' };
  expect(keysOf('standard-webhooks', body, both)).toEqual(['msg_signed']);
});

test('made-up topics of Shopify make ten keys at most', () => {
  const body = '{"email":"anna@acme.example"}';
  const verbs = ['create', 'update', 'updated', 'delete', 'edited', 'paid', 'cancelled', 'fulfilled'];
  const topics = [...verbs, 'partially_fulfilled', ...Array.from({ length: 50 }, (_, n) => `paid${n}`)]
    .flatMap((verb) => [`orders/${verb}`, `orders/${verb.toUpperCase()}`, `drafts/${verb}`, `/${verb}`, verb])
    .flatMap((topic) => [topic, `${topic}/`, `x${topic}`]);
  const keys = topics.flatMap(
    (topic) => keysOf('shopify', body, { ...signers.shopify(body), 'x-shopify-topic': topic }) ?? [],
  );
  expect(keys).toHaveLength(topics.length);
  expect(new Set(keys).size).toBe(10);
});

test('one signed delivery of GitHub is one log, under whatever id and event it comes again', async () => {
  const source = await newSource('github');
  const body = JSON.stringify({
    ref: 'refs/heads/main',
    pusher: { name: 'anna', email: 'anna@github-keys.example' },
  });
  const send = async (id: string, event: string) =>
    (await deliver(source, body, { ...signers.github(body, { id }), 'x-github-event': event })).body
      .outcomes?.[0]?.outcome;
  expect(await send('72d3162e-cc78-11e3-81ab-4c9367dc0958', 'push')).toBe('logged');
  await writesNothing(async () => {
    for (const [id, event] of [
      ['72d3162e-cc78-11e3-81ab-4c9367dc0958', 'push'],
      ['another', 'push'],
      ['72d3162e-cc78-11e3-81ab-4c9367dc0958', 'star'],
      ['third', 'issues'],
    ] as const)
      expect(await send(id, event), `${id} ${event}`).toBe('replayed');
  });
  expect(await read(source)).toMatchObject({ receivedCount: 1, loggedCount: 1 });
});

test('an order of Shopify that is created and paid at once is two logs, and each of them once', async () => {
  const source = await newSource('shopify');
  const body = JSON.stringify({ id: 8209829, email: 'jon@shopify-keys.example', name: '#9999' });
  const send = async (id: string, topic: string) =>
    (await deliver(source, body, { ...signers.shopify(body, { id }), 'x-shopify-topic': topic })).body
      .outcomes?.[0]?.outcome;
  expect(await send('b54557e4-bdd9-4b37-8a5f-bf7d70bcd043', 'orders/create')).toBe('logged');
  expect(await send('e2bd3d92-1d3c-4f4c-8a5f-bf7d70bcd043', 'orders/paid')).toBe('logged');
  await writesNothing(async () => {
    for (const topic of ['orders/create', 'orders/paid', 'draft_orders/create', 'forged/paid'])
      expect(await send('forged', topic), topic).toBe('replayed');
  });
  const { results } = await env.DB.prepare(
    'select type from person_logs where idempotency_key like ? order by type',
  )
    .bind(`${source.sourceId}:%`)
    .all();
  expect(results).toEqual([{ type: 'orders-create' }, { type: 'orders-paid' }]);
});

test('two pings of GitHub are two deliveries, and one that comes again is none', async () => {
  const source = await newSource('github', { mapping: { excludedTypes: [] } });
  const ping = (zen: string) => JSON.stringify({ zen, hook_id: 1 });
  const send = async (zen: string) => (await sign(source, ping(zen))).body.outcomes?.[0]?.outcome;
  expect([
    await send('Keep it logically awesome.'),
    await send('Speak like a human.'),
    await send('Speak like a human.'),
  ]).toEqual(['kept', 'kept', 'replayed']);
});
