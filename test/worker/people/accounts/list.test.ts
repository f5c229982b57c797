import { env } from 'cloudflare:workers';
import { encodeCursor, type List } from '../../../../src/lib/cursor.ts';
import type { Account } from '../../../../src/people/accounts/schemas.ts';
import { accountOf, list } from '../../support/accounts.ts';
import { type Problem, send } from '../../support/client.ts';
import { setLatestVisits } from '../../support/latest-visits.ts';
import { newPerson } from '../../support/persons.ts';
import { ok, pagesOf } from '../../support/replies.ts';
import { minute, setClock } from '../../support/times.ts';

describe('the list of accounts', () => {
  test.each([
    ['as it is stored', 'found-1.example', 'found-1.example'],
    ['in upper case, with www.', 'found-2.example', 'WWW.Found-2.Example'],
    ['of an address', 'found-3.example', 'https://found-3.example:8443/about?x#y'],
    ['with letters that are not ASCII', 'fünd.example', 'Fünd.example'],
  ])('finds the account of a domain %s, in one row read', async (_what, domain, asked) => {
    await newPerson({ domain });
    const reply = await send<List<Account>>(
      'GET',
      `/v0/accounts?limit=1&domain=${encodeURIComponent(asked)}`,
    );
    const expected = { items: [await accountOf(domain)], hasMore: false, nextCursor: null, totalCount: 1 };
    expect(reply.body).toEqual(expected);
    expect(reply.cost).toMatchObject({ trips: 1, read: 1, written: 0 });
  });

  test('finds the account of a domain only if it passes the other filter', async () => {
    await newPerson({ domain: 'both.example' });
    const { personId } = await newPerson({ domain: 'nobody.example' });
    await send('PATCH', `/v0/persons/${personId}`, { domain: 'somewhere.example' });
    const found = async (domain: string, empty: string) => {
      const { items, totalCount } = await list(`&domain=${domain}&includeEmptyOnly=${empty}`);
      return [items.length, totalCount];
    };
    expect(await found('both.example', 'true')).toEqual([0, 0]);
    expect(await found('both.example', 'false')).toEqual([1, 1]);
    expect(await found('nobody.example', 'true')).toEqual([1, 1]);
    expect(await found('sub.both.example', 'false')).toEqual([0, 0]);
  });

  test.each(['a b', '@', "' or 1=1 --", 'a'.repeat(254)])('refuses the domain %j', async (domain) => {
    const path = `/v0/accounts?domain=${encodeURIComponent(domain)}`;
    const { status, body, cost } = await send<Problem>('GET', path);
    expect([status, body.code, body.errors?.[0]?.path]).toEqual([400, 'validation_failed', 'domain']);
    expect(cost.trips).toBe(0);
  });

  test('shows every item once, page by page, while accounts are created', async () => {
    for (let n = 0; n < 7; n++) await newPerson({ domain: `walk${n}.example` });
    const expected = (await list()).items.map(({ accountId }) => accountId);
    const seen: string[] = [];
    const read = (next: string) => ok(send<List<Account>>('GET', `/v0/accounts?limit=2${next}`));
    for await (const { items, hasMore, nextCursor } of pagesOf(read)) {
      seen.push(...items.map(({ accountId }) => accountId));
      expect(hasMore).toBe(nextCursor !== null);
      await newPerson({ domain: `late${seen.length}.example` });
    }
    expect(seen).toEqual(expected);
  });
});

describe('includeEmptyOnly', () => {
  beforeAll(async () => {
    const { personId } = await newPerson({ domain: 'empty-only.example' });
    await send('PATCH', `/v0/persons/${personId}`, { domain: 'full-only.example' });
  });

  test.each([
    ['true', false],
    ['1', false],
    ['false', true],
    ['0', true],
    ['', true],
  ])('of %j lists accounts without a person, and the others: %s', async (value, hasOthers) => {
    const { items } = await list(`&includeEmptyOnly=${value}`);
    const domains = items.map(({ domain }) => domain);
    expect(domains).toContain('empty-only.example');
    expect(domains.includes('full-only.example')).toBe(hasOthers);
  });

  test('of anything else is a 400', async () => {
    expect((await send('GET', '/v0/accounts?includeEmptyOnly=yes')).status).toBe(400);
  });
});

describe('the order of the list', () => {
  beforeAll(async () => {
    const accounts: [name: string, persons: number, activity: number, visit: number][] = [
      ['a', 1, 30, 0],
      ['b', 2, 10, 20],
      ['c', 1, 20, 10],
    ];
    for (const [name, persons, activity, visit] of accounts) {
      const domain = `${name}.sort.example`;
      for (let n = 0; n < persons; n++) await newPerson({ domain });
      const seq = await env.DB.prepare(
        'update accounts set latest_activity_at = ? where domain = ? returning seq',
      )
        .bind(activity, domain)
        .first<number>('seq');
      if (visit > 0) await setLatestVisits('accounts', new Map([[seq ?? 0, visit]]));
    }
  });
  const order = async (query: string) =>
    (await list(query)).items
      .filter(({ domain }) => domain.endsWith('.sort.example'))
      .map(({ domain }) => domain[0])
      .join('');

  test.each([
    ['', 'cba'],
    ['createdAt', 'cba'],
    ['latestActivityAt', 'acb'],
    ['latestVisitAt', 'bca'],
    ['linkedPersonsCount', 'bca'],
  ])(
    'with sort=%s is the largest first, of equals the newest, those without a visit last',
    async (sort, expected) => {
      expect(await order(`&sort=${sort}`)).toBe(expected);
      expect(await order(`&sort=${sort}&domain=b.sort.example`)).toBe('b');
      expect(await order(`&sort=${sort}&includeEmptyOnly=true`)).toBe('');
    },
  );
});

test('by latest activity, an account moves when it was not active for ten minutes; a page is as it shows', async () => {
  const start = Date.UTC(2026, 10, 23);
  const writeAt = async (name: string, minutes: number) => {
    setClock(start + minutes * minute);
    const body = { domain: `${name}.active.example`, source: 'crm', payload: {} };
    expect((await send('POST', '/v0/account_logs', body)).status).toBe(201);
  };
  const pages = async (limit: number) => {
    const path = `/v0/accounts?sort=latestActivityAt&limit=${limit}`;
    const read = (next: string) => ok(send<List<Account>>('GET', `${path}${next}`));
    return (await Array.fromAsync(pagesOf(read))).map(({ items }) =>
      items
        .filter(({ domain }) => domain.endsWith('.active.example'))
        .map(({ domain, latestActivityAt }) => [domain[0], (Date.parse(latestActivityAt) - start) / minute]),
    );
  };
  for (const [name, minutes] of [
    ['x', 0],
    ['y', 1],
    ['x', 2],
    ['z', 3],
  ] as const)
    await writeAt(name, minutes);
  const [z, x, y] = [
    ['z', 3],
    ['x', 2],
    ['y', 1],
  ];
  expect((await pages(1)).flat()).toEqual([z, y, x]);
  expect((await pages(100)).flat()).toEqual([z, x, y]);
  await writeAt('x', 10);
  expect((await pages(1)).flat()).toEqual([['x', 10], z, y]);
  // What happened before moves nothing.
  await send('POST', '/v0/account_logs', {
    domain: 'y.active.example',
    source: 'crm',
    payload: {},
    occurredAt: new Date(start).toISOString(),
  });
  expect((await pages(1)).flat()).toEqual([['x', 10], z, y]);
  vi.useRealTimers();
});

describe('a cursor of a sorted list', () => {
  const path = '/v0/accounts?limit=1&sort=latestVisitAt';

  test.each(['', 'x', '1', '1.', '.a', '1e9.account_x', `1.${'x'.repeat(256)}`, '1'.repeat(16)])(
    'is refused when its place is %j',
    async (place) => {
      const cursor = encodeCursor(['accounts', 'false', 'sort', 'latestVisitAt'], place);
      const refused = await send<Problem>('GET', `${path}&cursor=${cursor}`);
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid_cursor']);
    },
  );
});
