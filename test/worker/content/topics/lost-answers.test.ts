import { describe, expect, test } from 'vitest';
import { createEntry, deleteEntry, updateEntry } from '../../../../src/content/topics/store/entries.ts';
import { createTopic, topicRecord } from '../../../../src/content/topics/store/topics.ts';
import { openTestDatabase } from '../../support/client.ts';
import { content, entriesOf, insertTopics, read, total } from '../../support/topics.ts';
import { twice } from '../../support/twice.ts';

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
