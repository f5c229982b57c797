import { env } from 'cloudflare:workers';
import type { View } from '../../../../src/analytics/views/schemas.ts';
import type { Problem } from '../../support/client.ts';
import { etagOf, once, outcome, pagesOf, timestamp, violationsOf } from '../../support/replies.ts';
import { list, newName, newView, pathOf, post } from '../../support/views.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

const patch = (of: View, fields: object, tag?: string) =>
  once<View & Problem>('PATCH', pathOf(of), fields, tag ? { headers: { 'if-match': tag } } : {});

describe('a view', () => {
  test('is saved with its address as it was sent, and read again', async () => {
    const fields = { name: 'Größe  Ⅳ', address: '/pages/page_x?range=30d&country=DE#a b//c\\d' };
    const made = await post(fields);
    expect([made.status, made.body]).toEqual([
      201,
      {
        viewId: expect.stringMatching(/^view_[0-7][0-9a-z]{25}$/),
        ...fields,
        author: 'test',
        createdAt: timestamp,
        updatedAt: timestamp,
      },
    ]);
    const read = await once('GET', pathOf(made.body));
    expect([read.body, etagOf(read)]).toEqual([made.body, etagOf(made)]);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    ' /pages',
    '#/pages',
    'pages',
  ])('does not lead to %s', async (address) => {
    const reply = await writesNothing(() => post({ address }));
    expect(violationsOf(reply)).toEqual(['body address invalid_value']);
  });

  test.each(['/a\nb', '/\u0000', '/\t/evil.example', '/\ud800'])('has no address %j', async (address) => {
    expect(violationsOf(await post({ address }))).toEqual(['body address invalid_format']);
  });

  test('stays with this origin wherever its address is put', async () => {
    for (const address of ['/', '/.//evil.example', '/a//evil.example', '/@evil.example', '/:80/']) {
      expect((await newView({ address })).address).toBe(address);
      expect(new URL(address, 'https://own.example').origin).toBe('https://own.example');
    }
  });

  test('has a name that no other has, in whatever case and with whatever accents', async () => {
    const first = await newView({ name: 'Café Zürich' });
    const other = await post();
    await writesNothing(async () => {
      for (const name of ['Café Zürich', 'cafe zurich', 'CAFE\u0301 ZURICH']) {
        const conflict = { field: 'name', conflictingId: first.viewId };
        const again = await post({ name });
        expect([outcome(again), again.body]).toEqual([
          [409, 'name_taken'],
          expect.objectContaining(conflict),
        ]);
        expect((await patch(other.body, { name })).body).toMatchObject(conflict);
        expect(outcome(await patch(other.body, { name }, '"9"'))).toEqual([412, 'precondition_failed']);
      }
    });
    expect((await patch(first, { name: 'CAFÉ zürich' })).body.name).toBe('CAFÉ zürich');
    await once('DELETE', pathOf(first));
    expect((await patch(other.body, { name: 'Cafe Zurich' }, etagOf(other))).status).toBe(200);
  });

  test('changes and keeps its author', async () => {
    const made = await post();
    const change = { name: newName(), address: '/topics' };
    const changed = await patch(made.body, change, etagOf(made));
    expect(changed.body).toEqual({ ...made.body, ...change, updatedAt: timestamp });
    await writesNothing(async () => {
      for (const fields of [{ address: '/late' }, {}])
        expect(outcome(await patch(made.body, fields, etagOf(made)))).toEqual([412, 'precondition_failed']);
    });
  });

  test('is deleted with its name and address, and the same answer comes again', async () => {
    const made = await newView();
    const { viewId } = made;
    const late = await once('DELETE', pathOf(made), undefined, { headers: { 'if-match': '"9"' } });
    expect(outcome(late)).toEqual([412, 'precondition_failed']);
    const { totalCount } = await list('limit=1');
    const first = await once('DELETE', pathOf(made));
    expect([first.status, first.body]).toEqual([200, { viewId, deletedAt: timestamp }]);
    await writesNothing(async () => {
      expect((await once('DELETE', pathOf(made))).text).toBe(first.text);
      for (const [method, body] of [['GET'], ['PATCH', { address: '/' }], ['PATCH', {}]] as const)
        expect(outcome(await once(method, pathOf(made), body))).toEqual([404, 'view_not_found']);
    });
    expect((await list('limit=1')).totalCount).toBe(totalCount - 1);
    const row = env.DB.prepare('select name, name_key, address, author from views where view_id = ?');
    expect(await row.bind(viewId).first()).toEqual({ name: '', name_key: '', address: '', author: '' });
  });
});

test('a list is in the order of names, and a workspace has at most 1,000 views', async () => {
  const acme = { workspace: 'acme' } as const;
  const insert = `
    with recursive n (n) as (select 1 union all select n + 1 from n where n < 995)
    insert into views (view_id, name, name_key, address, author, revision, write_id, created_at, updated_at)
    select 'view_' || n, 'zz ' || n, 'zz ' || n, '/', '', 1, '', 0, 0 from n`;
  await env.DB_ACME.prepare(insert).run();
  for (const name of ['b', 'Äb', 'aa', 'Ac', 'Ω']) expect((await post({ name }, acme)).status).toBe(201);
  expect((await list('limit=1', acme)).totalCount).toBe(1000);
  await writesNothing(async () => {
    expect(outcome(await post({}, acme))).toEqual([409, 'views_full']);
    expect(outcome(await post({ name: 'ÄA' }, acme))).toEqual([409, 'name_taken']);
  });
  const names: string[] = [];
  for await (const { items } of pagesOf((next) => list(`limit=1${next}`, acme))) {
    names.push(...items.map(({ name }) => name));
    if (names.length === 4) break;
  }
  expect(names).toEqual(['aa', 'Äb', 'Ac', 'b']);
  const [first] = (await list('limit=1', acme)).items;
  await once('DELETE', pathOf(first as View), undefined, acme);
  expect((await post({}, acme)).status).toBe(201);
});

test('a name of the longest key has a cursor', async () => {
  for (const name of ['\ufdfa'.repeat(100), `${'\ufdfa'.repeat(14)}x`, '🎪'.repeat(100)])
    await newView({ name });
  await Array.fromAsync(pagesOf((next) => list(`limit=1${next}`)));
});
