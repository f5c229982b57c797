import { env } from 'cloudflare:workers';
import { providerIds } from '../../../../src/visits/sources/providers.ts';
import { deliver, newSource, read, sign, signers } from '../../support/sources.ts';
import { samples } from '../../support/webhook-bodies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const logsOf = async (sourceId: string) =>
  (
    await env.DB.prepare(
      `select l.source, l.type, l.payload, l.occurred_at, p.name, p.email, p.phone_number
        from person_logs l join persons p using (person_id) where l.idempotency_key like ? order by l.person_log_id`,
    )
      .bind(`${sourceId}:%`)
      .all<Record<string, unknown>>()
  ).results;

describe.each(providerIds)('%s', (provider) => {
  test('has samples', () =>
    expect(samples[provider], `add one to test/worker/support/webhook-bodies.ts`).not.toHaveLength(0));

  test.each(samples[provider].map((sample) => [sample.of, sample] as const))(
    '%s',
    async (_, { body, headers, log }) => {
      const source = await newSource(provider);
      const text = JSON.stringify(body, null, 2);
      const send = async () =>
        (await deliver(source, text, { ...signers[provider](text, { url: source.url }), ...headers })).body
          .outcomes;
      expect(await send()).toEqual([{ outcome: log ? 'logged' : 'kept' }]);
      await writesNothing(async () => expect(await send()).toEqual([{ outcome: 'replayed' }]));
      const expected = log && {
        source: provider,
        type: log.type,
        payload: text,
        occurred_at: log.at && Date.parse(log.at),
        name: log.name,
        email: log.email ?? null,
        phone_number: log.phone ?? null,
      };
      expect(await logsOf(source.sourceId)).toEqual(expected ? [expected] : []);
    },
  );
});

const event = (n: number, value = `c${n}@hubspot-list.example`) => ({
  eventId: n,
  subscriptionType: 'contact.propertyChange',
  occurredAt: 1_764_000_000_000 + n,
  objectId: 1000 + n,
  propertyName: 'email',
  propertyValue: value,
  attemptNumber: 0,
});
const count = (outcomes: readonly { outcome: string }[] = []) =>
  Object.fromEntries(
    [...Map.groupBy(outcomes, (one) => one.outcome)].map(([outcome, all]) => [outcome, all.length]),
  );

test('a list of HubSpot is one log for each event, up to 100 of them', async () => {
  const source = await newSource('hubspot');
  const list = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => event(from + n));
  expect(count((await sign(source, list(0, 1))).body.outcomes)).toEqual({ logged: 1 });
  expect(count((await sign(source, list(0, 100))).body.outcomes)).toEqual({ replayed: 1, logged: 99 });
  const tooMany = await sign(source, list(200, 301));
  expect([tooMany.status, tooMany.body.code]).toEqual([400, 'validation_failed']);
  expect((await sign(source, [])).body.outcomes).toEqual([]);
  const { receivedCount, loggedCount, recent } = await read(source);
  expect([receivedCount, loggedCount, recent.length]).toEqual([100, 100, 10]);
});

test('of a list, each event has its own outcome, and a part of it that comes again is a replay', async () => {
  const source = await newSource('hubspot', { mapping: { excludedTypes: ['contact-deletion'] } });
  const deletion = { ...event(3), subscriptionType: 'contact.deletion' };
  const creation = { eventId: 4, subscriptionType: 'contact.creation', objectId: 5, attemptNumber: 0 };
  const list = [event(1), creation, deletion, event(2, 'nobody'), event(5)];
  const outcomes = async (body: object[]) =>
    (await sign(source, body)).body.outcomes?.map((one) => one.outcome);
  expect(await outcomes(list)).toEqual(['logged', 'kept', 'excluded', 'kept', 'logged']);
  const again = list.map((one) => ({ ...one, attemptNumber: 3 }));
  await writesNothing(async () => {
    expect(await outcomes(again.slice(0, 2))).toEqual(['replayed', 'replayed']);
    expect(await outcomes(again.toReversed())).toEqual([
      'replayed',
      'replayed',
      'excluded',
      'replayed',
      'replayed',
    ]);
  });
  expect(await outcomes([again[0] ?? {}, event(6)])).toEqual(['replayed', 'logged']);
  expect(await outcomes([event(7), event(7), event(7)])).toEqual(['logged', 'replayed', 'replayed']);
  expect(await read(source)).toMatchObject({
    receivedCount: 7,
    loggedCount: 4,
    keptCount: 2,
    excludedCount: 1,
  });
});
