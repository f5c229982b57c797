import { env } from 'cloudflare:workers';
import type { PersonLogBatchResult } from '../../../../src/people/logs/body-schemas.ts';
import { type Problem, send, tableSizes } from '../../support/client.ts';
import { faultsOf, violationsOf } from '../../support/replies.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const batch = (writes: unknown[]) => send<PersonLogBatchResult>('POST', '/v0/person_logs/batch', { writes });
const log = (fields: object) => ({ source: 'crm', payload: {}, ...fields });

test('a later write of a batch sees the person that an earlier one created', async () => {
  const { body, status, cost } = await batch([
    log({ email: 'one@batch.example', phoneNumber: '+15550000001' }),
    log({ phoneNumber: '+15550000001', linkedinProfileUrl: 'batch-one' }),
    log({ linkedinProfileUrl: 'linkedin.com/in/batch-one' }),
  ]);
  expect(status).toBe(200);
  expect(body.results.map(({ personLog }) => personLog?.createdPerson)).toEqual([true, false, false]);
  expect(new Set(body.results.map(({ personLog }) => personLog?.personId)).size).toBe(1);
  expect(cost.trips).toBeLessThanOrEqual(2); // the first request of a key looks the key up
});

test('a write keeps its answer when a later one gives one of its identifiers to another person', async () => {
  const known = await batch([log({ email: 'old@batch.example', phoneNumber: '+15550000002' })]);
  const { body } = await batch([
    log({ email: 'new@batch.example', phoneNumber: '+15550000002' }),
    log({ email: 'new@batch.example' }),
  ]);
  expect(body.results.map(({ status }) => status)).toEqual([201, 201]);
  const [first, second] = body.results.map(({ personLog }) => personLog);
  expect(first).toMatchObject({
    personId: known.body.results[0]?.personLog?.personId,
    createdPerson: false,
  });
  expect(second?.createdPerson).toBe(true);
});

test('a write that fails has its own problem and does not stop the others', async () => {
  await batch([log({ email: 'two@batch.example', idempotencyKey: 'taken' })]);
  const before = await tableSizes();
  const { body } = await batch([
    log({ email: 'three@batch.example', idempotencyKey: 'three' }),
    log({ personId: 'person_nobody' }),
    log({ email: 'other@batch.example', idempotencyKey: 'taken' }),
    log({ email: 'two@batch.example', idempotencyKey: 'taken' }),
  ]);
  expect(body.results.map(({ status }) => status)).toEqual([201, 404, 422, 201]);
  expect(body.results.map(({ replayed }) => replayed)).toEqual([false, false, false, true]);
  expect(body.results.map(({ problem }) => problem?.code)).toEqual([
    undefined,
    'person_not_found',
    'idempotency_mismatch',
    undefined,
  ]);
  const after = await tableSizes();
  expect(after.person_logs).toBe((before.person_logs ?? 0) + 1);
  expect(after.persons).toBe((before.persons ?? 0) + 1);
});

test('a key that occurs twice in a batch gives one log and its replay', async () => {
  const write = log({ email: 'twice@batch.example', idempotencyKey: 'twice' });
  const [first, second] = (await batch([write, write])).body.results;
  expect(second).toEqual({ ...first, replayed: true });
});

test('100 writes take one round trip; a retry gives 100 replays', async () => {
  const writes = Array.from({ length: 100 }, (_, n) =>
    log({ email: `p${n % 7}@hundred.example`, idempotencyKey: `h${n}` }),
  );
  const first = await batch(writes);
  expect(first.cost.trips).toBe(1);
  expect(first.body.results.filter(({ personLog }) => personLog?.createdPerson)).toHaveLength(7);
  const again = await batch(writes);
  expect(again.body.results.every(({ replayed }) => replayed)).toBe(true);
  expect(again.body.results.map(({ personLog }) => personLog)).toEqual(
    first.body.results.map(({ personLog }) => personLog),
  );
  expect(again.cost.written).toBe(0);
});

const good = log({ email: 'good@batch.example' });

test.each<[string, unknown, string[]]>([
  ['an empty list', { writes: [] }, ['body writes too_short']],
  ['101 writes', { writes: Array(101).fill(good) }, ['body writes too_long']],
  ['writes that are no list', { writes: good }, ['body writes invalid_type']],
  [
    'another field',
    { writes: [good, log({ email: 'anna' })], dryRun: true },
    ['body dryRun unknown_field', 'body writes.1.email invalid_format'],
  ],
  ['a list alone', [good], ['body  invalid_type']],
])('a body with %s is no batch: it is refused completely', async (_what, body, violations) => {
  const refused = await writesNothing(() => send<Problem>('POST', '/v0/person_logs/batch', body as object));
  expect(refused.status).toBe(400);
  expect(violationsOf(refused)).toEqual(violations);
});

describe('a write that breaks a rule fails alone', () => {
  test.each<[string, unknown, string[]]>([
    ['a bad email', log({ email: 'anna' }), ['email invalid_format']],
    [
      'several faults',
      { source: 'A', email: 'anna', foo: 1 },
      ['source invalid_format', 'payload required', 'email invalid_format', 'foo unknown_field'],
    ],
    ['null', null, [' invalid_type']],
    ['a number', 7, [' invalid_type']],
    ['a list', [], [' invalid_type']],
    ['a time ahead', log({ occurredAt: '2999-01-01T00:00:00Z' }), ['occurredAt invalid_value']],
  ])('%s', async (_what, bad, faults) => {
    const before = await tableSizes();
    const { status, body, cost } = await batch([good, bad, good]);
    expect([status, body.results.map((result) => result.status)]).toEqual([200, [201, 400, 201]]);
    const places = faults.map((fault) => `writes.1${fault.startsWith(' ') ? '' : '.'}${fault}`);
    expect(faultsOf(body)[1]).toEqual(places.sort());
    expect(body.results[1]).toMatchObject({
      replayed: false,
      personLog: null,
      problem: { code: 'validation_failed', status: 400, instance: '/v0/person_logs/batch' },
    });
    expect(cost.trips).toBeLessThanOrEqual(2);
    expect((await tableSizes()).person_logs).toBe((before.person_logs ?? 0) + 2);
  });

  test('a name that occurs twice', async () => {
    const rawBody = `{"writes":[{"source":"x","payload":{}},{"source":"x","payload":{"a":1,"a":2},"source":"x"}]}`;
    const { body } = await send<PersonLogBatchResult>('POST', '/v0/person_logs/batch', undefined, {
      rawBody,
    });
    expect(faultsOf(body)).toEqual([
      null,
      ['writes.1.payload.a duplicate_field', 'writes.1.source duplicate_field'],
    ]);
  });

  test('and a thousand duplicates of one write hide no duplicate of another', async () => {
    const many = `{"source":"x","payload":{${Array(1000).fill('"a":1').join()}}}`;
    const rawBody = `{"writes":[${many},{"source":"x","payload":{"a":1,"a":2}},{"source":"x","payload":{}}]}`;
    const { body } = await send<PersonLogBatchResult>('POST', '/v0/person_logs/batch', undefined, {
      rawBody,
    });
    expect(body.results.map(({ status }) => status)).toEqual([400, 400, 201]);
  });

  test('and leaves its key to the corrected write', async () => {
    const write = log({ email: 'twice wrong', idempotencyKey: 'corrected' });
    expect((await batch([write])).body.results[0]?.status).toBe(400);
    const { body } = await batch([{ ...write, email: 'right@batch.example' }]);
    expect(body.results[0]).toMatchObject({ status: 201, replayed: false });
  });

  test('a batch of bad writes alone asks no database', async () => {
    await batch([good]);
    const { status, cost } = await batch([log({ email: 'anna' }), 1]);
    expect([status, cost.trips]).toEqual([200, 0]);
  });

  test.each([1, 7, 50, 100])('%i of them name 100 violations at most, each at least one', async (count) => {
    const fields = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`field${n}`, n]));
    const { body } = await batch(Array.from({ length: count }, () => log(fields)));
    const named = faultsOf(body).map((faults) => faults?.length ?? 0);
    expect(named).toEqual(Array(count).fill(Math.floor(100 / count)));
    expect(body.results.map(({ problem }) => problem?.omittedErrors)).toEqual(
      Array(count).fill(300 - Math.floor(100 / count)),
    );
  });
});

test('no bound value of a batch has more than the 2,000,000 bytes that D1 allows', async () => {
  const bind = vi.spyOn(Object.getPrototypeOf(env.DB.prepare('select 1')) as D1PreparedStatement, 'bind');
  // Each of these square characters stands for a word of four to six signs, and the search text marks each pair of
  // signs.
  const squares = Array.from({ length: 255 }, (_, n) => 0x3300 + ((n * 5 + ((n * n) >> 3)) % 88));
  const han = (start: number, length: number) =>
    Array.from({ length }, (_, n) => String.fromCodePoint(0x4e00 + start * 37 + n * 3)).join('');
  const { status, body } = await batch(
    Array.from({ length: 100 }, (_, n) =>
      log({
        name: String.fromCodePoint(...squares),
        email: `${han(n, 250)}@${han(n, 12)}.example`,
        linkedinProfileUrl: `https://www.linkedin.com/in/${'%E4%B8%AD'.repeat(97)}${n}`,
        payload: { text: '中'.repeat(1000) },
        idempotencyKey: `${han(n, 250)}${n}`,
      }),
    ),
  );
  expect(status).toBe(200);
  expect(body.results.filter(({ personLog }) => personLog?.createdPerson)).toHaveLength(100);
  const lengths = bind.mock.calls.flat().map((value) => new TextEncoder().encode(String(value)).length);
  expect(Math.max(...lengths)).toBeGreaterThan(500_000);
  expect(Math.max(...lengths)).toBeLessThan(2_000_000);
  bind.mockRestore();
});
