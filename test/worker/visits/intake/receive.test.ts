import { env } from 'cloudflare:workers';
import { type Problem, send } from '../../support/client.ts';
import { violationsOf } from '../../support/replies.ts';
import { newSource, pathOf, post, read, sign } from '../../support/sources.ts';
import { costOf } from '../../support/statements.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const outcomes = (reply: Awaited<ReturnType<typeof sign>>) => [
  reply.status,
  ...(reply.body.outcomes ?? [{ outcome: reply.body.code }]).map(({ outcome }) => outcome),
];
let serial = 0;
const invoice = (fields: object = {}) => ({
  id: `evt_${++serial}`,
  type: 'invoice.paid',
  created: Math.floor(Date.now() / 1000) - 60,
  data: { object: { customer_email: `Anna.${serial}@Acme.example`, customer_name: 'Anna Albrecht' } },
  ...fields,
});

test('a delivery of Stripe becomes a log of the person, with its body as it was sent', async () => {
  const source = await newSource('stripe');
  const body = `{"id": "evt_first", "type":"invoice.paid", "created":1764000000, "big": 12345678901234567890,
    "data": {"object": {"customer_email": "Anna@Acme.example", "customer_name": "Anna Albrecht", "customer_phone": "+49 30 1234567"}}}`;
  expect(outcomes(await sign(source, body))).toEqual([200, 'logged']);
  const { results } = await env.DB.prepare(
    'select l.*, p.name, p.email, p.phone_number from person_logs l join persons p using (person_id) where source = ?',
  )
    .bind('stripe')
    .all();
  expect(results).toMatchObject([
    {
      type: 'invoice-paid',
      payload: body,
      occurred_at: 1_764_000_000_000,
      idempotency_key: `${source.sourceId}:evt_first`,
      name: 'Anna Albrecht',
      email: 'anna@acme.example',
      phone_number: '+49301234567',
    },
  ]);
  expect(await read(source)).toMatchObject({
    receivedCount: 1,
    loggedCount: 1,
    keptCount: 0,
    lastReceivedAt: expect.any(String),
    recent: [
      {
        deliveryId: 'evt_first',
        type: 'invoice-paid',
        outcome: 'logged',
        reason: null,
        personId: results[0]?.person_id,
        personLogId: results[0]?.person_log_id,
      },
    ],
  });
});

test('a replay is answered and writes nothing, in whatever spelling it comes', async () => {
  const source = await newSource('stripe');
  const event = invoice();
  expect(outcomes(await sign(source, event))).toEqual([200, 'logged']);
  await writesNothing(async () => {
    expect(outcomes(await sign(source, event))).toEqual([200, 'replayed']);
    expect(outcomes(await sign(source, { ...event, pending_webhooks: 0 }))).toEqual([200, 'replayed']);
    expect(outcomes(await sign(source, JSON.stringify(event, null, 2)))).toEqual([200, 'replayed']);
  });
});

test('a hundred at once leave one log', async () => {
  const source = await newSource('stripe');
  const event = invoice();
  const replies = await Promise.all(Array.from({ length: 100 }, () => sign(source, event)));
  expect(replies.map((reply) => outcomes(reply)[1]).sort()).toEqual([
    'logged',
    ...Array.from({ length: 99 }, () => 'replayed'),
  ]);
  expect(await read(source)).toMatchObject({ receivedCount: 1, loggedCount: 1 });
});

test('what fits nobody is kept once, and what is excluded is counted once', async () => {
  const source = await newSource('stripe', { mapping: { excludedTypes: ['charge-failed'] } });
  const nobody = invoice({ data: { object: {} } });
  const invalid = invoice({ data: { object: { customer_email: 'nobody' } } });
  const excluded = invoice({ type: 'charge.failed' });
  for (const [event, first, again] of [
    [nobody, 'kept', 'replayed'],
    [invalid, 'kept', 'replayed'],
    [excluded, 'excluded', 'excluded'],
  ] as const) {
    expect(outcomes(await sign(source, event))).toEqual([200, first]);
    await writesNothing(async () => expect(outcomes(await sign(source, event))).toEqual([200, again]));
  }
  const { recent, ...now } = await read(source);
  expect(now).toMatchObject({ receivedCount: 3, loggedCount: 0, keptCount: 2, excludedCount: 1 });
  expect(recent.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['excluded', null],
    ['kept', 'invalid_identifier'],
    ['kept', 'no_identifier'],
  ]);
});

test('a verified delivery costs one round trip, and one row of the source', async () => {
  const source = await newSource('stripe');
  const event = () => invoice({ data: { object: { customer_email: 'one@acme.example' } } });
  await sign(source, event());
  const logged = await costOf(() => sign(source, event()));
  const kept = await costOf(() => sign(source, invoice({ data: {} })));
  expect([logged.trips, kept.trips]).toEqual([1, 1]);
  expect([logged.written, kept.written]).toEqual([6, 6]);
});

test('a source without a secret takes nothing, and neither does a deleted or an unknown one', async () => {
  const { body: source } = await post({ provider: 'stripe' });
  await writesNothing(async () =>
    expect(outcomes(await sign(source, invoice()))).toEqual([409, 'source_secret_missing']),
  );
  const unfit = await send<Problem>('POST', `${pathOf(source)}/secret`, { secret: 'sk_live_00000000' });
  expect([violationsOf(unfit), unfit.cost.written]).toEqual([['body secret invalid_format'], 0]);
  await writesNothing(async () => {
    for (const url of [`${source.url}x`, source.url.replace(/.$/, '_'), 'https://footfall.test/v0/intake/x'])
      expect(outcomes(await sign({ ...source, url }, invoice()))).toEqual([404, 'source_not_found']);
  });
});

test('a thousand forged deliveries cost one round trip, and write nothing', async () => {
  const source = await newSource('stripe');
  const flood = () =>
    Promise.all(Array.from({ length: 1000 }, () => sign(source, { id: 'evt' }, { secret: 'whsec_forged' })));
  // The isolate knows the source before: otherwise each of the first reads it.
  await sign(source, { id: 'evt_known' });
  await writesNothing(async () => {
    const { trips, result } = await costOf(flood);
    expect(new Set(result.map(({ status }) => status))).toEqual(new Set([401]));
    expect(trips).toBe(1);
  });
});

test('an erasure takes away what was kept of the person, and who it was in the last deliveries', async () => {
  const source = await newSource('stripe');
  const email = 'kept@acme.example';
  await sign(source, { id: 'evt_1', data: { object: { note: `call <${email.toUpperCase()}>` } } });
  await sign(source, { id: 'evt_2', data: { object: { email } } });
  const kept = () =>
    env.DB.prepare('select count(*) as n from kept_deliveries where source_id = ?')
      .bind(source.sourceId)
      .first<number>('n');
  const row = () =>
    env.DB.prepare('select recent, kept_count from sources where source_id = ?')
      .bind(source.sourceId)
      .first<{ recent: string; kept_count: number }>();
  expect(await kept()).toBe(1);
  const person = await env.DB.prepare('select person_id from persons where email = ?')
    .bind(email)
    .first<string>('person_id');
  expect((await row())?.recent).toContain(person);
  expect((await send('DELETE', `/v0/persons/${person}`)).status).toBe(200);
  expect([await kept(), (await row())?.kept_count]).toEqual([0, 0]);
  expect((await row())?.recent).not.toContain(person);
});
