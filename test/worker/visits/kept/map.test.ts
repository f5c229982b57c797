import { env } from 'cloudflare:workers';
import type { KeptMapped } from '../../../../src/visits/kept/schemas.ts';
import type { Source } from '../../../../src/visits/sources/schemas.ts';
import { type Problem, type RequestOptions, send } from '../../support/client.ts';
import { faultyDatabase, type Moment } from '../../support/faults.ts';
import { ok, once, outcome, violationsOf } from '../../support/replies.ts';
import { newSource, pathOf, read, sign } from '../../support/sources.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

let serial = 0;
/** A delivery that the ready mapping fits to nobody, and the other one to its owner. */
const event = (fields: object = {}) => {
  const n = ++serial;
  return { id: `evt_map_${n}`, type: 'invoice.paid', owner: `map.${n}@acme.example`, ...fields };
};
const mapping = { email: ['$.owner'], occurredAt: ['$.at'], excludedTypes: ['charge-failed'] };
const remap = (source: Source) => ok(send('PATCH', pathOf(source), { mapping }));
const map = (source: Source, fields: object = {}, options?: RequestOptions) =>
  send<KeptMapped & Problem>('POST', `${pathOf(source)}/kept/map`, fields, options);
const outcomes = ({ body }: Awaited<ReturnType<typeof map>>) =>
  body.outcomes?.map(({ outcome }) => outcome) ?? body.code;
const keptIds = async (source: Source) =>
  (await once<{ items: { keptId: string }[] }>('GET', `${pathOf(source)}/kept?limit=100`)).body.items.map(
    ({ keptId }) => keptId,
  );

/** A source that has kept deliveries, and has another mapping since. */
async function kept(...events: object[]) {
  const source = await newSource('stripe', { name: `map-${++serial}` });
  for (const one of events) await sign(source, one);
  await remap(source);
  return source;
}
const logsOf = async ({ name }: Source) => {
  const sql =
    'select l.*, p.email from person_logs l join persons p using (person_id) where source = ? order by person_log_id';
  return (await env.DB.prepare(sql).bind(name).all()).results;
};

test('what fits by the mapping of now becomes a log of when it came, and the rest stays', async () => {
  const [plain, dated] = [event(), event({ at: 1_764_000_000 })];
  const [nobody, invalid] = [event({ owner: undefined }), event({ owner: 'nobody' })];
  const excluded = event({ type: 'charge.failed' });
  const source = await kept(plain, dated, nobody, invalid, excluded);
  const { recent } = await read(source);
  const reply = await map(source);
  expect(reply.body).toMatchObject({ remaining: 2, next: null });
  expect(reply.cost.trips).toBe(2);
  const logs = await logsOf(source);
  expect(logs).toMatchObject([
    {
      type: 'invoice-paid',
      payload: JSON.stringify(plain),
      occurred_at: Date.parse(recent.at(-1)?.at ?? ''),
      idempotency_key: `${source.sourceId}:${plain.id}`,
      email: plain.owner,
    },
    { occurred_at: 1_764_000_000_000, email: dated.owner },
  ]);
  const of = ({ person_id, person_log_id }: Record<string, unknown> = {}) => ({
    reason: null,
    personId: person_id,
    personLogId: person_log_id,
  });
  const none = { personId: null, personLogId: null };
  expect(reply.body.outcomes).toMatchObject([
    { outcome: 'logged', type: 'invoice-paid', ...of(logs[0]) },
    { outcome: 'logged', ...of(logs[1]) },
    { outcome: 'kept', reason: 'no_identifier', ...none },
    { outcome: 'kept', reason: 'invalid_identifier', ...none },
    { outcome: 'excluded', reason: null, ...none },
  ]);
  const now = await read(source);
  expect(now).toMatchObject({ receivedCount: 5, loggedCount: 2, excludedCount: 1, keptCount: 2 });
  expect(now.recent.map(({ outcome }) => outcome)).toEqual(['excluded', 'kept', 'kept', 'logged', 'logged']);
  expect(now.recent.at(-1)).toEqual({ ...recent.at(-1), outcome: 'logged', ...of(logs[0]) });
});

test('a repetition, and the sender’s own, change nothing more', async () => {
  const one = event();
  const source = await kept(one);
  const ids = await keptIds(source);
  expect(outcomes(await map(source, { keptIds: ids }))).toEqual(['logged']);
  await writesNothing(async () => {
    for (const fields of [{}, { keptIds: ids }])
      expect((await map(source, fields)).body).toEqual({ outcomes: [], remaining: 0, next: null });
    expect((await sign(source, one)).body.outcomes).toEqual([{ outcome: 'replayed' }]);
    expect((await sign(source, { ...one, pending_webhooks: 0 })).body.outcomes).toEqual([
      { outcome: 'replayed' },
    ]);
  });
  expect(await logsOf(source)).toHaveLength(1);
});

test('what the mapping excludes later counts once, also when it comes again', async () => {
  const one = event({ type: 'charge.failed' });
  const source = await kept(one);
  expect(outcomes(await map(source))).toEqual(['excluded']);
  await writesNothing(async () =>
    expect((await sign(source, one)).body.outcomes).toEqual([{ outcome: 'excluded' }]),
  );
  expect(await read(source)).toMatchObject({ receivedCount: 1, excludedCount: 1, keptCount: 0 });
});

test('many at once, and the sender in between, make one log of each', async () => {
  const events = [event(), event(), event()];
  const source = await kept(...events);
  const replies = await Promise.all([
    ...Array.from({ length: 6 }, () => map(source)),
    ...events.map((one) => sign(source, one)),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect(await logsOf(source)).toHaveLength(3);
  expect(await read(source)).toMatchObject({ loggedCount: 3, keptCount: 0 });
});

interface Meanwhile {
  what: string;
  moment?: Moment;
  does: (source: Source, sent: { id: string; owner: string }) => Promise<unknown>;
  gives: unknown;
  logs: number;
}
const erased = async (email: string) => {
  await send('POST', '/v0/person_logs', { source: 'crm', payload: {}, email });
  const id = await env.DB.prepare('select person_id from persons where email = ?')
    .bind(email)
    .first('person_id');
  await ok(send('DELETE', `/v0/persons/${id}`));
};
test.each<Meanwhile>([
  { what: 'the sender sends it again', does: sign, gives: ['replayed'], logs: 1 },
  { what: 'another maps it', does: (source) => map(source), gives: ['replayed'], logs: 1 },
  {
    what: 'it is deleted',
    does: async (source) => send('DELETE', `${pathOf(source)}/kept/${(await keptIds(source))[0]}`),
    gives: [],
    logs: 0,
  },
  { what: 'its person is erased', does: (_, { owner }) => erased(owner), gives: [], logs: 0 },
  {
    what: 'the source is deleted',
    does: (of) => send('DELETE', pathOf(of)),
    gives: 'source_not_found',
    logs: 0,
  },
  { what: 'the answer of D1 is lost', moment: 'after', does: async () => {}, gives: ['logged'], logs: 1 },
  { what: 'the answer is lost and it comes again', moment: 'after', does: sign, gives: ['logged'], logs: 1 },
])('between reading and writing: $what', async ({ moment = 'before', does, gives, logs }) => {
  const one = event();
  const source = await kept(one);
  const meanwhile = () => does(source, one);
  const reply = await map(source, {}, { bindings: { DB: faultyDatabase({ moment, size: 4, meanwhile }) } });
  expect(outcomes(reply)).toEqual(gives);
  expect(await logsOf(source)).toHaveLength(logs);
  if (reply.status === 200) expect(await read(source)).toMatchObject({ loggedCount: logs, keptCount: 0 });
});

test('those that fit nobody do not keep the others from their turn', async () => {
  const source = await newSource('stripe', { name: `map-${++serial}` });
  const nobody = Array.from({ length: 55 }, () => event({ owner: undefined }));
  for (const one of [...nobody, event()]) await sign(source, one);
  await remap(source);
  const first = await map(source);
  expect(first.body).toMatchObject({ remaining: 56, next: (await keptIds(source)).at(-50) });
  const second = await map(source, { after: first.body.next });
  expect(second.body).toMatchObject({ remaining: 55, next: null });
  expect(outcomes(second)).toEqual([...Array(5).fill('kept'), 'logged']);
});

test('so many are mapped at once as have a megabyte, and those behind are next', async () => {
  const pad = 'x'.repeat(240_000);
  const source = await kept(...Array.from({ length: 7 }, () => event({ pad })));
  const first = await map(source);
  expect(outcomes(first)).toEqual(Array(5).fill('logged'));
  expect(first.body.remaining).toBe(2);
  expect(outcomes(await map(source, { after: first.body.next }))).toEqual(['logged', 'logged']);
});

test('only those that are named are mapped, of this source alone', async () => {
  const [source, other] = [await kept(event(), event(), event()), await kept(event())];
  const ids = await keptIds(source);
  const given = [ids[1], ...(await keptIds(other)), 'kept_none'];
  expect((await map(source, { keptIds: given })).body.outcomes.map(({ keptId }) => keptId)).toEqual([ids[1]]);
  expect([await keptIds(source), (await keptIds(other)).length]).toEqual([[ids[0], ids[2]], 1]);
});

test('a source of another workspace, a deleted one, and no or too many ids are refused', async () => {
  const source = await kept(event());
  expect(outcome(await map(source, {}, { workspace: 'acme' }))).toEqual([404, 'source_not_found']);
  for (const ids of [[], Array(51).fill('kept_x')])
    expect(violationsOf(await map(source, { keptIds: ids }))).toHaveLength(1);
  await ok(send('DELETE', pathOf(source)));
  await writesNothing(async () => expect(outcome(await map(source))).toEqual([404, 'source_not_found']));
});
