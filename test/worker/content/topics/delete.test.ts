import type { TopicDeleted, TopicEntryDeleted } from '../../../../src/content/topics/schemas.ts';
import { once, outcome, timestamp } from '../../support/replies.ts';
import { content, entriesOf, newEntry, newTopic, pathOf, topicIds } from '../../support/topics.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('the deletion of topics and entries', () => {
  test('of a topic gives the same answer again, and deletes the topic and its entries', async () => {
    const owner = await newTopic();
    const item = await newEntry(owner.topicId);
    const gone = await newEntry(owner.topicId);
    await once('DELETE', pathOf(gone));
    const first = await once<TopicDeleted>('DELETE', pathOf(owner));
    expect([first.status, first.body]).toEqual([200, { topicId: owner.topicId, deletedAt: timestamp }]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await once('DELETE', pathOf(owner));
    expect([second.status, second.text, second.cost.written]).toEqual([200, first.text, 0]);
    expect(await topicIds(100)).not.toContain(owner.topicId);
    await writesNothing(async () => {
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
        expect(outcome(await once(method, path, body)), `${method} ${path}`).toEqual([
          404,
          'topic_not_found',
        ]);
      }
    });
  });

  test('of an entry gives the same answer again, and deletes the entry', async () => {
    const { topicId } = await newTopic();
    const item = await newEntry(topicId);
    const { topicEntryId } = item;
    const first = await once<TopicEntryDeleted>('DELETE', pathOf(item));
    expect([first.status, first.body]).toEqual([200, { topicId, topicEntryId, deletedAt: timestamp }]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await once('DELETE', pathOf(item))).text).toBe(first.text);
    expect((await entriesOf(topicId)).body.items).toEqual([]);
    await writesNothing(async () => {
      for (const [method, body] of [['GET'], ['PATCH', {}], ['PATCH', { sortOrder: 1 }]] as const) {
        expect(outcome(await once(method, pathOf(item), body))).toEqual([404, 'topic_entry_not_found']);
      }
    });
  });
});
