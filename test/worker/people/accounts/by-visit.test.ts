import { env } from 'cloudflare:workers';
import type { List } from '../../../../src/lib/cursor.ts';
import type { Account } from '../../../../src/people/accounts/schemas.ts';
import { bucketOf, visitorsPerBlock } from '../../../../src/people/tables/latest-visits.ts';
import { send } from '../../support/client.ts';
import { setLatestVisits } from '../../support/latest-visits.ts';
import { loadPersons } from '../../support/load/persons.ts';
import { newPerson, personOf } from '../../support/persons.ts';
import { allOf, ok } from '../../support/replies.ts';

const paths = {
  persons: '/v0/persons/search?sort=latestVisitAt',
  accounts: '/v0/accounts?sort=latestVisitAt',
};
type Item = { personId?: string; accountId?: string; latestVisitAt: string | null };
const idOf = ({ personId, accountId }: Item) => personId ?? accountId ?? '';

/** The order of all rows by a scan of what the table has stored. */
async function scanned(of: 'persons' | 'accounts'): Promise<[id: string, at: string | null][]> {
  const prefix = of === 'persons' ? 'p' : 'a';
  const { results } = await env.DB.prepare(
    `with visits as (select visit.key + 0 as seq, max(visit.value) as at
       from latest_visits, json_each(visits) as bucket, json_each(bucket.value) as visit
       where substr(bucket.key, 1, 1) = ?1 group by 1)
     select ${of}.${of.slice(0, -1)}_id as id, coalesce(at, 0) as at from ${of} left join visits using (seq)
     order by 2 desc, seq desc`,
  )
    .bind(prefix)
    .all<{ id: string; at: number }>();
  return results.map(({ id, at }) => [id, at === 0 ? null : new Date(at).toISOString()]);
}
const listed = async (of: keyof typeof paths, limit: number) =>
  (await allOf<Item>(paths[of], limit)).map((item) => [idOf(item), item.latestVisitAt]);
const expectOrder = async (limit: number) => {
  for (const of of ['persons', 'accounts'] as const) {
    expect(await listed(of, limit), of).toEqual(await scanned(of));
  }
};
const rowOf = async (where: string) =>
  (await env.DB.prepare(
    `select json_group_array(json(visits)) as visits from latest_visits where ${where}`,
  ).first<string>('visits')) ?? '';

describe('the order of latest visits', () => {
  test('is that of a scan, through recent visits, blocks, and those without a visit', async () => {
    await loadPersons(1500);
    await expectOrder(100);
    // A visit of two of three persons and of all their accounts: the older half of them goes to blocks.
    const visits = (n: number, from: number) =>
      new Map(
        Array.from({ length: n }, (_, index): [number, number] => [
          1 + ((index * 7) % n),
          from + ((index * 7919) % 1000) * 1000,
        ]),
      );
    await setLatestVisits('accounts', visits(200, 1.7e12));
    await setLatestVisits('persons', visits(1000, 1.7e12));
    await setLatestVisits('persons', visits(10, 1.8e12));
    const blocks = await env.DB.prepare(
      "select count(*) as n from latest_visits where kind <> 'recent'",
    ).first('n');
    expect(blocks).toBe(Math.ceil(1001 / visitorsPerBlock) + 1);
    await expectOrder(97);
    // Imports are of long ago, and visits of those in blocks are new.
    await setLatestVisits('persons', visits(30, 1.9e12));
    await setLatestVisits(
      'persons',
      new Map([
        [1400, 1000],
        [1401, 5000],
      ]),
    );
    await expectOrder(100);
  });

  test('goes on where a page has ended, though its last has been erased', async () => {
    const { items, nextCursor } = await ok(send<List<Item>>('GET', `${paths.persons}&limit=3`));
    const before = await scanned('persons');
    await ok(send('DELETE', `/v0/persons/${idOf(items[2] as Item)}`));
    const after = await ok(send<List<Item>>('GET', `${paths.persons}&limit=3&cursor=${nextCursor}`));
    expect(after.items.map(idOf)).toEqual(before.slice(3, 6).map(([id]) => id));
  });

  test('has all who are left when most have been erased', async () => {
    await env.DB.prepare('delete from persons where seq % 100 <> 0').run();
    await expectOrder(10);
  });

  test('is read from all blocks, though not from all at once', async () => {
    const isEmpty = "kind in ('persons', 'accounts') and block > 2";
    await env.DB.prepare(
      `insert into latest_visits (kind, block, visits)
       with recursive blocks(block) as (select 3 union all select block + 1 from blocks where block < 400)
       select kind, block, jsonb('{}') from blocks, (select 'persons' as kind union select 'accounts')
       where true on conflict do nothing`,
    ).run();
    await expectOrder(10);
    await env.DB.prepare(`delete from latest_visits where ${isEmpty}`).run();
  });
});

describe('the row of recent visits', () => {
  test('costs a row and a half at most for a visit of a person and an account, however many there are', async () => {
    await env.DB.prepare('delete from latest_visits').run();
    const [persons, accounts] = [60_000, 30_000];
    const random = (n: number, of: number) => 1 + ((n * 7919) % of);
    const note = env.DB.prepare(
      `insert into latest_visits (kind, block, visits)
       values ('recent', 0, jsonb_object(${bucketOf('persons', '?1')}, jsonb_object(?1, ?3), ${bucketOf('accounts', '?2')}, jsonb_object(?2, ?3)))
       on conflict do update set visits = jsonb_patch(visits, excluded.visits)`,
    );
    const written: number[] = [];
    for (let done = 0; done < 12_000; done += 500) {
      const visits = Array.from({ length: 500 }, (_, n) =>
        note.bind(String(random(done + n, persons)), String(random(done + n, accounts)), 1.7e12 + done + n),
      );
      const metas = (await env.DB.batch(visits)).map(({ meta }) => meta.rows_written);
      written.push(metas.reduce((sum, rows) => sum + rows, 0));
    }
    // All blocks are there after the first half.
    const later = written.slice(12).reduce((sum, rows) => sum + rows, 0);
    expect(later / 6000).toBeLessThanOrEqual(1.5);
    const blocks = await env.DB.prepare('select count(*) as n from latest_visits').first<number>('n');
    expect(blocks).toBe(
      1 + Math.ceil((persons + 1) / visitorsPerBlock) + Math.ceil((accounts + 1) / visitorsPerBlock),
    );
  });
});

describe('the latest visit of somebody who is erased', () => {
  test('goes with them: the next person with their number has none', async () => {
    const { personId } = await newPerson({ domain: 'gone.example' });
    const seq =
      (await env.DB.prepare('select seq from persons where person_id = ?')
        .bind(personId)
        .first<number>('seq')) ?? 0;
    await setLatestVisits('persons', new Map([[seq, 1.7e12]]));
    await env.DB.prepare(
      `insert into latest_visits (kind, block, visits)
       select 'persons', ?1 / ${visitorsPerBlock}, jsonb_object(${bucketOf('persons', '?1')}, jsonb_object(?1, 1)) where true
       on conflict do update set visits = jsonb_patch(visits, excluded.visits)`,
    )
      .bind(String(seq))
      .run();
    expect((await personOf(personId)).latestVisitAt).toBe(new Date(1.7e12).toISOString());
    await ok(send('DELETE', `/v0/persons/${personId}`));
    expect(await rowOf('true')).not.toContain(`"${seq}"`);
    const next = await newPerson();
    expect((await personOf(next.personId)).latestVisitAt).toBe(null);
  });
});

describe('an account without persons', () => {
  test('keeps its latest visit, and its place in the list of those', async () => {
    const { personId } = await newPerson({ domain: 'empty-visit.example' });
    await env.DB.prepare("update accounts set name = 'Named' where domain = 'empty-visit.example'").run();
    const { items } = await ok(send<List<Account>>('GET', '/v0/accounts?domain=empty-visit.example'));
    const seq =
      (await env.DB.prepare("select seq from accounts where domain = 'empty-visit.example'").first<number>(
        'seq',
      )) ?? 0;
    await setLatestVisits('accounts', new Map([[seq, 1.95e12]]));
    await ok(send('DELETE', `/v0/persons/${personId}`));
    const list = await ok(send<List<Account>>('GET', `${paths.accounts}&includeEmptyOnly=true&limit=1`));
    expect(list.items).toMatchObject([
      { accountId: items[0]?.accountId, latestVisitAt: new Date(1.95e12).toISOString() },
    ]);
  });
});
