import type { Topic, TopicEntry } from '../../../../src/content/topics/schemas.ts';
import { createEntry, deleteEntry, updateEntry } from '../../../../src/content/topics/store/entries.ts';
import { createTopic, topicRecord } from '../../../../src/content/topics/store/topics.ts';
import { openTestDatabase, type Problem } from '../../support/client.ts';
import { etagOf, once, outcome, timestamp } from '../../support/replies.ts';
import { content, entriesOf, newEntry, newTopic, pathOf, read, total } from '../../support/topics.ts';
import { twice } from '../../support/twice.ts';
import { writesNothing } from '../../support/writes-nothing.ts';

describe('the update of topics and entries', () => {
  test('of a topic changes the given fields', async () => {
    const before = await newTopic({ purpose: 'x' });
    await newEntry(before.topicId);
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
    const before = await newEntry((await newTopic()).topicId);
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
    const owner = await newTopic();
    const item = await newEntry(owner.topicId);
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
  const tagOf = async (path: string) => etagOf(await once('GET', path));
  const ifMatch = (tag: string) => ({ headers: { 'if-match': tag } });
  const isNotModified = async (path: string, tag: string) =>
    (await once('GET', path, undefined, { headers: { 'if-none-match': tag } })).status === 304;

  test('of a topic change with it and with its entries, and a GET of the same state is a 304', async () => {
    const owner = await newTopic();
    const path = pathOf(owner);
    const tags = [await tagOf(path)];
    const item = await newEntry(owner.topicId);
    tags.push(await tagOf(path));
    const changed = await once('PATCH', pathOf(item), { sortOrder: 2 });
    tags.push(await tagOf(path));
    // A write of an entry is none of the topic itself.
    expect((await read(owner.topicId)).updatedAt).toBe(owner.updatedAt);
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

  test('of an entry decides whether a PATCH and a DELETE pass', async () => {
    const path = pathOf(await newEntry((await newTopic()).topicId));
    const stale = await tagOf(path);
    const current = etagOf(await once('PATCH', path, { sortOrder: 5 }, ifMatch(`"0", ${stale}`)));
    expect(current).not.toBe(stale);
    await writesNothing(async () => {
      for (const [method, body] of [['PATCH', { sortOrder: 6 }], ['PATCH', {}], ['DELETE']] as const) {
        const refused = await once<Problem>(method, path, body, ifMatch(stale));
        expect([...outcome(refused), refused.body.currentETag]).toEqual([
          412,
          'precondition_failed',
          current,
        ]);
      }
    });
    const deleted = await once('DELETE', path, undefined, ifMatch(current));
    expect(deleted.status).toBe(200);
    const again = await once('DELETE', path, undefined, ifMatch(stale));
    expect([again.status, again.body]).toEqual([200, deleted.body]);
  });
});

describe('an update whose answer is lost, and that runs again', () => {
  const db = openTestDatabase();
  const input = { title: 'Once', purpose: '', isDefault: false };

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
