import { env } from 'cloudflare:workers';
import type { DeliveryWaiting } from '../../../../src/visits/intake/messages.ts';
import { forget } from '../../../../src/visits/sources/cache.ts';
import { send } from '../../support/client.ts';
import { faultyDatabase, hangingDatabase, silent } from '../../support/faults.ts';
import { HeldVisits } from '../../support/held-queue.ts';
import { newSource, pathOf, read, setSecret, sign } from '../../support/sources.ts';
import { costOf } from '../../support/statements.ts';
import { minute, pass, setClock } from '../../support/times.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const overloaded = 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.';
const held = new HeldVisits();
let waiting: DeliveryWaiting[] = [];
let refuses = false;
const VISITS = {
  send: async (message: DeliveryWaiting) => {
    if (refuses) throw new Error('the queue is away');
    waiting.push(message);
  },
} as unknown as Queue<never>;
const away = () => ({
  VISITS,
  DB: faultyDatabase({ message: overloaded, moment: 'before', times: 99, size: 1 }),
});

beforeAll(() => setClock());
beforeEach(() => {
  waiting = [];
  refuses = false;
  pass(minute);
});
afterAll(() => vi.useRealTimers());

let serial = 0;
const invoice = (
  object: object = { customer_email: `late${++serial}@acme.example` },
  fields: object = {},
) => ({
  id: `evt_late_${++serial}`,
  type: 'invoice.paid',
  data: { object },
  ...fields,
});
type Source = Awaited<ReturnType<typeof newSource>>;
async function newKnown(...args: Parameters<typeof newSource>): Promise<Source> {
  const source = await newSource(...args);
  await sign(source, source.provider === 'stripe' ? invoice({}) : []);
  return source;
}
const answer = async (source: Source, body: unknown, bindings: object = away()) => {
  const { result } = await silent(() => sign(source, body, {}, bindings as ReturnType<typeof away>));
  return [
    result.status,
    ...(result.body.outcomes ?? [{ outcome: result.body.code }]).map((one) => one.outcome),
  ];
};
const logsOf = async (source: Source) =>
  (
    await env.DB.prepare('select type, occurred_at from person_logs where idempotency_key like ?')
      .bind(`${source.sourceId}:%`)
      .all<{ type: string; occurred_at: number | null }>()
  ).results;
const deliver = (bodies: unknown[] = waiting, bindings = {}, queue = 'footfall-visits') =>
  silent(() => held.deliver(bodies, bindings, queue)).then(({ result }) => result);

test('a delivery that comes while D1 is away waits in the queue of visits, and is one log of when it came', async () => {
  const source = await newKnown('stripe');
  const receivedAt = Date.now();
  const event = invoice();
  expect(await answer(source, event)).toEqual([202, 'waiting']);
  expect(await answer(source, event)).toEqual([202, 'waiting']);
  expect(waiting).toHaveLength(2);
  expect(JSON.stringify(waiting)).not.toContain('whsec_');
  pass(10 * minute);
  expect(await deliver()).toEqual(['ack', 'ack']);
  expect(await logsOf(source)).toEqual([{ type: 'invoice-paid', occurred_at: receivedAt }]);
  expect(await read(source)).toMatchObject({ receivedCount: 2, loggedCount: 1 });
  await writesNothing(async () => {
    expect(await deliver([...waiting, ...waiting])).toEqual(['ack', 'ack', 'ack', 'ack']);
    expect(await answer(source, event, {})).toEqual([200, 'replayed']);
  });
});

test('D1 commits what it does not answer: the message writes nothing again', async () => {
  const source = await newKnown('stripe');
  const event = invoice();
  const DB = faultyDatabase({ message: overloaded, moment: 'after', times: 99, size: 1 });
  expect(await answer(source, event, { VISITS, DB })).toEqual([202, 'waiting']);
  await writesNothing(async () => expect(await deliver()).toEqual(['ack']));
  expect(await logsOf(source)).toHaveLength(1);
  expect(await read(source)).toMatchObject({ receivedCount: 2, loggedCount: 1 });
});

test('what names nobody, is excluded or comes as a list waits as well', async () => {
  const stripe = await newKnown('stripe', { mapping: { excludedTypes: ['charge-failed'] } });
  expect(await answer(stripe, invoice({}))).toEqual([202, 'waiting']);
  expect(await answer(stripe, invoice({}, { type: 'charge.failed' }))).toEqual([202, 'waiting']);
  const hubspot = await newKnown('hubspot');
  const list = Array.from({ length: 100 }, (_, n) => ({
    eventId: n,
    subscriptionType: 'contact.propertyChange',
    propertyName: 'email',
    propertyValue: n % 2 ? `late-list${n}@acme.example` : '',
  }));
  expect(new Set((await answer(hubspot, list)).slice(1))).toEqual(new Set(['waiting']));
  expect(await deliver()).toEqual(['ack', 'ack', 'ack']);
  expect(await read(stripe)).toMatchObject({ receivedCount: 3, keptCount: 2, excludedCount: 1 });
  expect(await read(hubspot)).toMatchObject({ receivedCount: 100, loggedCount: 50, keptCount: 50 });
});

test('a source that is not known, a delivery that is too large for a queue, and one without a queue are a 503', async () => {
  const source = await newKnown('stripe');
  const { VISITS: _, ...withoutQueue } = away();
  const refused = async (body: unknown, bindings: object) => {
    const { result } = await silent(() => sign(source, body, {}, bindings as ReturnType<typeof away>));
    expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0);
    return [result.status, result.body.code];
  };
  const unavailable = [503, 'database_unavailable'];
  expect(await refused(invoice(), { ...withoutQueue, VISITS: undefined })).toEqual(unavailable);
  expect(await refused(invoice(undefined, { x: '"'.repeat(70_000) }), away())).toEqual(unavailable);
  expect(await answer(source, invoice(undefined, { x: 'y'.repeat(120_000) }))).toEqual([202, 'waiting']);
  refuses = true;
  expect(await refused(invoice(), away())).toEqual(unavailable);
  refuses = false;
  forget(new URL(source.url).pathname.split('/').at(-1) ?? '');
  expect(await refused(invoice(), away())).toEqual(unavailable);
  expect(waiting).toHaveLength(1);
});

test('a forged delivery does not wait, and costs an outage nothing', async () => {
  const source = await newKnown('stripe');
  const forged = await silent(() => sign(source, invoice(), { secret: 'whsec_forged' }, away()));
  expect([401, 503]).toContain(forged.result.status);
  const { trips, result } = await costOf(() => sign(source, invoice(), { secret: 'whsec_forged' }, away()));
  expect([result.status, trips]).toEqual([401, 0]);
  expect(waiting).toEqual([]);
});

test('a source is known as long as D1 is away, and what it took is looked at again', async () => {
  const source = await newKnown('stripe');
  const [ended, kept, gone] = [await newKnown('stripe'), await newKnown('stripe'), await newKnown('stripe')];
  pass(60 * minute);
  for (const one of [source, ended, kept]) expect(await answer(one, invoice())).toEqual([202, 'waiting']);
  pass(minute);
  await setSecret(ended, { secret: 'whsec_the-second', overlapSeconds: 0 });
  expect(await deliver([waiting[1]])).toEqual(['ack']);
  expect(await logsOf(ended)).toHaveLength(1);
  // It had ended before, and this isolate did not know.
  await env.DB.prepare('update source_secrets set secret = ?, previous = null where source_id = ?')
    .bind('whsec_another-one', kept.sourceId)
    .run();
  await env.DB.prepare('update sources set name = name where source_id = ?').bind(gone.sourceId).run();
  expect((await send('DELETE', pathOf(source))).status).toBe(200);
  await writesNothing(async () => expect(await deliver([waiting[0], waiting[2]])).toEqual(['ack', 'ack']));
});

test('whoever is erased while a delivery waits is not made again, and not kept', async () => {
  const source = await newKnown('stripe');
  const email = 'erased-late@acme.example';
  await sign(source, invoice({ customer_email: email }));
  expect(await answer(source, invoice({ customer_email: email }))).toEqual([202, 'waiting']);
  expect(await answer(source, invoice({ note: `call ${email}` }))).toEqual([202, 'waiting']);
  expect(await answer(source, invoice())).toEqual([202, 'waiting']);
  pass(minute);
  const find = () => env.DB.prepare('select person_id as id from persons where email = ?').bind(email);
  const id = await find().first<string>('id');
  expect((await send('DELETE', `/v0/persons/${id}`)).status).toBe(200);
  const before = await read(source);
  expect(await deliver()).toEqual(['ack', 'ack', 'ack']);
  expect(await find().first<string>('id')).toBe(null);
  const { receivedCount, loggedCount, keptCount, recent } = await read(source);
  expect([receivedCount - before.receivedCount, loggedCount - before.loggedCount]).toEqual([1, 1]);
  expect(keptCount).toBe(before.keptCount);
  expect(JSON.stringify(recent)).not.toContain(email);
  // One that comes after the erasure is of a new person.
  expect(await answer(source, invoice({ customer_email: email }), {})).toEqual([200, 'logged']);
});

test('a message is delivered again while D1 is away, for a day and from both queues', async () => {
  const source = await newKnown('stripe');
  expect(await answer(source, invoice())).toEqual([202, 'waiting']);
  for (const queue of ['footfall-visits', 'footfall-visits-dead'])
    expect(await deliver(waiting, { DB: away().DB }, queue)).toEqual(['retry']);
  expect(await deliver([{ kind: 'delivery', workspace: 'main' }])).toEqual(['retry']);
  expect(await deliver(waiting, {}, 'footfall-visits-dead')).toEqual(['ack']);
  expect(await logsOf(source)).toHaveLength(1);
});

test('a database that says nothing at all keeps a sender for three seconds', async () => {
  vi.useRealTimers();
  const source = await newKnown('stripe');
  const started = Date.now();
  const { database } = hangingDatabase();
  expect(await answer(source, invoice(), { VISITS, DB: database })).toEqual([202, 'waiting']);
  expect(Date.now() - started).toBeLessThan(5000);
  // And the next one for no time: it is known to be away.
  const next = Date.now();
  expect(await answer(source, invoice(), { VISITS, DB: database })).toEqual([202, 'waiting']);
  expect(Date.now() - next).toBeLessThan(1000);
  expect(await deliver()).toEqual(['ack', 'ack']);
});
