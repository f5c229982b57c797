import { createEntry } from '../../../../src/content/topics/store/entries.ts';
import { createTopic } from '../../../../src/content/topics/store/topics.ts';
import type { Problem } from '../../support/client.ts';
import { once, outcome } from '../../support/replies.ts';
import {
  content,
  entriesOf,
  insertTopics,
  newEntry,
  newTopic,
  pathOf,
  postEntry,
  read,
  total,
} from '../../support/topics.ts';
import { twice } from '../../support/twice.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('a topic, or an entry, that is created', () => {
  test('with values at the limit of the rules is returned as they were sent', async () => {
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

  test('is created once when the answer is lost, and the write runs again', async () => {
    const before = await total();
    const { value, etag } = await createTopic(twice, { title: 'Once', purpose: '', isDefault: false });
    expect([await total(), etag, await read(value.topicId)]).toEqual([before + 1, '1', value]);
    const item = await createEntry(twice, value.topicId, { content });
    expect((await entriesOf(value.topicId)).body).toMatchObject({ items: [item.value], totalCount: 1 });
    expect([item.value.sortOrder, item.etag]).toEqual([1, '1']);
  });
});

describe('a topic has at most 50 entries', () => {
  test('of 100 entries at once with 20 existing ones, 30 are accepted; a deletion makes room', async () => {
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

  test('and a write that takes the last one, and runs again after a lost answer, is not refused', async () => {
    const [topicId = ''] = await insertTopics(1, 49, 'x');
    expect((await createEntry(twice, topicId, { content })).value.content).toEqual(content);
    expect((await entriesOf(topicId)).body.totalCount).toBe(50);
  });
});
