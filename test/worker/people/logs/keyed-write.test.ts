import { env } from 'cloudflare:workers';
import type { AccountLogCreated, PersonLogCreated } from '../../../../src/people/logs/body-schemas.ts';
import { type Problem, send, tableSizes } from '../../support/client.ts';
import {
  type Created,
  idOf,
  kinds,
  newDomain,
  newIds,
  routes,
  write,
  writeOf,
  writtenOf,
} from '../../support/logs.ts';
import { log } from '../../support/persons.ts';
import { day, setClock } from '../../support/times.ts';

let unique = 0;
let a = newIds();
let b = newIds();
beforeEach(() => {
  unique += 1;
  a = newIds();
  b = newIds();
});

describe('the idempotency key of a log', () => {
  const request = () => ({
    ...a,
    name: 'Zoë',
    idempotencyKey: `key-${unique}`,
    payload: { b: [1, { c: 2 }], a: 'x' },
  });

  test('the same key and request get the first answer again, byte for byte, and write nothing', async () => {
    const first = await write(request());
    const before = await tableSizes();
    const again = await write(request());
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.cost.written).toBe(0);
    expect(await tableSizes()).toEqual(before);
  });

  test.each<[string, () => Record<string, unknown>]>([
    ['order of keys', () => ({ ...request(), payload: { a: 'x', b: [1, { c: 2 }] } })],
    ['case and space of the email', () => ({ ...request(), email: ` ${a.email.toUpperCase()} ` })],
    [
      'spelling of the profile',
      () => ({ ...request(), linkedinProfileUrl: `${a.linkedinProfileUrl.replace('https://www.', '')}/` }),
    ],
    ['the default type spelled out', () => ({ ...request(), type: 'webhook' })],
  ])('%s is still the same request', async (_what, again) => {
    const first = await write(request());
    const replay = await send('POST', '/v0/person_logs', { source: 'form', ...again() });
    expect(replay.text).toBe(first.text);
  });

  test.each<[string, () => Record<string, unknown>, string[]]>([
    ['source', () => ({ source: 'crm' }), ['source']],
    ['type', () => ({ type: 'other' }), ['type']],
    ['payload', () => ({ payload: { b: [1, { c: 3 }], a: 'x' } }), ['payload']],
    ['name', () => ({ name: 'Zoe' }), ['name']],
    ['an identifier left out', () => ({ phoneNumber: undefined }), ['phoneNumber']],
    ['several at once', () => ({ email: b.email, payload: {}, name: 'X' }), ['email', 'name', 'payload']],
    ['a personId added', () => ({ personId: 'person_x' }), ['personId']],
  ])(
    'the same key with another %s is a 422 that names the fields and the first log, and writes nothing',
    async (_what, change, fields) => {
      const first = await write(request());
      const before = await tableSizes();
      const refused = await send<Problem>('POST', '/v0/person_logs', {
        source: 'form',
        ...request(),
        ...change(),
      });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({
        code: 'idempotency_mismatch',
        fields,
        personLogId: first.body.personLogId,
      });
      expect(await tableSizes()).toEqual(before);
    },
  );

  // What versions until 23 November 2026 stored of this request: a digest and short hashes of SHA-256.
  test('a request of an earlier version is recognised, and another one refused by its fields', async () => {
    const earlier = { email: 'anna@earlier.example', name: 'Zoë', idempotencyKey: 'of an earlier release' };
    const stored = {
      digest: 'LH8YfpFj7QWS14lCnO6vuiTX4Imiu1xPndh05jxfhFI',
      fingerprint: JSON.stringify({
        source: 'Bzl9Yz',
        payload: 'K_0U9D',
        email: 'gziGae',
        name: 'xqEmmF',
        idempotencyKey: 'EWiFiK',
        type: 'n9Cdwz',
      }),
    };
    const first = await write(earlier);
    const { personLogId } = first.body;
    await env.DB.batch([
      env.DB.prepare('update idempotency_keys set request_digest = ?1 where log_id = ?2').bind(
        stored.digest,
        personLogId,
      ),
      env.DB.prepare('update person_logs set fingerprint = ?1 where person_log_id = ?2').bind(
        stored.fingerprint,
        personLogId,
      ),
    ]);
    expect((await write(earlier)).text).toBe(first.text);
    const other = await write({ ...earlier, name: 'Zoe', phoneNumber: a.phoneNumber, payload: { n: 2 } });
    expect(other.status).toBe(422);
    expect(other.body).toMatchObject({ fields: ['name', 'payload', 'phoneNumber'], personLogId });
  });

  test('numbers that are equal as doubles are distinguished', async () => {
    const body = (n: string) => `{"source":"form","payload":{"id":${n}},"idempotencyKey":"big-${unique}"}`;
    const post = (n: string) => send('POST', '/v0/person_logs', undefined, { rawBody: body(n) });
    expect((await post('12345678901234567890')).status).toBe(201);
    expect((await post('12345678901234567890')).status).toBe(201);
    expect((await post('12345678901234567891')).status).toBe(422);
  });

  test('100 concurrent writes with one key leave one person and one log', async () => {
    const before = await tableSizes();
    const replies = await Promise.all(Array.from({ length: 100 }, () => write(request())));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(99);
    const after = await tableSizes();
    expect(after.persons).toBe((before.persons ?? 0) + 1);
    expect(after.person_logs).toBe((before.person_logs ?? 0) + 1);
    expect(after.idempotency_keys).toBe((before.idempotency_keys ?? 0) + 1);
  });

  test('100 concurrent writes with 100 keys of one new email leave one person and 100 logs', async () => {
    const before = await tableSizes();
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) => write({ email: a.email, idempotencyKey: `${unique}-${n}` })),
    );
    expect(new Set(replies.map(({ body }) => body.personId)).size).toBe(1);
    expect(replies.filter(({ body }) => body.createdPerson)).toHaveLength(1);
    const after = await tableSizes();
    expect(after.persons).toBe((before.persons ?? 0) + 1);
    expect(after.person_logs).toBe((before.person_logs ?? 0) + 100);
  });

  test('a changed body among concurrent writes of one key is refused, and one request wins', async () => {
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) => write({ ...request(), payload: { variant: n % 2 } })),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 422)).toHaveLength(20);
  });

  test('has no time limit: a retry of years later gets the first answer', async () => {
    const first = await write(request());
    setClock(Date.now() + 10 * 365 * day);
    const late = await write(request());
    vi.useRealTimers();
    expect([late.text, late.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  });

  test('a late retry does not create an erased person again', async () => {
    const first = await write(request());
    await send('DELETE', `/v0/persons/${first.body.personId}`);
    const before = await tableSizes();
    const late = await write(request());
    const other = await send<Problem & { fields: string[] }>('POST', '/v0/person_logs', {
      ...request(),
      source: 'crm',
    });
    expect([other.status, other.body.fields]).toEqual([422, []]);
    expect(late.text).toBe(first.text);
    expect(late.headers.get('idempotent-replayed')).toBe('true');
    expect(await tableSizes()).toEqual(before);
  });
});

const writeAccount = (fields: object) =>
  send<AccountLogCreated>('POST', '/v0/account_logs', { source: 'crm', payload: { n: 1 }, ...fields });

describe('the idempotency key of a log of an account', () => {
  test('gives one log, even for 50 concurrent requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => writeAccount({ domain: 'race.example', idempotencyKey: 'r' })),
    );
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(49);
    const before = await tableSizes();
    const refused = await send<Problem>('POST', '/v0/account_logs', {
      domain: 'other.example',
      source: 'crm',
      payload: {},
      idempotencyKey: 'r',
    });
    expect(refused.body).toMatchObject({
      code: 'idempotency_mismatch',
      fields: ['domain', 'payload'],
      accountLogId: replies[0]?.body.accountLogId,
    });
    expect(await tableSizes()).toEqual(before);
  });

  test('may use the same idempotency key as a person log', async () => {
    await writeAccount({ domain: 'apart.example', idempotencyKey: 'shared' });
    const other = await send<PersonLogCreated>('POST', '/v0/person_logs', {
      source: 'crm',
      payload: {},
      idempotencyKey: 'shared',
    });
    expect([other.status, other.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });
});

describe.each(kinds)('a retry of a log of a %s', (kind) => {
  const first = { occurredAt: '2026-01-01T00:00:00Z' };

  test.each<[string, object, object]>([
    ['the same instant', first, first],
    ['another spelling of it', first, { occurredAt: '2026-01-01T01:00:00+01:00' }],
    ['its milliseconds', first, { occurredAt: '2026-01-01T00:00:00.000Z' }],
    ['no instant, as the first', {}, {}],
  ])('with %s gets the first answer', async (_what, one, other) => {
    const domain = newDomain();
    const answer = await writeOf(kind, domain, { ...one, idempotencyKey: domain });
    const before = await tableSizes();
    const again = await writeOf(kind, domain, { ...other, idempotencyKey: domain });
    expect([again.status, again.text]).toEqual([201, answer.text]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.cost.written).toBe(0);
    expect(await tableSizes()).toEqual(before);
  });

  test.each<[string, object, object]>([
    ['another instant', first, { occurredAt: '2026-01-01T00:00:00.001Z' }],
    ['an instant, unlike the first', {}, first],
    ['no instant, unlike the first', first, {}],
  ])('with %s is refused by the name of the field', async (_what, one, other) => {
    const domain = newDomain();
    const created = await writtenOf(kind, domain, { ...one, idempotencyKey: domain });
    const before = await tableSizes();
    const refused = await writeOf(kind, domain, { ...other, idempotencyKey: domain });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'idempotency_mismatch',
      detail: 'The idempotency key was used for another request; it differs in occurredAt.',
      fields: ['occurredAt'],
      [`${kind}LogId`]: idOf(created),
    });
    expect(await tableSizes()).toEqual(before);
  });
});

describe('a request without occurredAt', () => {
  const key = 'recorded before occurredAt';
  const stored = {
    person: {
      request: {
        source: 'form',
        payload: { n: 1, a: [1, 'x'] },
        email: 'anna@recorded.example',
        name: 'Zoë',
        idempotencyKey: key,
      },
      digest: '6-AkKpWkzT5zXLRMhg_TBC2caBydynO5ZoM4whaBIig',
      fingerprint:
        '{"source":"mwf4nj","type":"12ez1au","payload":"1izmutc","idempotencyKey":"1h0msjw","email":"1lr29ka","name":"srk562"}',
    },
    account: {
      request: {
        source: 'crm',
        type: 'signed',
        payload: { n: 1 },
        domain: 'recorded.example',
        idempotencyKey: key,
      },
      digest: 'XFJdk8db2NufAbDkOCYEBumrqrPuf4zf5E6a3sT_g0g',
      fingerprint:
        '{"source":"178s7wa","type":"8izohv","payload":"1mwjlha","idempotencyKey":"1h0msjw","domain":"88xxxy"}',
    },
  };

  // The service stored these of the same requests before it knew occurredAt.
  test.each(kinds)('is stored as before: a log of a %s', async (kind) => {
    const { request, digest, fingerprint } = stored[kind];
    const { body } = await send<Created>('POST', routes[kind], request);
    const row = await env.DB.prepare(
      `select request_digest as digest, fingerprint, occurred_at as occurredAt from idempotency_keys
      join ${kind}_logs on ${kind}_log_id = log_id where log_id = ?`,
    )
      .bind(idOf(body))
      .first();
    expect(row).toEqual({ digest, fingerprint, occurredAt: null });
  });
});

const linkedin = 'https://www.linkedin.com';

test('a retry in another spelling of the profile is a replay, one of another profile is not', async () => {
  const idempotencyKey = 'Li-Retry';
  const first = await log({ linkedinProfileUrl: `${linkedin}/in/${idempotencyKey}`, idempotencyKey });
  const again = await log({ linkedinProfileUrl: idempotencyKey.toLowerCase(), idempotencyKey });
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  const other = await log({ linkedinProfileUrl: `${idempotencyKey}-2`, idempotencyKey });
  expect([other.status, other.body['fields' as 'code']]).toEqual([422, ['linkedinProfileUrl']]);
});
