import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import {
  audienceAnalytics,
  createPerson,
  getAudience,
  getHealth,
  getPerson,
  ifMatch,
  listPages,
  searchPersons,
  updatePage,
} from '#footfall/client';
import { clientOf, json, problem } from './answers.ts';

const empty = { items: [], hasMore: false, nextCursor: null, totalCount: 0 };

test('a request has the key, the path with its parameters, the query and the body', async () => {
  const { client, arrived } = clientOf([json({}), json(empty), json({})]);
  await getAudience({ client, path: { page_id: 'a/b', audience_id: 'c?d' } });
  await searchPersons({ client, query: { query: 'Zoë & co', limit: 2 } });
  await createPerson({ client, body: { name: 'Grace' } });
  expect(arrived.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['GET', 'https://footfall.example/v0/pages/a%2Fb/audiences/c%3Fd', ''],
    ['GET', 'https://footfall.example/v0/persons/search?query=Zo%C3%AB%20%26%20co&limit=2', ''],
    ['POST', 'https://footfall.example/v0/persons', '{"name":"Grace"}'],
  ]);
  expect(arrived.map(({ request }) => request.headers.get('x-api-key'))).toEqual(
    Array(3).fill('ff_main_secret'),
  );
  expect(arrived[2]?.request.headers.get('content-type')).toBe('application/json');
  expect(arrived[0]?.request.headers.get('content-type')).toBeNull();
});

test('a parameter of several values is sent once for each, and an empty list not at all', async () => {
  const { client, arrived } = clientOf([json({}), json({})]);
  const path = { page_id: 'p' };
  await audienceAnalytics({
    client,
    path,
    query: { utmSource: ['a', 'b&c'], unknown: ['referrer', 'country'] },
  });
  await audienceAnalytics({ client, path, query: { utmSource: [], limit: 5 } });
  const at = 'https://footfall.example/v0/pages/p/analytics/audiences';
  expect(arrived.map(({ url }) => url)).toEqual([
    `${at}?utmSource=a&utmSource=b%26c&unknown=referrer&unknown=country`,
    `${at}?limit=5`,
  ]);
});

test.each(['', '.', '..'])('no request is sent for the id %j, which is no segment of a path', async (id) => {
  const { client, arrived } = clientOf([]);
  await expect(getAudience({ client, path: { page_id: 'p', audience_id: id } })).rejects.toThrow(
    new TypeError(`path.audience_id must be an id, and is ${JSON.stringify(id)}`),
  );
  expect(arrived).toEqual([]);
});

test('no request is sent for an id that is missing', async () => {
  const { client, arrived } = clientOf([]);
  const path = {} as { person_id: string };
  await expect(getPerson({ client, path })).rejects.toThrow(new TypeError('path.person_id is missing'));
  expect(arrived).toEqual([]);
});

test('any other id stays in its segment of the path', async () => {
  const ids = ['../x', '%2e%2e', '..;', '?', '#', '\\..', 'a\nb', '...'];
  const { client, arrived } = clientOf(ids.map(() => json({})));
  for (const person_id of ids) await getPerson({ client, path: { person_id } });
  for (const [index, { url }] of arrived.entries()) {
    const [, version, resource, id, ...rest] = new URL(url).pathname.split('/');
    expect([version, resource, decodeURIComponent(id ?? ''), rest]).toEqual([
      'v0',
      'persons',
      ids[index],
      [],
    ]);
  }
});

test('a slash at the end of the address makes no difference', async () => {
  const { client, arrived } = clientOf([json(empty)], { baseUrl: 'https://footfall.example/' });
  await listPages({ client });
  expect(arrived[0]?.url).toBe('https://footfall.example/v0/pages');
});

test('a client without a key sends none', async () => {
  const { client, arrived } = clientOf([json({ status: 'ok' })], { key: undefined });
  expect((await getHealth({ client })).data).toEqual({ status: 'ok' });
  expect(arrived[0]?.request.headers.has('x-api-key')).toBe(false);
});

test('the key is neither in a result nor in a problem', async () => {
  const { client } = clientOf([json(empty), problem(404, 'route_not_found')]);
  expect(inspect(await listPages({ client }), { depth: 9 })).not.toContain('secret');
  const error = await listPages({ client }).catch((reason: unknown) => reason);
  expect(inspect(error, { depth: 9 })).not.toContain('secret');
});

test('a redirect is not followed, because it would take the key to another host', async () => {
  const { client, arrived } = clientOf([
    new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } }),
  ]);
  await expect(listPages({ client })).rejects.toMatchObject({ code: 'unexpected_answer', status: 302 });
  expect(arrived.map(({ request }) => request.redirect)).toEqual(['manual']);
});

test('ifMatch sends the ETag of a response, and refuses a response without one', async () => {
  const { client, arrived } = clientOf([json({ pageId: 'p' }, { etag: '"3.1"' }), json({ pageId: 'p' })]);
  const path = { page_id: 'p' };
  const { response } = await updatePage({ client, path, body: {} });
  const { response: without } = await updatePage({ client, path, headers: ifMatch(response), body: {} });
  expect(arrived[1]?.request.headers.get('if-match')).toBe('"3.1"');
  expect(() => ifMatch(without)).toThrow('no ETag');
});
