import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import type { PersonLogBatchResult } from '../../../src/person-logs/schemas.ts';
import { type Problem, send, tableSizes } from '../support/client.ts';

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

test.each([
  ['none', [], ''],
  ['101 writes', Array.from({ length: 101 }, () => log({})), ''],
  ['one malformed among good ones', [log({}), log({ source: 'Bad' }), log({ foo: 1 })], '.1.source'],
])('a batch of %s is refused completely', async (_what, writes, path) => {
  const before = await tableSizes();
  const refused = await send<Problem>('POST', '/v0/person_logs/batch', { writes });
  expect(refused.status).toBe(400);
  expect(refused.body.errors?.map((error) => error.path)).toContain(`writes${path}`);
  expect(await tableSizes()).toEqual(before);
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
        email: `${han(n, 250)}@${han(n, 50)}.example`,
        linkedinProfileUrl: `https://www.linkedin.com/in/${'%E4%B8%AD'.repeat(220)}${n}`,
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

test('each write of a batch keeps its exact payload', async () => {
  const raw = ['{"id":12345678901234567890}', '{ "__proto__": {"x": 1.0} }', '{"a":"\\u0000\\ud800"}'];
  const rawBody = `{"writes":[${raw.map((payload) => `{"payload":${payload},"source":"x"}`).join()}]}`;
  const { body } = await send<PersonLogBatchResult>('POST', '/v0/person_logs/batch', undefined, { rawBody });
  for (const [index, { personLog }] of body.results.entries()) {
    const read = await send('GET', `/v0/persons/${personLog?.personId}/logs/${personLog?.personLogId}`);
    expect(read.text).toContain(`"payload":${raw[index]}}`);
  }
});
