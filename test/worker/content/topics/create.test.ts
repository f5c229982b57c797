import { env } from 'cloudflare:workers';
import type { Topic } from '../../../../src/content/topics/schemas.ts';
import { createEntry, deleteEntry, updateEntry } from '../../../../src/content/topics/store/entries.ts';
import { createTopic, topicRecord } from '../../../../src/content/topics/store/topics.ts';
import { openTestDatabase, type Problem, send } from '../../support/client.ts';
import { once, outcome, walk } from '../../support/replies.ts';
import {
  content,
  entriesOf,
  insertTopics,
  newEntry,
  newTopic,
  pathOf,
  postEntry,
  read,
  topicIds,
  total,
} from '../../support/topics.ts';
import { twice } from '../../support/twice.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('POST /v0/topics', () => {
  test('makes a topic the last one by default; deleted topics do not count', async () => {
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

  test('sets the sortOrder of the first topic to 1, and of the first entry too', async () => {
    const first = await send<Topic>('POST', '/v0/topics', { title: 'First' }, { workspace: 'acme' });
    expect(first.body.sortOrder).toBe(1);
    expect((await newEntry((await newTopic()).topicId)).sortOrder).toBe(1);
    await send('DELETE', pathOf(first.body), undefined, { workspace: 'acme' });
  });
});

describe('a topic has at most 50 entries', () => {
  test('of 100 at once with 20 existing ones, 30 are accepted; a deletion makes room', async () => {
    const [topicId = ''] = await insertTopics(1, 20, 'x');
    const replies = await Promise.all(Array.from({ length: 100 }, () => postEntry<Problem>(topicId)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(30);
    for (const refused of replies.filter(({ status }) => status !== 201)) {
      expect(outcome(refused)).toEqual([409, 'topic_full']);
      expect(refused.body).toMatchObject({ field: 'entries', conflictingId: topicId });
    }
    const { items, totalCount, hasMore } = (await entriesOf(topicId)).body;
    expect([items.length, totalCount, hasMore]).toEqual([50, 50, false]);
    expect((await read(topicId)).entries).toEqual(items);
    await writesNothing(async () => {
      expect(outcome(await postEntry(topicId))).toEqual([409, 'topic_full']);
    });
    const [first] = items;
    if (first) await once('DELETE', pathOf(first));
    expect((await postEntry(topicId)).status).toBe(201);
    expect((await postEntry(topicId)).status).toBe(409);
  });

  test('and deleted entries do not count', async () => {
    const [few = ''] = await insertTopics(1, 3, 'x');
    const [many = ''] = await insertTopics(1, 3, 'x');
    await insertTopics(1, 1, 'x'); // SQLite reads one more row to see that a range ends.
    await env.DB.prepare(
      `INSERT INTO topic_entries SELECT topic_id, topic_entry_id || value, sort_order, 'faq', content, 1, '', 0, 0, 1
       FROM topic_entries, json_each(?2) WHERE topic_id = ?1`,
    )
      .bind(many, JSON.stringify(Array.from({ length: 700 }, (_, n) => n)))
      .run();
    await env.DB.prepare('UPDATE topics SET entries_count = 3 WHERE topic_id = ?').bind(many).run();
    // Only these: what SQLite has learned of a table without an index, it never forgets.
    await env.DB.exec('ANALYZE topics; ANALYZE topic_entries');
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

test('values at the limit of the rules are accepted and returned as they were sent', async () => {
  const astral = '\u{1f4a9}';
  const nasty = `"\\\u2028</script>'; drop table topics; --\r\n\t{"$":[1]}`;
  const owner = await newTopic({
    title: astral.repeat(255),
    purpose: astral.repeat(2000),
    sortOrder: -1e9,
  });
  expect(owner).toMatchObject({ title: astral.repeat(255), purpose: astral.repeat(2000), sortOrder: -1e9 });
  for (const text of [astral.repeat(1000), nasty, ' ', 'null', '__proto__']) {
    const item = await newEntry(owner.topicId, { content: { type: '1-a', content: text }, sortOrder: 1e9 });
    expect(item.content).toEqual({ type: '1-a', content: text });
    expect((await once('GET', pathOf(item))).body).toEqual(item);
  }
  expect((await read(owner.topicId)).entries).toEqual((await entriesOf(owner.topicId)).body.items);
  expect((await newTopic({ sortOrder: -0 })).sortOrder).toBe(0);
});

describe('a write whose answer is lost and that runs again', () => {
  const db = openTestDatabase();
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
    const [topicId = ''] = await insertTopics(1, 49, 'x');
    expect((await createEntry(twice, topicId, { content })).value.content).toEqual(content);
    expect((await entriesOf(topicId)).body.totalCount).toBe(50);
  });

  test('changes and deletes as if it were not lost, with its tag too', async () => {
    const { value: owner } = await createTopic(db, input);
    const { topicId } = owner;
    const { topicEntryId } = (await createEntry(db, topicId, { content })).value;
    const path = { topicId, topicEntryId };
    const renamed = await topicRecord.update(twice, topicId, { title: 'Twice' }, ['2']);
    expect([renamed.value.title, renamed.etag]).toEqual(['Twice', '3']);
    const moved = await updateEntry(twice, path, { sortOrder: 5 }, ['1']);
    expect([moved.value.sortOrder, moved.etag]).toEqual([5, '2']);
    const before = await total();
    const goneEntry = await deleteEntry(twice, path, ['2']);
    const gone = await topicRecord.remove(twice, topicId, undefined);
    expect((await topicRecord.remove(db, topicId, undefined)).value).toEqual(gone.value);
    expect(goneEntry.value).toMatchObject(path);
    expect(await total()).toBe(before - 1);
  });
});
