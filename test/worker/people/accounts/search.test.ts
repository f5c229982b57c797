import { env } from 'cloudflare:workers';
import { assertWhole, found, newAccount, search } from '../../support/accounts.ts';
import { send } from '../../support/client.ts';
import { newPerson } from '../../support/persons.ts';
import { ok, pagesOf } from '../../support/replies.ts';

describe('a query finds an account', () => {
  beforeAll(async () => {
    await newAccount('northwind-foods.example', "Zoë O'Neil-Łącki & Søns ﬁne");
    await newAccount('łódź-größe.example');
    await newAccount('हिन्दी.example');
    await newAccount('umbra.example', '北京小米公司');
    await newAccount('other.test');
  });

  test.each([
    ['by part of its name', 'neil'],
    ['by part of its name across punctuation', "o'ne"],
    ['by a name in another case and without accents', 'ZOE LACKI'],
    ['by a name with its accents', 'łącki søns'],
    ['by letters that do not decompose, spelled out', 'sons'],
    ['by a ligature, spelled out', 'fine'],
    ['by part of its domain', 'wind-foo'],
    ['by its domain', 'northwind-foods.example'],
    ['by words of name and domain in any order', 'northwind zoe'],
    ['by one character, the start of a word', 'ł'],
    ['by two characters, the start of its domain', 'NO'],
    ['by two characters behind a hyphen of the name', 'la'],
  ])('%s', async (_what, query) => {
    expect(await found(query)).toContain('northwind-foods.example');
    expect(await found(query)).not.toContain('other.test');
  });

  test.each([
    ['łódź', 'łódź-größe.example'],
    ['LODZ-GROSSE', 'łódź-größe.example'],
    ['GRÖSSE.EX', 'łódź-größe.example'],
    ['हिन्दी', 'हिन्दी.example'],
    ['हिन्दी.exa', 'हिन्दी.example'],
    ['公司', 'umbra.example'],
    ['米', 'umbra.example'],
  ])('by %j', async (query, domain) => expect(await found(query)).toEqual([domain]));

  test.each(['orthwindfoods', 'zzz', 'eil-x', 'th', "o'neil umbra"])('not by %j', async (query) =>
    expect(await found(query)).toEqual([]),
  );

  test.each(['"', 'zoe" OR "umbra', 'text:umbra'])('and takes %j for text', async (query) =>
    expect((await search(query)).items.length).toBeLessThanOrEqual(5),
  );

  test('and all of them for blanks', async () => {
    expect(await search('  ')).toEqual(await ok(send('GET', '/v0/accounts?limit=100')));
  });

  test('that an earlier version of the service has made', async () => {
    await env.DB.prepare(
      `insert into accounts (account_id, domain, name, linked_persons_count, created_at, updated_at, latest_activity_at)
       values ('account_early', 'early-bird.example', 'early-bird.example', 0, 1, 1, 1)`,
    ).run();
    expect(await found('ly-bir')).toEqual(['early-bird.example']);
    await assertWhole();
  });

  test('no more when it goes with its last person', async () => {
    const { personId } = await newPerson({ domain: 'gone-for-good.example' });
    expect(await found('gone-for')).toEqual(['gone-for-good.example']);
    await ok(send('DELETE', `/v0/persons/${personId}`));
    expect(await found('gone-for')).toEqual([]);
    await assertWhole();
    await newPerson({ domain: 'gone-for-good.example' });
    expect(await found('gone-for')).toEqual(['gone-for-good.example']);
  });
});

describe('the matches of a query', () => {
  test('are counted exactly, newest first, and come once each, page by page', async () => {
    await env.DB.prepare(
      `with recursive n (n) as (select 1 union all select n + 1 from n where n < 1001)
       insert into accounts (account_id, domain, name, linked_persons_count, created_at, updated_at, latest_activity_at)
       select 'account_many' || n, 'm' || n || '.manifold.example', 'm' || n || '.manifold.example', 0, 1, 1, 1 from n`,
    ).run();
    expect((await search('manifold')).totalCount).toBe(1001);
    await env.DB.prepare("delete from accounts where account_id = 'account_many7'").run();
    expect((await search('manifold')).totalCount).toBe(1000);
    const seen: string[] = [];
    for await (const { items } of pagesOf((next) => search('manifold', next))) {
      seen.push(...items.map(({ domain }) => domain));
      // Accounts that come meanwhile are newer than the page.
      if (seen.length < 500) await newPerson({ domain: `late${seen.length}.manifold.example` });
    }
    expect((await search('manifold')).totalCount).toBe(1004);
    const expected = Array.from({ length: 1001 }, (_, n) => `m${1001 - n}.manifold.example`);
    expect(seen).toEqual(expected.filter((domain) => domain !== 'm7.manifold.example'));
  });
});
