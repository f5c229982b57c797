import { env } from 'cloudflare:workers';
import type { View } from '../../../../src/analytics/views/schemas.ts';
import { etagOf, once, outcome, timestamp, violationsOf } from '../../support/replies.ts';
import { list, newView, pathOf, post } from '../../support/views.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('a new view', () => {
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
  ])('is refused with an address that leads to another site: %s', async (address) => {
    const reply = await writesNothing(() => post({ address }));
    expect(violationsOf(reply)).toEqual(['body address invalid_value']);
  });

  test.each(['/a\nb', '/\u0000', '/\t/evil.example', '/\ud800'])(
    'is refused with a control character in its address: %j',
    async (address) => {
      expect(violationsOf(await post({ address }))).toEqual(['body address invalid_format']);
    },
  );

  test('stays with this origin wherever its address is put', async () => {
    for (const address of ['/', '/.//evil.example', '/a//evil.example', '/@evil.example', '/:80/']) {
      expect((await newView({ address })).address).toBe(address);
      expect(new URL(address, 'https://own.example').origin).toBe('https://own.example');
    }
  });
});

test('a workspace has at most 1,000 views, until one is deleted', async () => {
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
  const [first] = (await list('limit=1', acme)).items;
  await once('DELETE', pathOf(first as View), undefined, acme);
  expect((await post({}, acme)).status).toBe(201);
});
