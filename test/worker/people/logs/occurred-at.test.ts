import { env } from 'cloudflare:workers';
import type { List } from '../../../../src/lib/cursor.ts';
import type { PersonLogBatchResult } from '../../../../src/people/logs/body-schemas.ts';
import { type Problem, send, tableSizes } from '../../support/client.ts';
import { ok, timestamp, violationsOf } from '../../support/replies.ts';
import { setClock } from '../../support/times.ts';

interface Created {
  personId?: string;
  accountId?: string;
  personLogId?: string;
  accountLogId?: string;
  createdAt: string;
}
interface Log {
  personLogId?: string;
  accountLogId?: string;
  createdAt: string;
  occurredAt: string | null;
}

const routes = { person: '/v0/person_logs', account: '/v0/account_logs' };
type Kind = keyof typeof routes;
const kinds = Object.keys(routes) as Kind[];

/** Names the owner of a log by the domain of their company. Each person has a slug of their own: another costs a read. */
const ownerOf = (kind: Kind, domain: string) =>
  kind === 'person' ? { email: `${domain}@${domain}` } : { domain };

const write = <T = Created & Problem>(kind: Kind, domain: string, fields: object = {}) =>
  send<T>('POST', routes[kind], { source: 'crm', payload: { n: 1 }, ...ownerOf(kind, domain), ...fields });
const written = (kind: Kind, domain: string, fields: object = {}) => ok(write<Created>(kind, domain, fields));

const timelineOf = ({ personId, accountId }: Created) =>
  personId ? `/v0/persons/${personId}/logs` : `/v0/accounts/${accountId}/logs`;
const idOf = ({ personLogId, accountLogId }: Created | Log) => personLogId ?? accountLogId;
const logOf = (created: Created) => ok(send<Log>('GET', `${timelineOf(created)}/${idOf(created)}`));

let domains = 0;
/** A domain that no other test uses. */
const newDomain = () => `occurred-${domains++}.example`;

/** The latest activity of the account of a domain. */
async function activityOf(domain: string): Promise<string | undefined> {
  const list = await ok(send<List<{ latestActivityAt: string }>>('GET', `/v0/accounts?domain=${domain}`));
  return list.items[0]?.latestActivityAt;
}

afterEach(() => vi.useRealTimers());

/** Sets the clock of the service. */

describe.each(kinds)('occurredAt of a log of a %s', (kind) => {
  test.each([
    ['with an offset', '2019-05-04T03:02:01.5+02:00', '2019-05-04T01:02:01.500Z'],
    ['at the first moment', '1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ])('%s is kept as a timestamp, beside when the log was received', async (_what, occurredAt, kept) => {
    const created = await written(kind, newDomain(), { occurredAt });
    const log = await logOf(created);
    expect(log).toMatchObject({ createdAt: created.createdAt, occurredAt: kept });
    const list = await ok(send<List<Log>>('GET', timelineOf(created)));
    expect(list.items).toEqual([log]);
  });

  test('is null when it was not sent', async () => {
    const created = await written(kind, newDomain());
    expect(await logOf(created)).toMatchObject({ createdAt: timestamp, occurredAt: null });
  });

  test('may be 5 minutes ahead of the clock, and not a millisecond more', async () => {
    setClock(Date.parse('2026-11-23T12:00:00Z'));
    const ahead = await written(kind, newDomain(), { occurredAt: '2026-11-23T12:05:00Z' });
    expect(await logOf(ahead)).toMatchObject({ occurredAt: '2026-11-23T12:05:00.000Z' });
    const before = await tableSizes();
    const refused = await write(kind, newDomain(), { occurredAt: '2026-11-23T12:05:00.001Z' });
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
    expect(refused.body.errors).toEqual([
      {
        in: 'body',
        path: 'occurredAt',
        code: 'invalid_value',
        message: 'must be at most 5 minutes ahead of now',
      },
    ]);
    expect(await tableSizes()).toEqual(before);
  });

  test.each<[string, unknown, string]>([
    ['before 1970', '1969-12-31T23:59:59.999Z', 'invalid_value'],
    ['before 1970 by its offset', '1970-01-01T00:59:59+01:00', 'invalid_value'],
    ['far ahead', '9999-12-31T23:59:59-23:59', 'invalid_value'],
    ['without an offset', '2026-01-01T00:00:00', 'invalid_format'],
    ['null', null, 'invalid_type'],
  ])('that is %s is refused, and nothing is written', async (_what, occurredAt, code) => {
    const before = await tableSizes();
    const refused = await write(kind, newDomain(), { occurredAt });
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
    expect(violationsOf(refused)).toEqual([`body occurredAt ${code}`]);
    expect(await tableSizes()).toEqual(before);
  });

  test('does not change the order of the timeline: newest received first', async () => {
    const domain = newDomain();
    const times = ['2020-01-01T00:00:00Z', '2025-01-01T00:00:00Z', undefined, '2019-01-01T00:00:00Z'];
    const logs: Created[] = [];
    for (const occurredAt of times) logs.unshift(await written(kind, domain, { occurredAt }));
    const list = await ok(send<List<Log>>('GET', timelineOf(logs[0] as Created)));
    expect(list.items.map(idOf)).toEqual(logs.map(idOf));
  });

  test('costs no row more, and writes no account if others happened later', async () => {
    const costOf = async (fields: object) => {
      const domain = newDomain();
      const first = await write(kind, domain, { ...fields, idempotencyKey: domain });
      const second = await write(kind, domain, { ...fields, idempotencyKey: `${domain} 2` });
      return [first.cost, second.cost];
    };
    const [first, second] = await costOf({});
    // The account, and an entry of each index of its activity: one more if it has no person.
    const written = (second?.written ?? 0) - (kind === 'person' ? 2 : 3);
    expect(await costOf({ occurredAt: '2020-01-01T00:00:00Z' })).toEqual([first, { ...second, written }]);
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
    const answer = await write(kind, domain, { ...one, idempotencyKey: domain });
    const before = await tableSizes();
    const again = await write(kind, domain, { ...other, idempotencyKey: domain });
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
    const created = await written(kind, domain, { ...one, idempotencyKey: domain });
    const before = await tableSizes();
    const refused = await write(kind, domain, { ...other, idempotencyKey: domain });
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

describe('occurredAt in a batch', () => {
  const log = (email: string, fields: object) => ({ source: 'crm', payload: {}, email, ...fields });
  const batch = <T = PersonLogBatchResult>(writes: unknown[]) =>
    send<T>('POST', '/v0/person_logs/batch', { writes });

  test('belongs to its own write, and so does a mismatch', async () => {
    const email = `b@${newDomain()}`;
    const [at, other] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
    const { results } = await ok(
      batch([
        log(email, { occurredAt: at, idempotencyKey: email }),
        log(email, {}),
        log(email, { occurredAt: '2026-01-01T02:00:00+02:00', idempotencyKey: email }),
        log(email, { occurredAt: other, idempotencyKey: email }),
        log(email, { idempotencyKey: email }),
      ]),
    );
    expect(results.map(({ status, replayed }) => [status, replayed])).toEqual([
      ...[[201, false] as const, [201, false] as const, [201, true] as const],
      ...[[422, false] as const, [422, false] as const],
    ]);
    for (const { problem } of results.slice(3)) expect(problem).toMatchObject({ fields: ['occurredAt'] });
    const logs = await Promise.all(results.slice(0, 2).map((result) => logOf(result.personLog as Created)));
    expect(logs.map(({ occurredAt }) => occurredAt)).toEqual(['2026-01-01T00:00:00.000Z', null]);
  });

  test('decides the latest activity, in whatever order its writes are', async () => {
    const domain = newDomain();
    const days = ['02', '03', '01'].map((day) => ({ occurredAt: `2020-01-${day}T00:00:00Z` }));
    await ok(batch(days.map((fields, n) => log(`p${n}@${domain}`, fields))));
    expect(await activityOf(domain)).toBe('2020-01-03T00:00:00.000Z');
  });
});

describe.each(kinds)('the latest activity of an account, by a log of a %s', (kind) => {
  test('is when it happened, if the log creates the account', async () => {
    const domain = newDomain();
    await written(kind, domain, { occurredAt: '2020-01-01T00:00:00Z' });
    expect(await activityOf(domain)).toBe('2020-01-01T00:00:00.000Z');
    await written(kind, domain, { occurredAt: '2021-01-01T00:00:00Z' });
    expect(await activityOf(domain)).toBe('2021-01-01T00:00:00.000Z');
    await written(kind, domain, { occurredAt: '2019-01-01T00:00:00Z' });
    expect(await activityOf(domain)).toBe('2021-01-01T00:00:00.000Z');
    const { createdAt } = await written(kind, domain);
    expect(await activityOf(domain)).toBe(createdAt);
  });

  test('is not moved by a log of last year', async () => {
    const domain = newDomain();
    const { createdAt } = await written(kind, domain);
    await written(kind, domain, { occurredAt: '2020-01-01T00:00:00Z' });
    expect(await activityOf(domain)).toBe(createdAt);
  });

  test('is ahead of the clock when the log is', async () => {
    setClock(Date.parse('2026-11-23T12:00:00Z'));
    const domain = newDomain();
    await written(kind, domain);
    await written(kind, domain, { occurredAt: '2026-11-23T12:02:00Z' });
    expect(await activityOf(domain)).toBe('2026-11-23T12:02:00.000Z');
  });

  test('of an account that has no log begins when the account was created', async () => {
    const domain = newDomain();
    await ok(send('POST', '/v0/persons', { name: 'Bo', email: `bo@${domain}` }));
    const created = await activityOf(domain);
    await written(kind, domain, { occurredAt: '2020-01-01T00:00:00Z' });
    expect(await activityOf(domain)).toBe(created);
  });
});
