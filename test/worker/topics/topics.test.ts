import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../src/db/client.ts';
import { encodeCursor, type List } from '../../../src/lib/cursor.ts';
import { newId } from '../../../src/lib/ids.ts';
import type { Topic, TopicDeleted, TopicEntry, TopicEntryDeleted } from '../../../src/topics/schemas.ts';
import { createTopic } from '../../../src/topics/store/create.ts';
import { deleteTopic } from '../../../src/topics/store/delete.ts';
import { createEntry } from '../../../src/topics/store/entries/create.ts';
import { deleteEntry } from '../../../src/topics/store/entries/delete.ts';
import { updateEntry } from '../../../src/topics/store/entries/update.ts';
import { updateTopic } from '../../../src/topics/store/update.ts';
import { contents, openTestDatabase, type Problem, type RequestOptions, send } from '../support/client.ts';

await send('GET', '/v0/topics'); // From here on the key is known, so every request is one trip.

/** Sends a request and checks that it costs one trip. */
async function once<T>(method: string, path: string, body?: unknown, options?: RequestOptions) {
  const reply = await send<T>(method, path, body, options);
  expect(reply.cost.trips, `${method} ${path}`).toBe(1);
  return reply;
}
const post = (fields: object = {}) => once<Topic>('POST', '/v0/topics', { title: 'Topic', ...fields });
const topic = async (fields: object = {}) => (await post(fields)).body;
const content = { type: 'faq', content: 'What does it cost?' };
const postEntry = <T = TopicEntry>(topicId: string, fields: object = {}) =>
  once<T>('POST', `/v0/topics/${topicId}/entries`, { content, ...fields });
const entry = async (topicId: string, fields: object = {}) => (await postEntry(topicId, fields)).body;
const pathOf = ({ topicId, topicEntryId }: { topicId: string; topicEntryId?: string }) =>
  `/v0/topics/${topicId}${topicEntryId === undefined ? '' : `/entries/${topicEntryId}`}`;
const read = async (topicId: string) => (await once<Topic>('GET', `/v0/topics/${topicId}`)).body;
const entriesOf = (topicId: string, query = 'limit=100') =>
  once<List<TopicEntry>>('GET', `/v0/topics/${topicId}/entries?${query}`);
const total = async () => (await once<List<Topic>>('GET', '/v0/topics?limit=1')).body.totalCount;

/** All items of a list, page by page; `between` runs after each page. */
async function walk<T>(path: string, limit: number, between: () => Promise<unknown> = async () => {}) {
  const items: T[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const url: string = `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`;
    const { body } = await once<List<T>>('GET', url);
    expect(body.items.length).toBeLessThanOrEqual(limit);
    expect(body.hasMore).toBe(body.nextCursor !== null);
    items.push(...body.items);
    cursor = body.nextCursor;
    await between();
  }
  return items;
}
const topicIds = async (limit: number, between?: () => Promise<unknown>) =>
  (await walk<Topic>('/v0/topics', limit, between)).map(({ topicId }) => topicId);

const answerOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Problem).code];
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const unknown = newId('topic');

/** Inserts `n` topics with `entries` entries each directly into the tables. */
async function load(
  n: number,
  entries: number,
  text: string,
  database = env.DB,
  deletedAt: number | null = null,
) {
  const ids = Array.from({ length: n }, () => newId('topic')).sort();
  await database
    .prepare(
      `INSERT INTO topics (topic_id, title, purpose, sort_order, is_default, entries_count, revision, write_id, created_at, updated_at)
       SELECT value, 'Loaded', '', key, 0, 0, 1, '', 0, 0 FROM json_each(?)`,
    )
    .bind(JSON.stringify(ids))
    .run();
  for (const topicId of ids) {
    const entryIds = Array.from({ length: entries }, () => newId('topic_entry')).sort();
    await database
      .prepare(
        `INSERT INTO topic_entries (topic_id, topic_entry_id, sort_order, type, content, revision, write_id, created_at, updated_at, deleted_at)
         SELECT ?1, value, key, 'faq', ?2, 1, '', 0, 0, ?4 FROM json_each(?3)`,
      )
      .bind(topicId, text, JSON.stringify(entryIds), deletedAt)
      .run();
  }
  return ids;
}

describe('POST /v0/topics', () => {
  test('answers 201 with exactly the fields of the interface', async () => {
    const fields = { title: 'Prices', purpose: 'What it\ncosts', sortOrder: -1.5, isDefault: true };
    const { status, body, headers } = await post(fields);
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toEqual({
      topicId: expect.stringMatching(/^topic_[0-9a-z]{26}$/),
      ...fields,
      createdAt: timestamp,
      updatedAt: body.createdAt,
      entries: [],
    });
    expect(await read(body.topicId)).toEqual(body);
  });

  test('makes a topic the last one by default; deleted topics do not count', async () => {
    const last = async () => (await walk<Topic>('/v0/topics', 100)).at(-1)?.sortOrder ?? 0;
    const start = await last();
    expect(await topic()).toMatchObject({ purpose: '', isDefault: false, sortOrder: start + 1 });
    const before = await last();
    const far = await topic({ sortOrder: before + 100.25 });
    expect((await topic()).sortOrder).toBe(before + 101.25);
    const end = await topic({ sortOrder: 1e9 });
    const pastEnd = await topic();
    expect(pastEnd.sortOrder).toBe(1e9);
    expect((await topicIds(100)).slice(-2)).toEqual([end.topicId, pastEnd.topicId]);
    for (const { topicId } of [far, end, pastEnd]) await once('DELETE', `/v0/topics/${topicId}`);
    expect((await topic()).sortOrder).toBe(before + 102.25);
  });

  test('sets the sortOrder of the first topic to 1, and of the first entry too', async () => {
    const first = await send<Topic>('POST', '/v0/topics', { title: 'First' }, { workspace: 'acme' });
    expect(first.body.sortOrder).toBe(1);
    expect((await entry((await topic()).topicId)).sortOrder).toBe(1);
    await send('DELETE', pathOf(first.body), undefined, { workspace: 'acme' });
  });
});

describe('a list is in order of sortOrder, then id', () => {
  const orders = [2, -1, 0.5, 2, -1e9, 0, 1e9, -0.25, 2, 0.1 + 0.2, 5e-324, 1 / 3, -1e-7, 0];

  test.each([1, 3, 100])('with equal, negative and fractional values, %i a page', async (limit) => {
    const topics: Topic[] = [];
    for (const sortOrder of orders) topics.push(await topic({ sortOrder }));
    const mine = new Set(topics.map(({ topicId }) => topicId));
    expect(topics.map(({ sortOrder }) => sortOrder)).toEqual(orders);
    const expected = topics
      .sort((a, b) => a.sortOrder - b.sortOrder || (a.topicId < b.topicId ? -1 : 1))
      .map(({ topicId }) => topicId);
    expect((await topicIds(limit)).filter((id) => mine.has(id))).toEqual(expected);
    for (const id of expected) await once('DELETE', `/v0/topics/${id}`);
  });

  test.each([1, 3, 100])(
    'for entries too, %i a page, and embedded entries have the same order',
    async (limit) => {
      const { topicId } = await topic();
      const entries: TopicEntry[] = [];
      for (const sortOrder of orders) entries.push(await entry(topicId, { sortOrder }));
      const expected = entries.sort(
        (a, b) => a.sortOrder - b.sortOrder || (a.topicEntryId < b.topicEntryId ? -1 : 1),
      );
      expect(await walk<TopicEntry>(`/v0/topics/${topicId}/entries`, limit)).toEqual(expected);
      expect((await read(topicId)).entries).toEqual(expected);
      const listed = (await walk<Topic>('/v0/topics', 100)).find((each) => each.topicId === topicId);
      expect(listed).toEqual(await read(topicId));
    },
  );

  test('shows every row once while rows are inserted before and after', async () => {
    const topics = await Promise.all(
      Array.from({ length: 9 }, (_, n) => topic({ sortOrder: 1000 + (n % 3) })),
    );
    const mine = new Set(topics.map(({ topicId }) => topicId));
    const expected = (await topicIds(100)).filter((id) => mine.has(id));
    const seen = await topicIds(2, async () => {
      await topic({ sortOrder: -2000 });
      await topic({ sortOrder: 1000, title: 'Late' });
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => mine.has(id))).toEqual(expected);

    const { topicId } = await topic();
    const own = await Promise.all(Array.from({ length: 9 }, (_, n) => entry(topicId, { sortOrder: n % 3 })));
    const inOrder = (await entriesOf(topicId)).body.items;
    const items = await walk<TopicEntry>(`/v0/topics/${topicId}/entries`, 2, () =>
      entry(topicId, { sortOrder: 0 }),
    );
    const ownIds = new Set(own.map(({ topicEntryId }) => topicEntryId));
    expect(items.filter(({ topicEntryId }) => ownIds.has(topicEntryId))).toEqual(inOrder);
  });
});

describe('totals are exact', () => {
  test('of topics and of entries, after creates, deletes and deletes again', async () => {
    const before = await total();
    const [first, second] = [await topic(), await topic()];
    const [a, b] = [await entry(first.topicId), await entry(first.topicId)];
    const count = async () => (await entriesOf(first.topicId)).body.totalCount;
    expect([await total(), await count()]).toEqual([before + 2, 2]);
    for (let n = 0; n < 2; n++) {
      await once('DELETE', pathOf(a));
      await once('DELETE', pathOf(second));
    }
    await once('PATCH', pathOf(b), { sortOrder: 7 });
    expect([await total(), await count()]).toEqual([before + 1, 1]);
    expect((await read(first.topicId)).entries).toEqual((await entriesOf(first.topicId)).body.items);
    expect((await walk<Topic>('/v0/topics', 100)).length).toBe(before + 1);
  });
});

describe('PATCH', () => {
  test('of a topic changes the given fields', async () => {
    const before = await topic({ purpose: 'x' });
    await entry(before.topicId);
    const { entries } = await read(before.topicId);
    for (const fields of [{ title: 'New' }, { purpose: '' }, { sortOrder: -3.25 }, { isDefault: true }]) {
      const { updatedAt: _, ...rest } = await read(before.topicId);
      const { status, body } = await once<Topic>('PATCH', pathOf(before), fields);
      expect([status, body]).toEqual([200, { ...rest, ...fields, entries, updatedAt: timestamp }]);
      expect(body.updatedAt >= before.updatedAt).toBe(true);
      expect(await read(before.topicId)).toEqual(body);
    }
  });

  test('of an entry changes the given fields, also within its content', async () => {
    const before = await entry((await topic()).topicId);
    const type = await once<TopicEntry>('PATCH', pathOf(before), { content: { type: 'hint' } });
    expect(type.body).toEqual({
      ...before,
      content: { ...content, type: 'hint' },
      updatedAt: type.body.updatedAt,
    });
    const both = await once<TopicEntry>('PATCH', pathOf(before), {
      sortOrder: 9,
      content: { content: 'a\tb' },
    });
    expect(both.body).toMatchObject({ sortOrder: 9, content: { type: 'hint', content: 'a\tb' } });
    expect((await once('GET', pathOf(before))).body).toEqual(both.body);
  });

  test('without fields changes nothing, not even updatedAt', async () => {
    const owner = await topic();
    const item = await entry(owner.topicId);
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (const [path, bodies] of [
      [pathOf(owner), [{}, undefined]],
      [pathOf(item), [{}, undefined, { content: {} }]],
    ] as const) {
      const before = await once('GET', path);
      for (const body of bodies) {
        const reply = await once('PATCH', path, body);
        expect([reply.status, reply.body, reply.cost.written]).toEqual([200, before.body, 0]);
        expect(reply.headers.get('etag')).toBe(before.headers.get('etag'));
      }
    }
  });
});

describe('entity tags', () => {
  const tagOf = async (path: string) => (await once('GET', path)).headers.get('etag') ?? '';
  const ifMatch = (tag: string) => ({ headers: { 'if-match': tag } });
  const isNotModified = async (path: string, tag: string) =>
    (await once('GET', path, undefined, { headers: { 'if-none-match': tag } })).status === 304;

  test('of a topic change with it and with its entries, and a GET of the same state is a 304', async () => {
    const owner = await topic();
    const path = pathOf(owner);
    const tags = [await tagOf(path)];
    const item = await entry(owner.topicId);
    tags.push(await tagOf(path));
    const changed = await once('PATCH', pathOf(item), { sortOrder: 2 });
    tags.push(await tagOf(path));
    const renamed = await once('PATCH', path, { title: 'New' });
    tags.push(renamed.headers.get('etag') ?? '');
    expect(await tagOf(pathOf(item))).toBe(changed.headers.get('etag'));
    await once('DELETE', pathOf(item));
    tags.push(await tagOf(path));
    expect(new Set(tags).size).toBe(5);
    expect(await isNotModified(path, tags[4] ?? '')).toBe(true);
    expect(await isNotModified(path, `"x", W/${tags[4]}`)).toBe(true);
    expect(await isNotModified(path, tags[3] ?? '')).toBe(false);
    expect((await once('GET', '/v0/topics')).headers.has('etag')).toBe(false);
    expect((await entriesOf(owner.topicId)).headers.has('etag')).toBe(false);
  });

  test.each(['topic', 'entry'])(
    'If-Match decides whether a PATCH and a DELETE of a %s pass',
    async (kind) => {
      const owner = await topic();
      const path = pathOf(kind === 'topic' ? owner : await entry(owner.topicId));
      const before = await once('GET', path);
      const stale = before.headers.get('etag') ?? '';
      const patched = await once('PATCH', path, { sortOrder: 5 }, ifMatch(`"0", ${stale}`));
      expect(patched.status).toBe(200);
      const current = patched.headers.get('etag') ?? '';
      expect(current).not.toBe(stale);
      const rows = await contents();
      for (const tag of [stale, '""', `W/${current}`, '"x"', '"1.0"']) {
        for (const [method, body] of [
          ['PATCH', { sortOrder: 6 }],
          ['PATCH', {}],
          ['DELETE', undefined],
        ] as const) {
          const refused = await once<Problem>(method, path, body, ifMatch(tag));
          expect(answerOf(refused), `${method} ${tag}`).toEqual([412, 'precondition_failed']);
          expect(refused.body.currentETag).toBe(current);
        }
      }
      for (const tag of ['x', '2', '" 2"', '"a" "b"', Array(21).fill('"1"').join()]) {
        const refused = await send('PATCH', path, { sortOrder: 6 }, ifMatch(tag));
        expect([...answerOf(refused), refused.cost.trips]).toEqual([400, 'validation_failed', 0]);
      }
      expect(await contents()).toEqual(rows);
      expect((await once('PATCH', path, {}, ifMatch('*'))).body).toEqual(patched.body);
      const deleted = await once('DELETE', path, undefined, ifMatch(current));
      expect(deleted.status).toBe(200);
      const again = await once('DELETE', path, undefined, ifMatch(current));
      expect([again.status, again.body]).toEqual([200, deleted.body]);
      expect(answerOf(await once('PATCH', path, { sortOrder: 6 }, ifMatch('*')))[0]).toBe(404);
    },
  );

  test('of 20 writes with one tag one passes', async () => {
    const owner = await topic();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => once('PATCH', pathOf(owner), { title: `T${n}` }, ifMatch('"1"'))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 412)).toHaveLength(19);
  });
});

describe('DELETE', () => {
  test('of a topic gives the same answer again, and deletes the topic and its entries', async () => {
    const owner = await topic();
    const item = await entry(owner.topicId);
    const gone = await entry(owner.topicId);
    await once('DELETE', pathOf(gone));
    const first = await once<TopicDeleted>('DELETE', pathOf(owner));
    expect([first.status, first.body]).toEqual([200, { topicId: owner.topicId, deletedAt: timestamp }]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await once('DELETE', pathOf(owner));
    expect([second.status, second.text, second.cost.written]).toEqual([200, first.text, 0]);
    expect(await topicIds(100)).not.toContain(owner.topicId);
    const rows = await contents();
    for (const [method, path, body] of [
      ['GET', pathOf(owner)],
      ['PATCH', pathOf(owner), {}],
      ['PATCH', pathOf(owner), { title: 'X' }],
      ['GET', `${pathOf(owner)}/entries`],
      ['POST', `${pathOf(owner)}/entries`, { content }],
      ...[item, gone].flatMap((each) => [
        ['GET', pathOf(each)] as const,
        ['PATCH', pathOf(each), { sortOrder: 1 }] as const,
        ['PATCH', pathOf(each), {}] as const,
        ['DELETE', pathOf(each)] as const,
      ]),
    ] as const) {
      expect(answerOf(await once(method, path, body)), `${method} ${path}`).toEqual([404, 'topic_not_found']);
    }
    expect(await contents()).toEqual(rows);
  });

  test('of an entry gives the same answer again, and deletes the entry', async () => {
    const { topicId } = await topic();
    const item = await entry(topicId);
    const { topicEntryId } = item;
    const first = await once<TopicEntryDeleted>('DELETE', pathOf(item));
    expect([first.status, first.body]).toEqual([200, { topicId, topicEntryId, deletedAt: timestamp }]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await once('DELETE', pathOf(item))).text).toBe(first.text);
    expect((await entriesOf(topicId)).body.items).toEqual([]);
    const rows = await contents();
    for (const [method, body] of [['GET'], ['PATCH', {}], ['PATCH', { sortOrder: 1 }]] as const) {
      expect(answerOf(await once(method, pathOf(item), body))).toEqual([404, 'topic_entry_not_found']);
    }
    expect(await contents()).toEqual(rows);
  });
});

describe('a missing resource is a 404 and writes nothing', () => {
  test('unknown ids, an entry of another topic and of another workspace', async () => {
    const [owner, other] = [await topic(), await topic()];
    const item = await entry(owner.topicId);
    const foreign = { topicId: other.topicId, topicEntryId: item.topicEntryId };
    const acme = { workspace: 'acme' } as const;
    const rows = await contents();
    const ids = [unknown, 'x', item.topicEntryId, '%00', '%F0%9F%92%A9', "'%20or%201=1--", 'a'.repeat(3000)];
    for (const topicId of ids) {
      for (const [method, path, body] of [
        ['GET', pathOf({ topicId })],
        ['PATCH', pathOf({ topicId }), { title: 'X' }],
        ['PATCH', pathOf({ topicId }), {}],
        ['DELETE', pathOf({ topicId })],
        ['GET', `${pathOf({ topicId })}/entries`],
        ['POST', `${pathOf({ topicId })}/entries`, { content }],
        ['GET', pathOf({ ...item, topicId })],
        ['PATCH', pathOf({ ...item, topicId }), { sortOrder: 1 }],
        ['DELETE', pathOf({ ...item, topicId })],
      ] as const) {
        expect(answerOf(await once(method, path, body)), path).toEqual([404, 'topic_not_found']);
      }
    }
    for (const [method, body] of [['GET'], ['PATCH', { sortOrder: 1 }], ['PATCH', {}], ['DELETE']] as const) {
      for (const path of [
        pathOf(foreign),
        ...ids.map((topicEntryId) => pathOf({ ...owner, topicEntryId })),
      ]) {
        if (path === pathOf(item)) continue;
        expect(answerOf(await once(method, path, body)), path).toEqual([404, 'topic_entry_not_found']);
      }
      expect(answerOf(await send(method, pathOf(owner), method === 'PATCH' ? {} : undefined, acme))).toEqual([
        404,
        'topic_not_found',
      ]);
      expect(answerOf(await send(method, pathOf(item), body, acme))).toEqual([404, 'topic_not_found']);
    }
    expect(await contents()).toEqual(rows);
  });
});

describe('invalid input is reported and writes nothing', () => {
  const kebabs = ['', '-a', 'a-', 'a--b', 'A', 'a_b', 'a b', 'caf\u00e9', 'a\n'].map((bad) => [
    bad,
    'invalid_format',
  ]);
  const texts = (max: number) =>
    [
      ['x'.repeat(max + 1), 'too_long'],
      ['\u{1f4a9}'.repeat(max + 1), 'too_long'],
      ['a\u0000b', 'invalid_format'],
      ['\ud800', 'invalid_format'],
      ...[1, true, null, ['a'], {}].map((bad) => [bad, 'invalid_type']),
    ] as const;
  const sortOrders = [
    ...['1', '', null, true, [1], {}].map((bad) => [bad, 'invalid_type']),
    [1e9 + 1, 'too_large'],
    [-1e9 - 0.5, 'too_small'],
    [1.7976931348623157e308, 'too_large'],
  ];
  const topicFields = {
    title: [...texts(255), ['', 'too_short'], [' ', 'invalid_value'], ['a\nb', 'invalid_format']],
    purpose: texts(2000),
    sortOrder: sortOrders,
    isDefault: [0, 1, 'true', null, [true]].map((bad) => [bad, 'invalid_type']),
    ...Object.fromEntries(
      ['topicId', 'createdAt', 'updatedAt', 'deletedAt', 'entries', 'entriesCount', 'x', 'constructor'].map(
        (field) => [field, [['x', 'unknown_field']]],
      ),
    ),
  };
  const entryFields = {
    sortOrder: sortOrders,
    content: [null, 'x', 1, [content]].map((bad) => [bad, 'invalid_type']),
    'content.type': [...kebabs, ['x'.repeat(101), 'too_long'], [1, 'invalid_type'], [null, 'invalid_type']],
    'content.content': [...texts(1000), ['', 'too_short']],
    'content.x': [[1, 'unknown_field']],
    ...Object.fromEntries(
      ['topicEntryId', 'topicId', 'createdAt', 'updatedAt', 'deletedAt', 'type', 'x'].map((field) => [
        field,
        [['x', 'unknown_field']],
      ]),
    ),
  };
  const casesOf = (fields: object) =>
    Object.entries(fields).flatMap(([field, values]) =>
      (values as [unknown, string][]).map(([value, code]) => ({ field, value, code })),
    );
  const bodyWith = (base: { content?: object }, field: string, value: unknown) => {
    const [outer, inner] = field.split('.');
    return inner
      ? { ...base, content: { ...base.content, [inner]: value } }
      : { ...base, [outer ?? '']: value };
  };
  const codesOf = ({ errors = [] }: Problem) => errors.map(({ path, code }) => `${path} ${code}`);

  test.each(['POST', 'PATCH'])('%s', async (method) => {
    const owner = await topic();
    const item = await entry(owner.topicId);
    const isPost = method === 'POST';
    const targets = [
      {
        path: isPost ? '/v0/topics' : pathOf(owner),
        base: isPost ? { title: 'T' } : {},
        fields: topicFields,
      },
      {
        path: isPost ? `${pathOf(owner)}/entries` : pathOf(item),
        base: isPost ? { content } : {},
        fields: entryFields,
      },
    ];
    const rows = await contents();
    for (const { path, base, fields } of targets) {
      for (const { field, value, code } of casesOf(fields)) {
        const reply = await send<Problem>(method, path, bodyWith(base, field, value));
        const label = `${path} ${field} ${JSON.stringify(value).slice(0, 40)}`;
        expect([...answerOf(reply), reply.cost.trips], label).toEqual([400, 'validation_failed', 0]);
        expect(codesOf(reply.body), label).toContain(`${field} ${code}`);
        for (const found of codesOf(reply.body)) expect(found, label).toMatch(new RegExp(`^${field} `));
      }
      for (const number of ['1e999', '-1e999']) {
        const rawBody = JSON.stringify({ ...base, sortOrder: 'N' }).replace('"N"', number);
        const reply = await send<Problem>(method, path, undefined, { rawBody });
        expect(codesOf(reply.body), number).toEqual(['sortOrder invalid_type']);
      }
      for (const rawBody of [
        '{"sortOrder":NaN}',
        '{"sortOrder":Infinity}',
        '{"sortOrder":0x1}',
        '{"sortOrder":.5}',
      ])
        expect(answerOf(await send(method, path, undefined, { rawBody }))).toEqual([400, 'invalid_json']);
      for (const rawBody of ['[]', 'null', '"x"', '1'])
        expect(answerOf(await send(method, path, undefined, { rawBody }))).toEqual([
          400,
          'validation_failed',
        ]);
    }
    expect(await contents()).toEqual(rows);
  });

  test('missing fields are reported, together with all violations', async () => {
    const { topicId } = await topic();
    const rows = await contents();
    const violations = async (path: string, body: object) =>
      codesOf((await send<Problem>('POST', path, body)).body).sort();
    expect(await violations('/v0/topics', {})).toEqual(['title required']);
    const entries = `/v0/topics/${topicId}/entries`;
    expect(await violations(entries, {})).toEqual(['content required']);
    expect(await violations(entries, { content: {} })).toEqual([
      'content.content required',
      'content.type required',
    ]);
    expect(
      await violations('/v0/topics', { title: '', purpose: 1, sortOrder: 'x', isDefault: 2, y: 1 }),
    ).toEqual([
      'isDefault invalid_type',
      'purpose invalid_type',
      'sortOrder invalid_type',
      'title too_short',
      'y unknown_field',
    ]);
    expect(await contents()).toEqual(rows);
  });

  test('values at the limit of the rules are accepted and returned as they were sent', async () => {
    const astral = '\u{1f4a9}';
    const nasty = `"\\\u2028</script>'; drop table topics; --\r\n\t{"$":[1]}`;
    const owner = await topic({ title: astral.repeat(255), purpose: astral.repeat(2000), sortOrder: -1e9 });
    expect(owner).toMatchObject({ title: astral.repeat(255), purpose: astral.repeat(2000), sortOrder: -1e9 });
    for (const text of [astral.repeat(1000), nasty, ' ', 'null', '__proto__']) {
      const item = await entry(owner.topicId, { content: { type: '1-a', content: text }, sortOrder: 1e9 });
      expect(item.content).toEqual({ type: '1-a', content: text });
      expect((await once('GET', pathOf(item))).body).toEqual(item);
    }
    expect((await read(owner.topicId)).entries).toEqual((await entriesOf(owner.topicId)).body.items);
    expect((await topic({ sortOrder: -0 })).sortOrder).toBe(0);
  });
});

describe('cursors', () => {
  test('forged, damaged or of another list are refused without a trip', async () => {
    const [owner, other] = [await topic(), await topic()];
    const items = [await entry(owner.topicId), await entry(owner.topicId)];
    await Promise.all([entry(other.topicId), entry(other.topicId)]);
    const foreign = (await entriesOf(other.topicId, 'limit=1')).body.nextCursor ?? '';
    const ofTopics = (await once<List<Topic>>('GET', '/v0/topics?limit=1')).body.nextCursor ?? '';
    const ofEntries = (await entriesOf(owner.topicId, 'limit=1')).body.nextCursor ?? '';
    const lists = [
      {
        path: '/v0/topics',
        scope: ['topics'],
        id: owner.topicId,
        wrong: items[0]?.topicEntryId,
        not: ofEntries,
      },
      {
        path: `/v0/topics/${owner.topicId}/entries`,
        scope: ['topic_entries', owner.topicId],
        id: items[0]?.topicEntryId,
        wrong: owner.topicId,
        not: ofTopics,
      },
    ] as const;
    for (const { path, scope, id, wrong, not } of lists) {
      const orders = [
        'NaN',
        'Infinity',
        '-Infinity',
        '1e10',
        '-1000000001',
        '01',
        '1.0',
        '+1',
        '-0',
        '0x1',
        '',
        '1,5',
      ];
      const keys = [
        ...[...orders, 'null', '1e999', '\u0661', "1'"].map((order) => `${order} ${id}`),
        '',
        ' ',
        '1',
        '1 ',
        ` ${id}`,
        `1  ${id}`,
        `1 ${id} `,
        `1 ${id} x`,
        `${id} 1`,
        `1 ${wrong}`,
        `1 ${id}\n`,
        `1 ${id?.toUpperCase()}`,
        `1 ${id}'--`,
        `1 ' or 1=1`,
        `1 ${'x'.repeat(500)}`,
        '1 \u0000',
      ];
      const forged = keys.map((key) => encodeCursor(scope, key));
      for (const cursor of [...forged, foreign, not, 'x', '%00']) {
        const refused = await send<Problem>('GET', `${path}?cursor=${cursor}`);
        expect([...answerOf(refused), refused.cost.trips], cursor).toEqual([400, 'invalid_cursor', 0]);
      }
      const good = await once<List<Topic>>('GET', `${path}?cursor=${encodeCursor(scope, `-1e-7 ${id}`)}`);
      expect(good.status).toBe(200);
    }
  });
});

describe('a topic has at most 50 entries', () => {
  test('of 100 at once with 20 existing ones, 30 are accepted; a deletion makes room', async () => {
    const [topicId = ''] = await load(1, 20, 'x');
    const replies = await Promise.all(Array.from({ length: 100 }, () => postEntry<Problem>(topicId)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(30);
    for (const refused of replies.filter(({ status }) => status !== 201)) {
      expect(answerOf(refused)).toEqual([409, 'topic_full']);
      expect(refused.body).toMatchObject({ field: 'entries', conflictingId: topicId });
    }
    const { items, totalCount, hasMore } = (await entriesOf(topicId)).body;
    expect([items.length, totalCount, hasMore]).toEqual([50, 50, false]);
    expect((await read(topicId)).entries).toEqual(items);
    const rows = await contents();
    expect(answerOf(await postEntry(topicId))).toEqual([409, 'topic_full']);
    expect(await contents()).toEqual(rows);
    const [first] = items;
    if (first) await once('DELETE', pathOf(first));
    expect((await postEntry(topicId)).status).toBe(201);
    expect((await postEntry(topicId)).status).toBe(409);
  });

  test('and deleted entries do not count', async () => {
    const [few = ''] = await load(1, 3, 'x');
    const [many = ''] = await load(1, 3, 'x');
    await load(1, 1, 'x'); // SQLite reads one more row to see that a range ends.
    await env.DB.prepare(
      `INSERT INTO topic_entries SELECT topic_id, topic_entry_id || value, sort_order, 'faq', content, 1, '', 0, 0, 1
       FROM topic_entries, json_each(?2) WHERE topic_id = ?1`,
    )
      .bind(many, JSON.stringify(Array.from({ length: 700 }, (_, n) => n)))
      .run();
    await env.DB.prepare('UPDATE topics SET entries_count = 3 WHERE topic_id = ?').bind(many).run();
    await env.DB.exec('ANALYZE');
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { title: 'X' }],
      ['GET', '/entries'],
      ['POST', '/entries', { content }],
    ] as const) {
      const [a, b] = [
        await once(method, `/v0/topics/${few}${path}`, body),
        await once(method, `/v0/topics/${many}${path}`, body),
      ];
      expect(b.cost, `${method} ${path}`).toEqual(a.cost);
    }
    // Removes the statistics, because plans depend on them and other test files must not find them.
    await env.DB.exec('DELETE FROM sqlite_stat1; ANALYZE sqlite_schema; DROP TABLE sqlite_stat1');
  });
});

describe('a write whose answer is lost and that runs again', () => {
  const db = openTestDatabase();
  /** A database that runs every batch twice and loses the first answer. */
  const twice: Database = Object.assign(Object.create(db) as Database, {
    batch: async (statements: Parameters<Database['batch']>[0]) => {
      await db.batch(statements);
      return db.batch(statements);
    },
  });
  const input = { title: 'Once', purpose: '', isDefault: false };

  test('creates once', async () => {
    const before = await total();
    const { value, etag } = await createTopic(twice, input);
    expect([await total(), etag, await read(value.topicId)]).toEqual([before + 1, '1', value]);
    const item = await createEntry(twice, value.topicId, { content });
    expect((await entriesOf(value.topicId)).body).toMatchObject({ items: [item.value], totalCount: 1 });
    expect([item.value.sortOrder, item.etag]).toEqual([1, '1']);
  });

  test('takes the last free entry of a topic, and its second run is not refused', async () => {
    const [topicId = ''] = await load(1, 49, 'x');
    expect((await createEntry(twice, topicId, { content })).value.content).toEqual(content);
    expect((await entriesOf(topicId)).body.totalCount).toBe(50);
  });

  test('changes and deletes as if it were not lost, with its tag too', async () => {
    const { value: owner } = await createTopic(db, input);
    const { topicId } = owner;
    const { topicEntryId } = (await createEntry(db, topicId, { content })).value;
    const path = { topicId, topicEntryId };
    const renamed = await updateTopic(twice, topicId, { title: 'Twice' }, ['2']);
    expect([renamed.value.title, renamed.etag]).toEqual(['Twice', '3']);
    const moved = await updateEntry(twice, path, { sortOrder: 5 }, ['1']);
    expect([moved.value.sortOrder, moved.etag]).toEqual([5, '2']);
    const before = await total();
    const goneEntry = await deleteEntry(twice, path, ['2']);
    const gone = await deleteTopic(twice, topicId, undefined);
    expect((await deleteTopic(db, topicId, undefined)).value).toEqual(gone.value);
    expect(goneEntry.value).toMatchObject(path);
    expect(await total()).toBe(before - 1);
  });
});

test('the largest possible page of a list is returned', async () => {
  const acme = { workspace: 'acme' } as const;
  await load(100, 50, 'x'.repeat(1000), env.DB_ACME);
  const reply = await send<List<Topic>>('GET', '/v0/topics?limit=100', undefined, acme);
  expect([reply.status, reply.body.items.length, reply.body.hasMore]).toEqual([200, 100, false]);
  for (const { entries } of reply.body.items) expect(entries).toHaveLength(50);
  expect(reply.cost.read).toBeLessThanOrEqual(100 * (2 + 50) + 1);
});
