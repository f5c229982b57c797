import { env } from 'cloudflare:workers';
import { sourceAddress } from '../../../../src/visits/sources/address.ts';
import { forget } from '../../../../src/visits/sources/cache.ts';
import { identifiersIn } from '../../../../src/visits/sources/named.ts';
import { mintKey, send } from '../../support/client.ts';
import { deliver, newSource, pathOf, read, sign, signers } from '../../support/sources.ts';
import { costOf } from '../../support/statements.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

type Source = Awaited<ReturnType<typeof newSource>>;
let source: Source;
beforeAll(async () => {
  source = await newSource('stripe');
  await sign(source, { id: 'evt_first' });
});

const statusOf = async (body: string, headers: Record<string, string> = {}) => {
  const reply = await deliver(source, body, { ...signers.stripe(body), ...headers });
  return [reply.status, reply.body.code ?? reply.body.outcomes?.map(({ outcome }) => outcome).join()];
};
/** A delivery of raw bytes, signed as the text that they are in Latin-1. */
async function ofBytes(bytes: Uint8Array<ArrayBuffer>) {
  const { createHmac } = await import('node:crypto');
  const seconds = Math.floor(Date.now() / 1000);
  const hmac = createHmac('sha256', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').update(`${seconds}.`);
  const signature = `t=${seconds},v1=${hmac.update(bytes).digest('hex')}`;
  const reply = await deliver(source, bytes, { 'stripe-signature': signature });
  return [reply.status, reply.body.code ?? reply.body.outcomes?.map(({ outcome }) => outcome).join()];
}
const utf8 = new TextEncoder();

let serial = 0;
/** An event with this text behind what names somebody. */
const event = (rest: string, object = `"email":"hostile${++serial}@acme.example"`) =>
  `{"id":"evt_${++serial}","type":"a.b","data":{"object":{${object}}}${rest}}`;

test('a body of 256 KiB is taken, and one of a byte more is not, also without a length', async () => {
  const fill = (bytes: number) => {
    const empty = event(',"x":""');
    return empty.replace('"x":""', () => `"x":"${'y'.repeat(bytes - empty.length)}"`);
  };
  expect(await statusOf(fill(256 * 1024))).toEqual([200, 'logged']);
  const tooLarge = fill(256 * 1024 + 1);
  await writesNothing(async () => {
    expect(await statusOf(tooLarge)).toEqual([413, 'payload_too_large']);
    const chunks = new Blob([tooLarge]).stream();
    const reply = await deliver(source, chunks, signers.stripe(tooLarge));
    expect([reply.status, reply.body.code]).toEqual([413, 'payload_too_large']);
  });
  const chunked = event('');
  const reply = await deliver(source, new Blob([chunked]).stream(), signers.stripe(chunked));
  expect([reply.status, reply.body.outcomes]).toEqual([200, [{ outcome: 'logged' }]]);
});

test('a body nests 100 levels, has 10,000 names, and any numbers and texts that JSON can have', async () => {
  const nested = (levels: number) => `,"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`;
  expect(await statusOf(event(nested(100)))).toEqual([200, 'logged']);
  await writesNothing(async () => {
    expect(await statusOf(event(nested(101)))).toEqual([400, 'validation_failed']);
    expect(await statusOf(event(nested(100_000)))).toEqual([400, 'validation_failed']);
    expect(await statusOf(`${'['.repeat(130_000)}${']'.repeat(130_000)}`)).toEqual([
      400,
      'validation_failed',
    ]);
  });
  const names = Array.from({ length: 10_000 }, (_, n) => `,"n${n}":${n}`).join('');
  for (const rest of [
    names,
    ',"type":"c.d","type":"e.f"',
    ',"__proto__":{"email":"a@b.example"},"constructor":{"prototype":{}}',
    ',"lone":"\\ud800","nul":"\\u0000","both":"\\udc00\\ud800"',
    ',"created":1e999,"n":-1e999,"m":123456789012345678901234567890,"z":0.1e-400',
    ',"created":"+275760-09-13T00:00:00.000Z"',
    ',"created":8640000000000001',
    ',"created":-1',
    ',"created":"2026-02-30T00:00:00Z"',
    ',"created":{"a":1}',
  ])
    expect(await statusOf(event(rest)), rest.slice(0, 80)).toEqual([200, 'logged']);
  const { results } = await env.DB.prepare(
    'select count(*) as n, count(occurred_at) as said from person_logs where idempotency_key like ?',
  )
    .bind(`${source.sourceId}:%`)
    .all();
  expect(results).toMatchObject([{ said: 0 }]);
});

test('what names nobody in a usual way is kept, and nobody is made of it', async () => {
  const persons = () => env.DB.prepare('select count(*) as n from persons').first<number>('n');
  const before = await persons();
  for (const email of [
    JSON.stringify(`${'a'.repeat(10_000)}@acme.example`),
    JSON.stringify(`a@${'b.'.repeat(5000)}example`),
    '"a\\u0000b@acme.example"',
    '"\\ud800@acme.example"',
    '"a\\u202eb@acme.example"',
    '{"toString":"a@acme.example"}',
    '["a@acme.example"]',
    '12',
    'true',
    '"@"',
  ])
    expect(await statusOf(event('', `"email":${email}`)), email.slice(0, 80)).toEqual([200, 'kept']);
  expect(await persons()).toBe(before);
});

test('what is no JSON object in UTF-8 is a 400, whatever its content type', async () => {
  await writesNothing(async () => {
    for (const body of ['', ' ', '{', '{}{}', 'null', '"a"', '12', '[]', '[{}]', 'payload=%7B%7D'])
      expect((await statusOf(body))[0], body).toBe(400);
    for (const bytes of [
      [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d],
      [0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d],
      [0x7b, 0x22, 0x00, 0x22, 0x3a, 0x31, 0x7d],
      [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00],
      [0x1f, 0x8b, 0x08, 0x00],
    ])
      expect(await ofBytes(new Uint8Array(bytes))).toEqual([400, 'invalid_json']);
  });
  expect(await ofBytes(new Uint8Array(utf8.encode(event(''))))).toEqual([200, 'logged']);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x'])
    expect(await statusOf(event(''), { 'content-type': type })).toEqual([200, 'logged']);
});

test('a gzipped body is taken as the bytes that came, so it is no JSON', async () => {
  const gzip = new Blob([event('')]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(gzip).arrayBuffer());
  expect(await ofBytes(bytes)).toEqual([400, 'invalid_json']);
  const text = event('');
  const reply = await deliver(source, bytes, { ...signers.stripe(text), 'content-encoding': 'gzip' });
  expect([reply.status, reply.body.code]).toEqual([401, 'invalid_signature']);
});

test('identifiers of 256 KiB of text are found in a time that grows with the text', () => {
  const length = 256 * 1024;
  for (const part of [
    'a',
    'a@',
    '@',
    'a.',
    `${'a'.repeat(20)}.`,
    '+1',
    '+1111',
    'linkedin.com',
    'linkedin.com/',
  ]) {
    const text = part.repeat(length / part.length);
    expect(identifiersIn({ [text]: text }).length).toBeGreaterThanOrEqual(0);
  }
  const said =
    'call <A.B@Acme.example>, mailto:x@y.example or DE.linkedin.com/in/Anna, (LinkedIn.com/in/bob) +49 (30) 123-456 linkedin.com/in/cyd.';
  expect(identifiersIn([said]).sort()).toEqual(
    [
      '+4930123456',
      'a.b@acme.example',
      'https://www.linkedin.com/in/anna',
      'https://www.linkedin.com/in/bob',
      'https://www.linkedin.com/in/cyd',
      'x@y.example',
    ].sort(),
  );
});

test('an identifier behind a name that occurs twice is found by an erasure, too', async () => {
  const email = 'hidden@acme.example';
  const body = event('', `"note":"${email}","note":"nothing"`);
  expect(await statusOf(body)).toEqual([200, 'kept']);
  const { identifiers } =
    (await env.DB.prepare('select identifiers from kept_deliveries where body = ?')
      .bind(body)
      .first<{ identifiers: string }>()) ?? {};
  expect(JSON.parse(identifiers ?? '[]')).toContain(email);
});

test('an address names one workspace: with another one it is unknown, as an address that nobody has', async () => {
  const acme = await mintKey(['admin', 'read'], 'acme');
  await send('GET', '/v0/sources', undefined, { key: acme });
  const theirs = await newSource('stripe', {}, { key: acme });
  const body = event('');
  const at = (workspace: string, sourceId: string) => ({
    url: `https://footfall.test/v0/intake/${sourceAddress(workspace, sourceId)}`,
  });
  const reply = (of: { url: string }) => deliver(of, body, signers.stripe(body));
  expect((await reply(at('acme', theirs.sourceId))).body.outcomes).toEqual([{ outcome: 'logged' }]);
  const none = `source_${'0'.repeat(26)}`;
  await writesNothing(async () => {
    const replies = await Promise.all(
      [
        at('main', theirs.sourceId),
        at('acme', source.sourceId),
        at('nowhere', source.sourceId),
        at('main', none),
      ].map(reply),
    );
    for (const { status, body: problem, cost } of replies) {
      expect([status, problem.code, cost.trips]).toEqual([404, 'source_not_found', 1]);
      expect(JSON.stringify(problem)).not.toContain('acme.example');
    }
  });
  expect((await read(source)).receivedCount).toBeGreaterThan(0);
  expect((await read(theirs, { key: acme })).receivedCount).toBe(1);
});

test('a wrong checksum costs no round trip, and made-up addresses 300 a minute and sender', async () => {
  const body = event('');
  const last = source.url.at(-1) === 'a' ? 'b' : 'a';
  const { trips, result } = await costOf(() =>
    deliver({ url: source.url.slice(0, -1) + last }, body, signers.stripe(body)),
  );
  expect([result.status, trips]).toEqual([404, 0]);
  const address = '203.0.113.47';
  const madeUp = Array.from({ length: 1000 }, (_, n) => ({
    url: `https://footfall.test/v0/intake/${sourceAddress('main', `source_${String(n + 1).padStart(26, '0')}`)}`,
  }));
  const flood = await costOf(() =>
    Promise.all(
      madeUp.map((of) => deliver(of, body, { ...signers.stripe(body), 'cf-connecting-ip': address })),
    ),
  );
  const statuses = Map.groupBy(flood.result, ({ status }) => status);
  expect([...statuses.keys()].sort()).toEqual([404, 429]);
  const read404 = statuses.get(404)?.length ?? 0;
  // A minute of the limit may begin meanwhile.
  expect(read404).toBeGreaterThanOrEqual(300);
  expect(read404).toBeLessThanOrEqual(600);
  expect([flood.trips, flood.written]).toEqual([read404, 0]);
  // A source that the isolate knew is known still.
  const known = await costOf(() => sign(source, JSON.parse(event(''))));
  expect([known.result.status, known.trips]).toEqual([200, 1]);
});

test('a hundred deliveries at once to an isolate that is cold read the source once', async () => {
  forget(new URL(source.url).pathname.split('/').at(-1) ?? '');
  const { trips, result } = await costOf(() =>
    Promise.all(Array.from({ length: 100 }, () => sign(source, JSON.parse(event(''))))),
  );
  expect(result.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
  expect(trips).toBe(101);
  forget(new URL(source.url).pathname.split('/').at(-1) ?? '');
  const forged = await costOf(() =>
    Promise.all(Array.from({ length: 100 }, () => sign(source, { id: 'evt' }, { secret: 'whsec_forged' }))),
  );
  expect(new Set(forged.result.map(({ status }) => status))).toEqual(new Set([401]));
  expect(forged.trips).toBe(1);
});

test('a deleted source takes nothing, and the next delivery asks nobody', async () => {
  const gone = await newSource('github');
  expect((await sign(gone, { zen: 'one' })).status).toBe(200);
  expect((await send('DELETE', pathOf(gone))).status).toBe(200);
  await writesNothing(async () => {
    expect((await sign(gone, { zen: 'two' })).status).toBe(404);
    const { trips, result } = await costOf(() => sign(gone, { zen: 'three' }));
    expect([result.status, trips <= 1]).toEqual([404, true]);
    expect((await costOf(() => sign(gone, { zen: 'four' }))).trips).toBe(0);
  });
});
