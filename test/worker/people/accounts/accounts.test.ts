import type { List } from '../../../../src/lib/cursor.ts';
import type { Account } from '../../../../src/people/accounts/schemas.ts';
import type { Person } from '../../../../src/people/persons/schemas.ts';
import { type Problem, send } from '../../support/client.ts';
import { newPerson } from '../../support/persons.ts';
import { ok, pagesOf } from '../../support/replies.ts';

const list = async (query = '') => (await send<List<Account>>('GET', `/v0/accounts?limit=100${query}`)).body;
const accountOf = async (domain: string) => (await list()).items.find((account) => account.domain === domain);

describe('a person links to the account', () => {
  test.each([
    ['of its domain', { domain: 'Own.Example', email: 'a@mail1.example' }, 'own.example'],
    ['of its email when it has no domain', { email: 'a@mail2.example' }, 'mail2.example'],
    ['of a domain that is a free-mail provider, when it says so itself', { domain: 'gmx.net' }, 'gmx.net'],
  ])('%s', async (_what, fields, domain) => {
    await newPerson(fields);
    expect(await accountOf(domain)).toEqual({
      accountId: expect.stringMatching(/^account_[a-z0-9]{26}$/),
      domain,
      name: domain,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      latestActivityAt: expect.any(String),
      latestVisitAt: null,
      linkedPersonsCount: 1,
    });
  });

  test('and moves when domain or email change, leaving empty accounts behind', async () => {
    const { personId } = await newPerson({ email: 'm@move1.example' });
    await newPerson({ email: 'n@move1.example' });
    const move = (fields: object) => send('PATCH', `/v0/persons/${personId}`, fields);
    const counts = async () =>
      Promise.all(
        ['move1', 'move2', 'move3'].map(
          async (name) => (await accountOf(`${name}.example`))?.linkedPersonsCount,
        ),
      );
    expect(await counts()).toEqual([2, undefined, undefined]);
    await move({ domain: 'move2.example' });
    expect(await counts()).toEqual([1, 1, undefined]);
    await move({ email: 'm@move3.example' });
    expect(await counts()).toEqual([1, 1, undefined]);
    await move({ domain: null });
    expect(await counts()).toEqual([1, 0, 1]);
    await move({ email: 'm@gmail.com' });
    expect(await counts()).toEqual([1, 0, 0]);
  });
});

describe('with its last person who is erased, an account', () => {
  const erase = (personId: string) => send('DELETE', `/v0/persons/${personId}`);
  const totals = async () => [(await list()).totalCount, (await list('&includeEmptyOnly=1')).totalCount];

  test('goes when nothing else holds it, and a later person gets a new one', async () => {
    const before = await totals();
    const { personId } = await newPerson({ email: 'zoe@zoe-lindqvist.example' });
    const made = await accountOf('zoe-lindqvist.example');
    expect((await erase(personId)).status).toBe(200);
    expect(await accountOf('zoe-lindqvist.example')).toBeUndefined();
    expect(await totals()).toEqual(before);
    expect((await send('GET', `/v0/accounts/${made?.accountId}`)).status).toBe(404);
    const log = { accountId: made?.accountId, source: 'x', payload: {} };
    expect((await send('POST', '/v0/account_logs', log)).status).toBe(404);

    await send('POST', '/v0/person_logs', { email: 'z@zoe-lindqvist.example', source: 'x', payload: {} });
    const again = await accountOf('zoe-lindqvist.example');
    expect(again?.linkedPersonsCount).toBe(1);
    expect(again?.accountId).not.toBe(made?.accountId);
  });

  test.each<[string, (account: Account) => Promise<unknown>, number]>([
    ['another person', ({ domain }) => newPerson({ domain }), 1],
    ['a log', ({ domain }) => send('POST', '/v0/account_logs', { domain, source: 'x', payload: {} }), 0],
    ['a name', ({ accountId }) => send('PATCH', `/v0/accounts/${accountId}`, { name: 'Own Name' }), 0],
  ])('stays when it has %s', async (what, hold, linked) => {
    const domain = `held-by-${what.replace(' ', '-')}.example`;
    const { personId } = await newPerson({ domain });
    const account = await accountOf(domain);
    if (!account) throw new Error('no account');
    await hold(account);
    const before = await totals();
    await erase(personId);
    expect(await accountOf(domain)).toMatchObject({
      accountId: account.accountId,
      linkedPersonsCount: linked,
    });
    const [all = 0, empty = 0] = before;
    expect(await totals()).toEqual([all, empty + (linked === 0 ? 1 : 0)]);
  });

  test('is counted right when persons are erased and logs create them again at the same time', async () => {
    const [all = 0, empty = 0] = await totals();
    for (let round = 0; round < 5; round++) {
      const domain = `race${round}.example`;
      const persons = [await newPerson({ email: `a@${domain}` }), await newPerson({ email: `b@${domain}` })];
      await Promise.all([
        ...persons.map(({ personId }) => erase(personId)),
        ...['a', 'b', 'c'].map((name) =>
          send('POST', '/v0/person_logs', { email: `${name}@${domain}`, source: 'x', payload: {} }),
        ),
      ]);
      const left = await send<List<Person>>('GET', `/v0/persons/search?query=${domain}`);
      expect((await accountOf(domain))?.linkedPersonsCount).toBe(left.body.items.length);
      expect(left.body.items.length).toBeGreaterThan(0);
    }
    expect(await totals()).toEqual([all + 5, empty]);
  });
});

describe('GET /v0/accounts', () => {
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
