import type { List } from '../../../../src/lib/cursor.ts';
import type {
  AccountLogCreated,
  PersonLogCreated,
  PersonLogList,
} from '../../../../src/people/logs/body-schemas.ts';
import { type Problem, send, tableSizes } from '../../support/client.ts';
import { ok, pagesOf, violationsOf } from '../../support/replies.ts';

const write = (fields: object) =>
  send<AccountLogCreated>('POST', '/v0/account_logs', { source: 'crm', payload: { n: 1 }, ...fields });

describe('POST /v0/account_logs', () => {
  test('is idempotent, even for 50 concurrent requests', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => write({ domain: 'race.example', idempotencyKey: 'r' })),
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
    await write({ domain: 'apart.example', idempotencyKey: 'shared' });
    const other = await send<PersonLogCreated>('POST', '/v0/person_logs', {
      source: 'crm',
      payload: {},
      idempotencyKey: 'shared',
    });
    expect([other.status, other.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });

  test.each([
    ['neither id nor domain', {}, 400, 'validation_failed'],
    ['both', { accountId: 'account_x', domain: 'x.example' }, 400, 'validation_failed'],
    ['an unknown account', { accountId: 'account_x', idempotencyKey: 'u' }, 404, 'account_not_found'],
  ])('with %s is refused and writes nothing', async (_what, fields, status, code) => {
    const before = await tableSizes();
    const refused = await send<Problem>('POST', '/v0/account_logs', {
      source: 'crm',
      payload: {},
      ...fields,
    });
    expect([refused.status, refused.body.code]).toEqual([status, code]);
    if (status === 400) expect(violationsOf(refused)).toEqual(['body  required']);
    expect(await tableSizes()).toEqual(before);
  });
});

describe('a timeline', () => {
  const kinds = [
    ['form', 'submitted'],
    ['form', 'opened'],
    ['crm', 'updated'],
  ] as const;

  test.each(['persons', 'accounts'] as const)(
    'of %s filters by source and type, with exact totals and cursors',
    async (owners) => {
      const owner = owners === 'persons' ? { email: 'timeline@t.example' } : { domain: 'timeline.example' };
      const route = owners === 'persons' ? '/v0/person_logs' : '/v0/account_logs';
      const written: { id: string; source: string; type: string }[] = [];
      let ownerId = '';
      for (let n = 0; n < 23; n++) {
        const [source, type] = kinds[n % 3] ?? kinds[0];
        const { body } = await send<Record<string, string>>('POST', route, {
          ...owner,
          source,
          type,
          payload: { n },
        });
        ownerId = body.personId ?? body.accountId ?? '';
        written.unshift({ id: body.personLogId ?? body.accountLogId ?? '', source, type });
      }
      const path = `/v0/${owners}/${ownerId}/logs`;
      for (const filter of [
        {},
        { source: 'form' },
        { type: 'updated' },
        { source: 'form', type: 'opened' },
        { source: 'no' },
      ]) {
        const expected = written.filter((log) =>
          Object.entries(filter).every(([k, v]) => log[k as 'source'] === v),
        );
        const seen: string[] = [];
        const query = new URLSearchParams({ ...filter, limit: '4' });
        const read = (next: string) =>
          ok(send<List<Record<string, string>>>('GET', `${path}?${query}${next}`));
        for await (const { items, totalCount } of pagesOf(read)) {
          expect(totalCount).toBe(expected.length);
          seen.push(...items.map((log) => log.personLogId ?? log.accountLogId ?? ''));
        }
        expect(seen).toEqual(expected.map(({ id }) => id));
      }
      const { body } = await send<PersonLogList>('GET', `${path}?limit=1`);
      const foreign = await send<Problem>('GET', `${path}?limit=1&source=crm&cursor=${body.nextCursor}`);
      expect(foreign.body.code).toBe('invalid_cursor');
      expect((await send('GET', `/v0/${owners}/x/logs`)).status).toBe(404);
      expect((await send('GET', `${path}/x`)).status).toBe(404);
    },
  );
});
