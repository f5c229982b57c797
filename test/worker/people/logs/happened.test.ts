import type { List } from '../../../../src/lib/cursor.ts';
import type { PersonLogBatchResult } from '../../../../src/people/logs/body-schemas.ts';
import { send, tableSizes } from '../../support/client.ts';
import { type Created, idOf, kinds, type Log, newDomain, writeOf, writtenOf } from '../../support/logs.ts';
import { ok, timestamp, violationsOf } from '../../support/replies.ts';
import { minute, setClock } from '../../support/times.ts';

const timelineOf = ({ personId, accountId }: Created) =>
  personId ? `/v0/persons/${personId}/logs` : `/v0/accounts/${accountId}/logs`;
const logOf = (created: Created) => ok(send<Log>('GET', `${timelineOf(created)}/${idOf(created)}`));

/** The latest activity of the account of a domain. */
async function activityOf(domain: string): Promise<string | undefined> {
  const list = await ok(send<List<{ latestActivityAt: string }>>('GET', `/v0/accounts?domain=${domain}`));
  return list.items[0]?.latestActivityAt;
}

afterEach(() => vi.useRealTimers());

describe.each(kinds)('when a log of a %s happened: occurredAt', (kind) => {
  test.each([
    ['with an offset', '2019-05-04T03:02:01.5+02:00', '2019-05-04T01:02:01.500Z'],
    ['at the first moment', '1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ])('%s is kept as a timestamp, beside when the log was received', async (_what, occurredAt, kept) => {
    const created = await writtenOf(kind, newDomain(), { occurredAt });
    const log = await logOf(created);
    expect(log).toMatchObject({ createdAt: created.createdAt, occurredAt: kept });
    const list = await ok(send<List<Log>>('GET', timelineOf(created)));
    expect(list.items).toEqual([log]);
  });

  test('is null when it was not sent', async () => {
    const created = await writtenOf(kind, newDomain());
    expect(await logOf(created)).toMatchObject({ createdAt: timestamp, occurredAt: null });
  });

  test('may be 5 minutes ahead of the clock, and not a millisecond more', async () => {
    setClock(Date.parse('2026-11-23T12:00:00Z'));
    const ahead = await writtenOf(kind, newDomain(), { occurredAt: '2026-11-23T12:05:00Z' });
    expect(await logOf(ahead)).toMatchObject({ occurredAt: '2026-11-23T12:05:00.000Z' });
    const before = await tableSizes();
    const refused = await writeOf(kind, newDomain(), { occurredAt: '2026-11-23T12:05:00.001Z' });
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
    const refused = await writeOf(kind, newDomain(), { occurredAt });
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
    expect(violationsOf(refused)).toEqual([`body occurredAt ${code}`]);
    expect(await tableSizes()).toEqual(before);
  });

  test('does not change the order of the list of logs: newest received first', async () => {
    const domain = newDomain();
    const times = ['2020-01-01T00:00:00Z', '2025-01-01T00:00:00Z', undefined, '2019-01-01T00:00:00Z'];
    const logs: Created[] = [];
    for (const occurredAt of times) logs.unshift(await writtenOf(kind, domain, { occurredAt }));
    const list = await ok(send<List<Log>>('GET', timelineOf(logs[0] as Created)));
    expect(list.items.map(idOf)).toEqual(logs.map(idOf));
  });

  test('writes a row of the account if nothing happened later, and an entry of each order after ten minutes', async () => {
    const start = Date.now();
    const rowsOf = async (fields: object, later: number) => {
      const domain = newDomain();
      setClock(start);
      const first = await writeOf(kind, domain, { ...fields, idempotencyKey: domain });
      setClock(start + later);
      const second = await writeOf(kind, domain, { ...fields, idempotencyKey: `${domain} 2` });
      return [first.cost.written, second.cost.written];
    };
    const [first = 0, second = 0] = await rowsOf({}, 1);
    expect(await rowsOf({}, 10 * minute - 1)).toEqual([first, second]);
    // An account without a person is in two orders.
    expect(await rowsOf({}, 10 * minute)).toEqual([first, second + (kind === 'person' ? 1 : 2)]);
    // A log of before writes no account, but an entry by its time, which its id does not have.
    const before = { occurredAt: '2020-01-01T00:00:00Z' };
    expect(await rowsOf(before, minute)).toEqual([first + 1, second]);
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

test.each(kinds)(
  'a timeline has the logs of a %s by when they happened, latest first, of a type',
  async (kind) => {
    const domain = newDomain();
    const made: Record<string, Created> = {};
    for (const year of ['2025', '2020', '2019'])
      made[year] = await writtenOf(kind, domain, { occurredAt: `${year}-01-01T00:00:00Z`, type: 'call' });
    made.now = await writtenOf(kind, domain, { type: 'call' });
    await writtenOf(kind, domain, { type: 'mail' });
    const path = timelineOf(made.now).replace(/logs$/, 'timeline?type=call&limit=2');
    const { items } = await ok(send<List<{ log: Log }>>('GET', path));
    expect(items.map(({ log }) => idOf(log))).toEqual(
      ['now', '2025'].map((year) => idOf(made[year] as Created)),
    );
  },
);

test('the latest activity of an account begins at its createdAt, and linking a person does not move it', async () => {
  const created = Date.parse('2026-11-23T12:00:00Z');
  setClock(created);
  const domain = newDomain();
  const link = (name: string) => ok(send('POST', '/v0/persons', { name, email: `${name}@${domain}` }));
  await link('bo');
  vi.setSystemTime(created + 60_000);
  await link('al');
  expect(await activityOf(domain)).toBe(new Date(created).toISOString());
});

describe.each(kinds)('the latest activity of an account, by a log of a %s', (kind) => {
  test('is when it happened, if the log creates the account', async () => {
    const domain = newDomain();
    await writtenOf(kind, domain, { occurredAt: '2020-01-01T00:00:00Z' });
    expect(await activityOf(domain)).toBe('2020-01-01T00:00:00.000Z');
    await writtenOf(kind, domain, { occurredAt: '2021-01-01T00:00:00Z' });
    expect(await activityOf(domain)).toBe('2021-01-01T00:00:00.000Z');
    await writtenOf(kind, domain, { occurredAt: '2019-01-01T00:00:00Z' });
    expect(await activityOf(domain)).toBe('2021-01-01T00:00:00.000Z');
    const { createdAt } = await writtenOf(kind, domain);
    expect(await activityOf(domain)).toBe(createdAt);
  });

  test('is not moved by a log of last year', async () => {
    const domain = newDomain();
    const { createdAt } = await writtenOf(kind, domain);
    await writtenOf(kind, domain, { occurredAt: '2020-01-01T00:00:00Z' });
    expect(await activityOf(domain)).toBe(createdAt);
  });

  test('is ahead of the clock when the log is', async () => {
    setClock(Date.parse('2026-11-23T12:00:00Z'));
    const domain = newDomain();
    await writtenOf(kind, domain);
    await writtenOf(kind, domain, { occurredAt: '2026-11-23T12:02:00Z' });
    expect(await activityOf(domain)).toBe('2026-11-23T12:02:00.000Z');
  });

  test('of an account that has no log begins when the account was created', async () => {
    const domain = newDomain();
    await ok(send('POST', '/v0/persons', { name: 'Bo', email: `bo@${domain}` }));
    const created = await activityOf(domain);
    await writtenOf(kind, domain, { occurredAt: '2020-01-01T00:00:00Z' });
    expect(await activityOf(domain)).toBe(created);
  });
});
