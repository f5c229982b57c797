import { env } from 'cloudflare:workers';
import type { Audience } from '../../../../src/content/audiences/schemas.ts';
import { encodeCursor, type List } from '../../../../src/lib/cursor.ts';
import { act, audienceOf, inList, newAudience, patch, read } from '../../support/audiences.ts';
import { send } from '../../support/client.ts';
import { newPageId } from '../../support/pages.ts';
import { newPerson } from '../../support/persons.ts';
import { ok, once, outcome, pagesOf } from '../../support/replies.ts';

const search = (query: string, more = '', options = {}) =>
  once<List<Audience, number | null>>(
    'GET',
    `/v0/audiences?query=${encodeURIComponent(query)}${more}`,
    undefined,
    options,
  );
const found = async (query: string) => (await ok(search(query, '&limit=100'))).items;
const idsOf = async (query: string) => (await found(query)).map(({ audienceId }) => audienceId);

/** Every text of the index is that of its row, and every name that can be found has a row. */
async function assertWhole() {
  await env.DB.prepare(
    "INSERT INTO audience_search (audience_search, rank) VALUES ('integrity-check', 1)",
  ).run();
  const { results } = await env.DB.prepare(
    `select audience_id from audience_name_text where (audience_id, text) not in (select audience_id, text from audience_names)
     union all select audience_id from audience_names where audience_id not in (select audience_id from audience_name_text)`,
  ).all();
  expect(results).toEqual([]);
}

describe('a query finds an audience', () => {
  let museums: Audience;
  let tokyo: Audience;
  beforeAll(async () => {
    museums = await newAudience({ customName: "Müseums & O'Neil-Łącki halls" });
    tokyo = await newAudience({ customName: '東京の店' });
    await newAudience({ customName: 'Retail' });
  });

  test.each([
    ['by part of its name', 'seum'],
    ['in another case and without accents', 'MUSEUMS'],
    ['with its accents', 'müse'],
    ['by letters that do not decompose, spelled out', 'lacki'],
    ['by words in any order', 'halls neil'],
    ['across punctuation', "o'ne"],
    ['by one character, the start of a word', 'm'],
    ['by two characters, the start of a word', 'HA'],
  ])('%s', async (_what, query) => {
    expect(await idsOf(query)).toContain(museums.audienceId);
    expect(await idsOf(query)).not.toContain(tokyo.audienceId);
  });

  test.each(['東京の', '京の店'])('in a script without spaces: %s', async (query) => {
    expect(await idsOf(query)).toEqual([tokyo.audienceId]);
  });

  test.each([
    ...['"', '*', 'NEAR(a b)', '%', '_', "'; drop table audiences; --", 'text:m', '-', 'museums OR retail'],
    ...['\u0000', '\u{1f9a9}'.repeat(250), '  ', 'seum retail'],
  ])('and %j is data, which finds none', async (query) => {
    expect(await found(query)).toEqual([]);
  });

  test('that is whole, with its page, as the audience is read', async () => {
    const [item] = await found('müseums');
    expect(item).toEqual(inList(await read(museums)));
  });
});

describe('a name that is found', () => {
  test('is that of the person, as long as the audience has none of its own', async () => {
    const { personId } = await newPerson({ name: 'Qadira Quill' });
    const of = await audienceOf(await newPageId(), { personId });
    expect(await idsOf('qadira')).toEqual([of.audienceId]);
    await ok(send('PATCH', `/v0/persons/${personId}`, { name: 'Qiana Quill' }));
    expect([await idsOf('qadira'), await idsOf('qiana')]).toEqual([[], [of.audienceId]]);
    await ok(patch(of, { customName: 'Qorals' }));
    expect([await idsOf('qiana'), await idsOf('qorals')]).toEqual([[], [of.audienceId]]);
    await ok(send('PATCH', `/v0/persons/${personId}`, { name: 'Qelda Quill' }));
    expect(await idsOf('qelda')).toEqual([]);
    await ok(patch(of, { customName: null }));
    expect([await idsOf('qorals'), await idsOf('qelda')]).toEqual([[], [of.audienceId]]);
    await assertWhole();
  });

  test('goes with the person who is erased; a name of its own stays', async () => {
    const { personId } = await newPerson({ name: 'Erwin Erasable' });
    const of = await audienceOf(await newPageId(), { personId });
    const named = await audienceOf(await newPageId(), { personId, customName: 'Kept erasable' });
    expect((await idsOf('erasable')).toSorted()).toEqual([of.audienceId, named.audienceId].toSorted());
    await ok(send('DELETE', `/v0/persons/${personId}`));
    expect(await idsOf('erasable')).toEqual([named.audienceId]);
    const { results } = await env.DB.prepare(
      "select text from audience_names where text like '%rwin%'",
    ).all();
    expect(results).toEqual([]);
    await assertWhole();
  });

  test('stays when other fields change, and when it is archived', async () => {
    const of = await newAudience({ customName: 'Steady name' });
    await ok(patch(of, { supplementaryContext: 'x', customName: 'Steady name' }));
    await ok(act(of, 'archive'));
    const [item] = await found('steady');
    expect(item).toMatchObject({ audienceId: of.audienceId, status: 'archived' });
    await assertWhole();
  });

  test('is not there for an audience without one', async () => {
    const of = await newAudience();
    expect(of.effectiveName).toMatch(/^Audience \d+$/);
    expect(await idsOf(of.effectiveName)).not.toContain(of.audienceId);
    await ok(patch(of, { customName: 'Named at last' }));
    expect(await idsOf('named at last')).toEqual([of.audienceId]);
  });
});

describe('the list of audiences that are found', () => {
  test('is read in pages, the name given last first, counted to 1,000', async () => {
    const pageId = await newPageId();
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1)
      made.push((await audienceOf(pageId, { customName: `Paged ${n}` })).audienceId);
    const all: string[] = [];
    for await (const { items, totalCount } of pagesOf((next) => ok(search('paged', `&limit=2${next}`)))) {
      expect(totalCount).toBe(5);
      all.push(...items.map(({ audienceId }) => audienceId));
    }
    expect(all).toEqual(made.toReversed());
    const rows = JSON.stringify(Array.from({ length: 1001 }, (_, n) => n));
    await env.DB.prepare(
      `INSERT INTO audiences (page_id, audience_id, audience_number, custom_name, metadata_override, revision, write_id, created_at)
       SELECT ?1, 'audience_many' || value, 100 + value, 'Multitude', '{}', 1, 'w', 0 FROM json_each(?2)`,
    )
      .bind(pageId, rows)
      .run();
    await env.DB.prepare(
      "insert into audience_versions (audience_id, version_number, version_id, status, is_new_page_agent, created_at, transition_id) select audience_id, 1, 'v' || audience_id, 'draft', 0, 0, 't' from audiences where audience_id glob 'audience_many*'",
    ).run();
    const many = await ok(search('multitude', '&limit=1'));
    expect([many.totalCount, many.hasMore]).toEqual([null, true]);
    await assertWhole();
  });

  test('refuses what is not valid, and finds nothing of another workspace', async () => {
    expect(outcome(await search(''))).toEqual([400, 'validation_failed']);
    expect(outcome(await search('x'.repeat(501)))).toEqual([400, 'validation_failed']);
    expect(outcome(await search('retail', '&limit=0'))).toEqual([400, 'validation_failed']);
    const foreign = encodeCursor(['accounts', 'query', '"retail"'], '1');
    expect(outcome(await search('retail', `&cursor=${foreign}`))).toEqual([400, 'invalid_cursor']);
    expect((await search('retail', '', { workspace: 'acme' })).body.items).toEqual([]);
  });
});
