import { env } from 'cloudflare:workers';
import { type Problem, send } from '../../support/client.ts';
import { violationsOf } from '../../support/replies.ts';
import { deliver, newSource, pathOf, post, read, sign, signers } from '../../support/sources.ts';
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

test('what is excluded counts once, however late it comes again, and not after it was logged or kept', async () => {
  const source = await newSource('github', { mapping: { excludedTypes: ['ping', 'star-created'] } });
  const deliverAs = async (type: string, fields: object) => {
    const body = JSON.stringify(fields);
    const reply = await deliver(source, body, { ...signers.github(body), 'x-github-event': type });
    return reply.body.outcomes?.map((one) => one.outcome).join();
  };
  const ping = { zen: 'Design for failure.' };
  const logged = { pusher: { email: 'late@github-late.example' } };
  const kept = { zen: 'kept' };
  expect(await deliverAs('ping', ping)).toBe('excluded');
  expect(await deliverAs('push', logged)).toBe('logged');
  expect(await deliverAs('push', kept)).toBe('kept');
  const first = await read(source);
  for (let n = 0; n < 12; n++) expect(await deliverAs('ping', { zen: String(n) })).toBe('excluded');
  const { recent, ...later } = await read(source);
  expect(later).toMatchObject({ receivedCount: 15, excludedCount: 13, loggedCount: 1, keptCount: 1 });
  expect(recent.map(({ deliveryId }) => deliveryId)).not.toContain(first.recent.at(-1)?.deliveryId);
  await writesNothing(async () => {
    expect(await deliverAs('ping', ping)).toBe('excluded');
    // Nobody signs the type: a log is not excluded by another one.
    expect(await deliverAs('ping', logged)).toBe('excluded');
    expect(await deliverAs('ping', kept)).toBe('excluded');
    expect(await deliverAs('push', logged)).toBe('replayed');
    expect(await deliverAs('push', kept)).toBe('replayed');
  });
  // The other way round it is one log.
  const named = { pusher: { email: 'starred@github-late.example' } };
  const types = ['star-created', 'push', 'push', 'fork'];
  const became = [];
  for (const type of types) became.push(await deliverAs(type, named));
  expect(became).toEqual(['excluded', 'logged', 'replayed', 'replayed']);
  // Twice in one list is once.
  const list = await newSource('hubspot', { mapping: { excludedTypes: ['contact-deletion'] } });
  const deletion = { eventId: 1, subscriptionType: 'contact.deletion' };
  await sign(list, [deletion, deletion]);
  expect(await read(list)).toMatchObject({ receivedCount: 1, excludedCount: 1 });
});

test('what is kept no more is kept again when it comes again, and its log stays one', async () => {
  const source = await newSource('stripe');
  const nobody = invoice({ data: { object: { owner: 'gone@acme.example' } } });
  expect(outcomes(await sign(source, nobody))).toEqual([200, 'kept']);
  // As when a thousand others come, or somebody deletes it.
  await env.DB.prepare('delete from kept_deliveries where source_id = ?').bind(source.sourceId).run();
  expect(outcomes(await sign(source, nobody))).toEqual([200, 'kept']);
  expect(await read(source)).toMatchObject({ receivedCount: 2, keptCount: 1 });
  await send('PATCH', pathOf(source), { mapping: { email: ['$.data.object.owner'] } });
  expect(outcomes(await sign(source, nobody))).toEqual([200, 'logged']);
  await send('PATCH', pathOf(source), { mapping: null });
  await writesNothing(async () => expect(outcomes(await sign(source, nobody))).toEqual([200, 'replayed']));
});

test('what was excluded in error is a log when its type is excluded no more and it comes again', async () => {
  const source = await newSource('stripe', { mapping: { excludedTypes: ['invoice-paid'] } });
  const event = invoice();
  expect(outcomes(await sign(source, event))).toEqual([200, 'excluded']);
  await send('PATCH', pathOf(source), { mapping: null });
  expect(outcomes(await sign(source, event))).toEqual([200, 'logged']);
  expect(outcomes(await sign(source, event))).toEqual([200, 'replayed']);
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
