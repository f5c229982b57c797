import { expect, test } from 'vitest';
import { listEvents, listPersonLogs, paginate, searchPersons } from '#footfall/client';
import { clientOf, json, problem } from './answers.ts';

const page = (ids: number[], nextCursor: string | null, hasMore = nextCursor !== null) =>
  json({ items: ids, hasMore, nextCursor, totalCount: null });
const queries = (arrived: { url: string }[]) => arrived.map(({ url }) => new URL(url).search);

test('iterates over all pages of a list, with its parameters on each', async () => {
  const { client, arrived } = clientOf([page([1, 2], 'b c'), page([], 'd'), page([3], null)]);
  const path = { person_id: 'person_1' };
  const logs = await Array.fromAsync(
    paginate(listPersonLogs, { client, path, query: { source: 'crm', limit: 2 } }),
  );
  expect(logs).toEqual([1, 2, 3]);
  expect(queries(arrived)).toEqual([
    '?source=crm&limit=2',
    '?source=crm&limit=2&cursor=b%20c',
    '?source=crm&limit=2&cursor=d',
  ]);
  expect(new Set(arrived.map(({ url }) => new URL(url).pathname))).toEqual(
    new Set(['/v0/persons/person_1/logs']),
  );
});

test('ends where hasMore is false, even with a cursor, as a person search has it', async () => {
  const { client, arrived } = clientOf([page([1], 'after', false)]);
  expect(await Array.fromAsync(paginate(searchPersons, { client }))).toEqual([1]);
  expect(arrived).toHaveLength(1);
});

test('begins at a cursor that is given', async () => {
  const { client, arrived } = clientOf([page([1], 'b'), page([2], null)]);
  await Array.fromAsync(paginate(searchPersons, { client, query: { cursor: 'a' } }));
  expect(queries(arrived)).toEqual(['?cursor=a', '?cursor=b']);
});

test.each([
  ['the cursor that was asked for', ['b', 'b']],
  ['an earlier cursor', ['b', 'c', 'b']],
  ['the cursor at which the caller began', ['b', 'a']],
])('stops with a problem when a page names %s', async (_, cursors) => {
  const pages = cursors.map((cursor, index) => page([index], cursor));
  const { client, arrived } = clientOf([...pages, page([99], null)]);
  const items: unknown[] = [];
  const all = async () => {
    for await (const item of paginate(searchPersons, { client, query: { cursor: 'a' } })) items.push(item);
  };
  await expect(all()).rejects.toMatchObject({
    name: 'FootfallProblem',
    code: 'unexpected_answer',
    message: 'A page of the list has a cursor that an earlier page had',
  });
  expect(items).toEqual(cursors.keys().toArray());
  expect(arrived).toHaveLength(cursors.length);
});

test.each([
  ['more items without a cursor to them', { items: [], hasMore: true, nextCursor: null }],
  ['more items with an empty cursor', { items: [], hasMore: true, nextCursor: '' }],
  ['no items', { hasMore: false, nextCursor: null }],
  ['nothing of whether there are more', { items: [] }],
])('a page that says %s does not end the list silently', async (_, body) => {
  const { client } = clientOf([json(body)]);
  await expect(Array.fromAsync(paginate(searchPersons, { client }))).rejects.toMatchObject({
    code: 'unexpected_answer',
    status: 200,
  });
});

test('asks for a page only when the loop needs it', async () => {
  const { client, arrived } = clientOf([page([1, 2], 'b')]);
  for await (const item of paginate(searchPersons, { client })) {
    expect(item).toBe(1);
    break;
  }
  expect(arrived).toHaveLength(1);
});

test('throws the problem of a page, even with throwOnError: false', async () => {
  const { client } = clientOf([page([1], 'b'), problem(400, 'invalid_cursor')]);
  const items: unknown[] = [];
  const all = async () => {
    for await (const item of paginate(searchPersons, { client, throwOnError: false })) items.push(item);
  };
  await expect(all()).rejects.toMatchObject({ code: 'invalid_cursor' });
  expect(items).toEqual([1]);
});

test.each([
  ['oldest', { order: 'oldest', after: 3 }, ['after=3', 'after=5', 'after=9']],
  ['newest', { order: 'newest', before: 10 }, ['before=10', 'before=5', 'before=9']],
  ['oldest, without an order', {}, ['', 'after=5', 'after=9']],
] as const)('iterates over all events of the feed, the %s first', async (_, query, places) => {
  const feed = (sequences: number[], next: number, hasMore: boolean) =>
    json({ events: sequences.map((sequence) => ({ sequence })), hasMore, next, newest: 9 });
  // A page of some types may be empty, and lead on.
  const { client, arrived } = clientOf([feed([4, 5], 5, true), feed([], 9, true), feed([1], 1, false)]);
  const events = await Array.fromAsync(paginate(listEvents, { client, query }));
  expect(events).toEqual([{ sequence: 4 }, { sequence: 5 }, { sequence: 1 }]);
  const order = 'order' in query ? `order=${query.order}` : '';
  expect(queries(arrived).map((text) => text.slice(1).split('&').sort())).toEqual(
    places.map((place) => [order, place].filter(Boolean).sort()).map((all) => (all.length ? all : [''])),
  );
});

test('stops with a problem when the feed leads to where it has been', async () => {
  const feed = (next: number) => json({ events: [], hasMore: true, next, newest: 9 });
  const { client } = clientOf([feed(5), feed(5), feed(6)]);
  await expect(Array.fromAsync(paginate(listEvents, { client }))).rejects.toMatchObject({
    code: 'unexpected_answer',
  });
});
