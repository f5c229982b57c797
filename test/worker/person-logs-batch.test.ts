import { expect, test } from 'vitest';
import type { PersonLogBatchResult } from '../../src/person-logs/schemas.ts';
import { type Problem, send, tableSizes } from './client.ts';

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

test('a write that fails alone has its problem and stops no other', async () => {
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

test('one key twice in a batch is one log and its replay', async () => {
  const write = log({ email: 'twice@batch.example', idempotencyKey: 'twice' });
  const [first, second] = (await batch([write, write])).body.results;
  expect(second).toEqual({ ...first, replayed: true });
});

test('100 writes are one round trip, and again they are 100 replays', async () => {
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
])('a batch of %s is refused whole', async (_what, writes, path) => {
  const before = await tableSizes();
  const refused = await send<Problem>('POST', '/v0/person_logs/batch', { writes });
  expect(refused.status).toBe(400);
  expect(refused.body.errors?.map((error) => error.path)).toContain(`writes${path}`);
  expect(await tableSizes()).toEqual(before);
});

test('each write of a batch keeps its own payload to the letter', async () => {
  const raw = ['{"id":12345678901234567890}', '{ "__proto__": {"x": 1.0} }', '{"a":"\\u0000\\ud800"}'];
  const rawBody = `{"writes":[${raw.map((payload) => `{"payload":${payload},"source":"x"}`).join()}]}`;
  const { body } = await send<PersonLogBatchResult>('POST', '/v0/person_logs/batch', undefined, { rawBody });
  for (const [index, { personLog }] of body.results.entries()) {
    const read = await send('GET', `/v0/persons/${personLog?.personId}/logs/${personLog?.personLogId}`);
    expect(read.text).toContain(`"payload":${raw[index]}}`);
  }
});
