import type { AccountBatchResult } from '../../../../src/people/accounts/batch-schemas.ts';
import { accountOf, assertWhole, found, list, newAccount, rename } from '../../support/accounts.ts';
import { type RequestOptions, send } from '../../support/client.ts';
import { losing } from '../../support/faults.ts';
import { newPerson } from '../../support/persons.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const write = (accounts: unknown[], more: object = {}, options?: RequestOptions) =>
  send<AccountBatchResult>('POST', '/v0/accounts/batch', { accounts, ...more }, options);
const results = async (...of: Parameters<typeof write>) => {
  const { body, status, text } = await write(...of);
  expect(status, text).toBe(200);
  return body.results;
};
const outcomes = async (...of: Parameters<typeof write>) =>
  (await results(...of)).map(({ outcome }) => outcome);

let count = 0;
const newDomain = () => `c${count++}.example`;

describe('a list of accounts', () => {
  test('creates those that are new, with names that search finds, in one round trip', async () => {
    const [one, two] = [newDomain(), newDomain()];
    const total = (await list()).totalCount ?? 0;
    await send('GET', '/v0/accounts?limit=1');
    const { body, cost } = await write([
      { domain: `https://www.${one}/about`, name: 'Groß Bau' },
      { domain: two },
    ]);
    expect(body.results).toMatchObject([
      { status: 201, outcome: 'created', problem: null },
      { status: 201, outcome: 'created', problem: null },
    ]);
    expect(cost.trips).toBe(1);
    expect(await accountOf(one)).toMatchObject({
      accountId: body.results[0]?.accountId,
      name: 'Groß Bau',
      linkedPersonsCount: 0,
    });
    expect(await accountOf(two)).toMatchObject({ name: two });
    expect(await found('gross ba')).toContain(one);
    expect((await list()).totalCount).toBe(total + 2);
    expect((await list('&includeEmptyOnly=true')).items.map(({ domain }) => domain)).toContain(two);
    await assertWhole();
    // A person who comes later belongs to it.
    await newPerson({ domain: one });
    expect(await accountOf(one)).toMatchObject({ linkedPersonsCount: 1, name: 'Groß Bau' });
  });

  test('that is sent again changes nothing', async () => {
    const some = Array.from({ length: 100 }, () => ({ domain: newDomain(), name: 'C' }));
    expect(new Set(await outcomes(some))).toEqual(new Set(['created']));
    await writesNothing(async () => expect(new Set(await outcomes(some))).toEqual(new Set(['unchanged'])));
  });

  test.each([
    ['fill', 'unchanged', 'Theirs', 'updated', 'Ours'],
    ['update', 'updated', 'Ours', 'updated', 'Ours'],
    ['skip', 'unchanged', 'Theirs', 'unchanged', undefined],
  ])('with %s: one that has a name is %s, and one that has none is %s', async (onConflict, ...expected) => {
    const [named, unnamed] = [newDomain(), newDomain()];
    await newAccount(named, 'Theirs');
    await newAccount(unnamed);
    const some = [named, unnamed, newDomain()].map((domain) => ({ domain, name: 'Ours' }));
    const tried = await writesNothing(() => results(some, { onConflict, dryRun: true }));
    expect(tried[2]?.accountId).toBeNull();
    const [first, firstName, second, secondName = unnamed] = expected;
    expect(tried.map(({ outcome }) => outcome)).toEqual([first, second, 'created']);
    expect(await outcomes(some, { onConflict })).toEqual([first, second, 'created']);
    expect([(await accountOf(named))?.name, (await accountOf(unnamed))?.name]).toEqual([
      firstName,
      secondName,
    ]);
    await writesNothing(() => outcomes(some, { onConflict }));
  });

  test.each([
    ['fill', 'A'],
    ['update', 'B'],
    ['skip', undefined],
  ])('that has a domain twice makes one account, with %s named %s', async (onConflict, name) => {
    const domain = newDomain();
    const some = [{ domain }, { domain: domain.toUpperCase(), name: 'A' }, { domain, name: 'B' }];
    const found = await results(some, { onConflict });
    expect(found.map(({ outcome }) => outcome)).toEqual(['created', 'unchanged', 'unchanged']);
    expect(new Set(found.map(({ accountId }) => accountId)).size).toBe(1);
    expect((await accountOf(domain))?.name).toBe(name ?? domain);
  });

  test('names what is wrong with a write, and carries out the others', async () => {
    const domain = newDomain();
    const found = await results([
      { domain: 'a b' },
      { name: 'Nobody' },
      { domain: 'n/a' },
      { domain, name: '-' },
    ]);
    expect(found.map(({ status, problem }) => [status, problem?.errors?.[0]?.path])).toEqual([
      [400, 'accounts.0.domain'],
      [400, 'accounts.1'],
      [400, 'accounts.2'],
      [201, undefined],
    ]);
    expect(await accountOf(domain)).toMatchObject({ name: domain });
  });

  test('says what it did, also when the answer of the database was lost', async () => {
    const named = newDomain();
    const account = await newAccount(named, 'Before');
    const some = [newDomain(), named].map((domain) => ({ domain, name: 'Ours' }));
    expect(await outcomes(some, { onConflict: 'update' }, losing())).toEqual(['created', 'updated']);
    // Somebody has named it meanwhile.
    const meanwhile = () => rename(account, 'Theirs');
    const again = [{ domain: named, name: 'Ours again' }];
    expect(await outcomes(again, { onConflict: 'update' }, losing({ meanwhile }))).toEqual(['updated']);
    expect((await accountOf(named))?.name).toBe('Theirs');
  });
});
