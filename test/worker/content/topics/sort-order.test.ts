import type { Topic, TopicEntry } from '../../../../src/content/topics/schemas.ts';
import { positionIn } from '../../../../src/content/topics/store/sort-order.ts';
import { encodeCursor, pageAsked } from '../../../../src/lib/cursor.ts';
import { type Problem, send } from '../../support/client.ts';
import { once, walk } from '../../support/replies.ts';
import { entriesOf, newEntry, newTopic, pathOf, read, topicIds } from '../../support/topics.ts';

describe('a list is in order of sortOrder, then id', () => {
  const orders = [2, -1, 0.5, 2, -1e9, 0, 1e9, -0.25, 2, 0.1 + 0.2, 5e-324, 1 / 3, -1e-7, 0];

  test.each([1, 3, 100])('with equal, negative and fractional values, %i a page', async (limit) => {
    const topics: Topic[] = [];
    for (const sortOrder of orders) topics.push(await newTopic({ sortOrder }));
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
      const { topicId } = await newTopic();
      const entries: TopicEntry[] = [];
      for (const sortOrder of orders) entries.push(await newEntry(topicId, { sortOrder }));
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
      Array.from({ length: 9 }, (_, n) => newTopic({ sortOrder: 1000 + (n % 3) })),
    );
    const mine = new Set(topics.map(({ topicId }) => topicId));
    const expected = (await topicIds(100)).filter((id) => mine.has(id));
    const seen = await topicIds(2, async () => {
      await newTopic({ sortOrder: -2000 });
      await newTopic({ sortOrder: 1000, title: 'Late' });
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => mine.has(id))).toEqual(expected);

    const { topicId } = await newTopic();
    const own = await Promise.all(
      Array.from({ length: 9 }, (_, n) => newEntry(topicId, { sortOrder: n % 3 })),
    );
    const inOrder = (await entriesOf(topicId)).body.items;
    const items = await walk<TopicEntry>(`/v0/topics/${topicId}/entries`, 2, () =>
      newEntry(topicId, { sortOrder: 0 }),
    );
    const ownIds = new Set(own.map(({ topicEntryId }) => topicEntryId));
    expect(items.filter(({ topicEntryId }) => ownIds.has(topicEntryId))).toEqual(inOrder);
  });
});

describe('the sortOrder of a new topic', () => {
  test('is behind the last topic by default; deleted topics do not count', async () => {
    const last = async () => (await walk<Topic>('/v0/topics', 100)).at(-1)?.sortOrder ?? 0;
    const start = await last();
    expect(await newTopic()).toMatchObject({ purpose: '', isDefault: false, sortOrder: start + 1 });
    const before = await last();
    const far = await newTopic({ sortOrder: before + 100.25 });
    expect((await newTopic()).sortOrder).toBe(before + 101.25);
    const end = await newTopic({ sortOrder: 1e9 });
    const pastEnd = await newTopic();
    expect(pastEnd.sortOrder).toBe(1e9);
    expect((await topicIds(100)).slice(-2)).toEqual([end.topicId, pastEnd.topicId]);
    for (const { topicId } of [far, end, pastEnd]) await once('DELETE', `/v0/topics/${topicId}`);
    expect((await newTopic()).sortOrder).toBe(before + 102.25);
  });

  test.each([1e9 + 1, -1e9 - 1])('is not %d, which is beyond 1,000,000,000', async (sortOrder) => {
    const { status, body } = await send<Problem>('POST', '/v0/topics', { title: 'Far', sortOrder });
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([400, ['sortOrder']]);
  });

  test('is 1 for the first topic, and for the first entry too', async () => {
    const first = await send<Topic>('POST', '/v0/topics', { title: 'First' }, { workspace: 'acme' });
    expect(first.body.sortOrder).toBe(1);
    expect((await newEntry((await newTopic()).topicId)).sortOrder).toBe(1);
    await send('DELETE', pathOf(first.body), undefined, { workspace: 'acme' });
  });
});

describe('the position in a cursor', () => {
  const binding = ['topics'] as const;
  const id = 'topic_01kafz8q6tf7n9t3cwh2k5v4xe';
  const other = id.replace('topic', 'topic_entry');
  const decoded = (key: string) =>
    pageAsked(binding, { limit: 1, cursor: encodeCursor(binding, key) }, positionIn('topic')).place.after;

  test('is a sort order and an id, as an item may have them', () => {
    expect([decoded(`-1e-7 ${id}`), decoded(`1000000000 ${id}`)]).toEqual([
      { sortOrder: -1e-7, id },
      { sortOrder: 1e9, id },
    ]);
  });

  test.each([
    ...['NaN', 'Infinity', '-Infinity', '1e10', '-1000000001', '01', '1.0', '+1', '-0', '0x1', '', '1,5'],
    ...['null', '1e999', '\u0661', "1'"],
  ])('is refused with the sort order %j', (order) => {
    expect(() => decoded(`${order} ${id}`)).toThrow('names no place');
  });

  test.each([
    ...[
      '',
      ' ',
      '1',
      '1 ',
      ` ${id}`,
      `1  ${id}`,
      `1 ${id} `,
      `1 ${id} x`,
      `${id} 1`,
      `1 ${other}`,
      `1 ${id}\n`,
    ],
    ...[`1 ${id.toUpperCase()}`, `1 ${id}'--`, `1 ' or 1=1`, `1 ${'x'.repeat(500)}`, '1 \u0000'],
  ])('is refused as %j', (key) => {
    expect(() => decoded(key)).toThrow('names no place');
  });
});
